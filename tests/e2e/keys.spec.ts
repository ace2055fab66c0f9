// Keys as the browser sends them, from every kind of element that can have the focus; what trusted input cannot make
// (AltGr, input methods, other layouts) as constructed events. And the user's own keymap, from settings to the queue.
import type { Page } from '@playwright/test'
import { caseAtCursor, expect, openQueue, palette, press, preview, queue, queueIsThere, test } from './support.ts'

test.use({ account: 'manager' })
test.setTimeout(90_000)

test.beforeEach(async ({ page, world }) => openQueue(page, world.url, 'paxum-bank'))

const shortcuts = (page: Page) => page.getByRole('grid', { name: 'Shortcuts' })
const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const status = (page: Page) => page.getByRole('contentinfo')

/** Puts an element into the page and focuses it, or the part of it that takes the focus. */
async function focusOn(page: Page, kind: string): Promise<void> {
  await page.evaluate((name) => {
    const make = (tag: string, attributes: Record<string, string> = {}) => {
      const element = document.createElement(tag)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      return element
    }
    const inShadow = (element: HTMLElement) => {
      const host = make('div')
      host.attachShadow({ mode: 'open' }).append(element)
      return [host, element] as const
    }
    const select = make('select')
    for (const text of ['alpha', 'gamma']) select.append(Object.assign(make('option'), { textContent: text }))
    const listbox = make('div', { role: 'listbox' })
    const option = make('div', { role: 'option', tabindex: '0' })
    listbox.append(option)
    const alone = (element: HTMLElement) => [element, element] as const
    const kinds: Record<string, () => readonly [HTMLElement, HTMLElement]> = {
      input: () => alone(make('input')),
      textarea: () => alone(make('textarea')),
      select: () => alone(select),
      button: () => alone(make('button')),
      checkbox: () => alone(make('input', { type: 'checkbox' })),
      link: () => alone(make('a', { href: '#nowhere' })),
      contenteditable: () => alone(make('div', { contenteditable: 'true' })),
      'role=textbox': () => alone(make('div', { role: 'textbox', tabindex: '0' })),
      'role=option': () => [listbox, option],
      'input in a shadow root': () => inShadow(make('input')),
      'contenteditable in a shadow root': () => inShadow(make('div', { contenteditable: 'true' })),
      'button in a shadow root': () => inShadow(make('button')),
    }
    document.querySelector('#probe')?.remove()
    const [outer, inner] = kinds[name]!()
    const probe = make('div', { id: 'probe', style: 'position:fixed;inset:60px auto auto 60px' })
    probe.append(outer)
    document.querySelector('main')!.append(probe)
    inner.addEventListener('click', () => (probe.dataset['clicks'] = String(Number(probe.dataset['clicks'] ?? 0) + 1)))
    inner.focus()
  }, kind)
}

/** The text typed into the probe, and its number of clicks. */
const probe = (page: Page) =>
  page.evaluate(() => {
    const outer = document.querySelector('#probe')?.firstElementChild
    const inner = (outer?.shadowRoot ?? outer?.parentElement)?.firstElementChild
    const text =
      inner instanceof HTMLInputElement || inner instanceof HTMLTextAreaElement ? inner.value : inner?.textContent
    return { text, clicks: Number(outer?.parentElement?.dataset['clicks'] ?? 0) }
  })

const hasProbeFocus = (page: Page) =>
  page.evaluate(() => document.querySelector('#probe')?.contains(document.activeElement) ?? false)

interface Constructed {
  key: string
  code: string
  keyCode?: number
  isComposing?: boolean
  modifierAltGraph?: boolean
  ctrlKey?: boolean
  altKey?: boolean
}

/** Sends an event that no keyboard here can. Tells whether the page used it. */
const send = (page: Page, part: Constructed) =>
  page.evaluate((init) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, composed: true, cancelable: true, ...init })
    let focused = document.activeElement ?? document.body
    while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
    return !focused.dispatchEvent(event)
  }, part)

/**
 * The characters that an input method, AltGr, a dead key and two other layouts make of keys that are commands
 * elsewhere.
 */
const FOREIGN: readonly Constructed[] = [
  { key: 'j', code: 'KeyJ', isComposing: true },
  { key: 'Process', code: 'KeyJ', keyCode: 229 },
  { key: 'ł', code: 'KeyL', modifierAltGraph: true },
  { key: '?', code: 'Minus', modifierAltGraph: true, ctrlKey: true, altKey: true },
  { key: 'Dead', code: 'KeyJ' },
  { key: 'о', code: 'KeyJ' },
  { key: '&', code: 'Digit1' },
]

test('characters belong to the focused field; a button, checkbox or link keeps Enter and Space; chords run commands', async ({
  page,
}) => {
  await test.step('characters belong to the focused field, of any kind; chords run commands', async () => {
    const at = await caseAtCursor(page)
    const address = page.url()
    for (const kind of [
      'input',
      'textarea',
      'contenteditable',
      'role=textbox',
      'role=option',
      'select',
      'input in a shadow root',
      'contenteditable in a shadow root',
    ]) {
      await test.step(kind, async () => {
        await focusOn(page, kind)
        await press(page, 'j', 'x', 'g', 'c', '?')
        for (const part of FOREIGN) expect(await send(page, part), JSON.stringify(part)).toBe(false)
        expect(await caseAtCursor(page)).toBe(at)
        expect(page.url()).toBe(address)
        await expect(help(page)).toBeHidden()
        if (/input|textarea|contenteditable/.test(kind)) expect((await probe(page)).text).toBe('jxgc?')
        await press(page, 'F1')
        await expect(help(page)).toBeVisible()
        await press(page, 'Escape')
        await expect(help(page)).toBeHidden()
        expect(await hasProbeFocus(page)).toBe(true)
        await press(page, 'Control+k')
        await expect(palette(page)).toBeVisible()
        await press(page, 'Escape')
        await expect(palette(page)).toBeHidden()
        expect(await hasProbeFocus(page)).toBe(true)
      })
    }
  })
  await test.step('a focused button, checkbox or link keeps Enter and Space, and nothing else', async () => {
    for (const kind of ['button', 'checkbox', 'link', 'button in a shadow root']) {
      await test.step(kind, async () => {
        const at = await caseAtCursor(page)
        await focusOn(page, kind)
        await press(page, 'j')
        await expect.poll(() => caseAtCursor(page)).not.toBe(at)
        await press(page, 'k', kind === 'link' ? 'Enter' : 'Space')
        expect((await probe(page)).clicks).toBe(1)
        expect(await caseAtCursor(page)).toBe(at)
        await expect(queue(page)).toBeVisible()
        // another layout is no reason for a button to keep a key
        expect(await send(page, { key: 'о', code: 'KeyJ' })).toBe(true)
        await expect.poll(() => caseAtCursor(page)).not.toBe(at)
        expect(await send(page, { key: 'j', code: 'KeyJ', isComposing: true })).toBe(false)
        expect(await send(page, { key: '?', code: 'Minus', modifierAltGraph: true, ctrlKey: true, altKey: true })).toBe(
          true,
        )
        await expect(help(page)).toBeVisible()
        await press(page, 'Escape')
        await expect(help(page)).toBeHidden()
      })
    }
  })
})

test('keys reach the list from the page, by any layout and before a screen is loaded, and F6 moves between the parts', async ({
  page,
}) => {
  await test.step('F6 moves between the parts, and back', async () => {
    await expect(preview(page).getByRole('heading').first()).toBeVisible()
    await press(page, 'F6')
    await expect(queue(page)).not.toBeFocused()
    await press(page, 'Shift+F6')
    await expect(queue(page)).toBeFocused()
    await press(page, 'Shift+F6')
    await expect(page.getByRole('banner').locator(':focus')).toHaveCount(1)
  })
  await queue(page).focus()
  await test.step('an abandoned sequence passes on the key that reveals it', async () => {
    const at = await caseAtCursor(page)
    await press(page, 'g', 'j')
    // the last commands may still be on their way: what they could mean waits for them
    await expect.poll(() => caseAtCursor(page)).not.toBe(at)
    await press(page, 'k', 'g')
    await expect(status(page)).toContainText('Transactions')
    await press(page, 'Escape')
    await expect(status(page)).not.toContainText('Transactions')
    expect(await caseAtCursor(page)).toBe(at)
  })
  await test.step('keys work where the page has the focus', async () => {
    const at = await caseAtCursor(page)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await press(page, 'j')
    await expect.poll(() => caseAtCursor(page)).not.toBe(at)
    await press(page, 'k')
    await expect.poll(() => caseAtCursor(page)).toBe(at)
  })
  await queue(page).focus()
  await test.step('layouts without Latin letters, and AZERTY digits, work', async () => {
    const at = await caseAtCursor(page)
    expect(await send(page, { key: 'о', code: 'KeyJ' })).toBe(true)
    const second = await caseAtCursor(page)
    expect(second).not.toBe(at)
    await send(page, { key: 'л', code: 'KeyK' })
    await send(page, { key: '&', code: 'Digit1' })
    await send(page, { key: 'j', code: 'KeyJ' })
    expect(await caseAtCursor(page)).toBe(second)
  })
  await test.step('keys pressed before a screen is loaded are applied to it', async () => {
    const at = await caseAtCursor(page)
    await press(page, 'Enter', '3')
    await expect(page.getByRole('tab').nth(2)).toHaveAttribute('aria-selected', 'true')
    await press(page, 'Escape', 'j')
    await queueIsThere(page)
    await expect.poll(() => caseAtCursor(page)).not.toBe(at)
    await press(page, 'k')
    expect(await caseAtCursor(page)).toBe(at)
  })
  await test.step('input methods, AltGr and dead keys run no command', async () => {
    const at = await caseAtCursor(page)
    for (const part of [
      { key: 'j', code: 'KeyJ', isComposing: true },
      { key: 'Process', code: 'KeyJ', keyCode: 229 },
      { key: 'j', code: 'KeyJ', keyCode: 229 },
      { key: 'Unidentified', code: 'KeyJ' },
      { key: 'j', code: 'KeyJ', modifierAltGraph: true, ctrlKey: true, altKey: true },
      { key: 'ł', code: 'KeyL', modifierAltGraph: true },
    ])
      expect(await send(page, part), JSON.stringify(part)).toBe(false)
    expect(await caseAtCursor(page)).toBe(at)
    expect(await send(page, { key: 'Dead', code: 'KeyJ' })).toBe(true)
    await expect.poll(() => caseAtCursor(page)).not.toBe(at)
    await press(page, 'k')
    // a symbol behind AltGr is the symbol
    expect(await send(page, { key: '?', code: 'Minus', modifierAltGraph: true, ctrlKey: true, altKey: true })).toBe(
      true,
    )
    await expect(help(page)).toBeVisible()
    await press(page, 'Escape')
    await focusOn(page, 'input')
    expect(await send(page, { key: 'Dead', code: 'KeyJ' })).toBe(false)
    expect(await send(page, { key: '?', code: 'Minus', modifierAltGraph: true, ctrlKey: true, altKey: true })).toBe(
      false,
    )
  })
})

type Body = (fixtures: { page: Page }) => Promise<void>

/** A test of what is kept for a user, by a user no other test minds. */
const as = (account: string, title: string, body: Body) =>
  test.describe(`as ${account}`, () => {
    test.use({ account })
    test(title, async ({ page }) => body({ page }))
  })

test.describe('the keymap', () => {
  test.beforeEach(async ({ page }) => {
    await press(page, 'Control+,')
    await expect(shortcuts(page)).toBeFocused()
  })

  /** Narrows the table to one command, under the cursor. */
  async function find(page: Page, title: string) {
    await press(page, '/')
    const search = page.getByRole('textbox', { name: /Search by word/ })
    // on a screen that is still on its way the key waits, and would be typed into whatever has the focus by then
    await expect(search).toBeFocused()
    await search.fill(title)
    await shortcuts(page).focus()
    await expect(shortcuts(page).getByRole('row', { name: title }).first()).toBeVisible()
  }
  const field = (page: Page) => page.getByRole('textbox', { name: 'New keys' })

  as(
    'superadmin',
    'a key in the way is refused, may be taken, acts at once, survives a reload, and is undone; real focus moves',
    async ({ page }) => {
      await find(page, 'Similar transactions')
      await press(page, 'Enter')
      await expect(field(page)).toBeFocused()
      await press(page, 'g')
      await expect(page.getByText('begins the keys of')).not.toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Save/ })).toBeDisabled()
      await press(page, 'Backspace', 'n')
      await expect(page.getByText('is already "Next needing attention"')).toBeVisible()
      await press(page, 'Enter')
      await expect(field(page)).toBeVisible()
      await page.getByRole('button', { name: 'Take it from there' }).click()
      await expect(field(page)).toBeHidden()
      await expect(shortcuts(page)).toBeFocused()
      await expect(shortcuts(page).getByRole('row', { name: 'Similar transactions, d, or n' })).toBeVisible()

      await press(page, 'g', 'c')
      await queueIsThere(page)
      await page.reload()
      await queueIsThere(page)
      await press(page, 'n')
      await expect(page).toHaveURL(/tab=similar/)
      await press(page, 'Control+,')
      await expect(shortcuts(page)).toBeFocused()
      await find(page, 'Next needing attention')
      await expect(shortcuts(page).getByRole('row', { name: 'Next needing attention, no key' })).toBeVisible()
      await press(page, 'Backspace')
      await expect(status(page)).toContainText('keys reset')
      await press(page, 'z')
      await expect(shortcuts(page).getByRole('row', { name: 'Next needing attention, no key' })).toBeVisible()

      await test.step('real focus moves with the cursor, wherever the row is drawn', async () => {
        await page.getByRole('button', { name: 'Typing and focus' }).click()
        await page.getByRole('checkbox', { name: 'Move real focus' }).check()
        await page.getByRole('link', { name: 'Transactions' }).click()
        await expect(queue(page).locator('[role="row"]:focus')).toHaveAttribute('aria-label', /\d/)
        await expect(preview(page).getByRole('heading').first()).toBeVisible()
        const focused = () => queue(page).locator('[role="row"]:focus').getAttribute('aria-rowindex')
        const total = Number(await queue(page).getAttribute('aria-rowcount'))
        const seen: (string | null)[] = []
        for (const key of ['j', 'j', 'k', 'Shift+G', 'PageUp', 'Home', 'End']) {
          await press(page, key)
          seen.push(await focused())
        }
        expect([seen[0], seen[1], seen[2], seen[3], seen[5], seen[6]]).toEqual([
          '3',
          '4',
          '3',
          String(total),
          '2',
          String(total),
        ])
        await expect(queue(page)).not.toHaveAttribute('aria-activedescendant')
        await press(page, 'Control+k', 'Escape')
        expect(await focused()).toBe(String(total))
        await expect(queue(page).locator('[tabindex="0"]')).toHaveCount(1)
      })
    },
  )

  as('docadmin', 'a preset is chosen, found by its keys and taken back', async ({ page }) => {
    await page.getByText('Vim-leaning').click()
    await expect(status(page)).toContainText('Keyboard preset: Vim-leaning')
    await page.getByRole('button', { name: 'Press a key' }).click()
    await press(page, 'y', 'y')
    await expect(shortcuts(page).getByRole('row', { name: /Copy id, y y, queue.*preset/ })).toBeVisible()
    await shortcuts(page).focus()
    await press(page, 'Escape', 'u')
    await expect(status(page)).toContainText('Undone')
    await expect(page.getByRole('radio', { name: 'Default' })).toBeChecked()
    // rows that come back while one writes leave the focus where it is; Escape goes to them, and not out of the settings
    await press(page, '/')
    const search = page.getByRole('textbox', { name: /Search by word/ })
    await expect(search).toBeFocused()
    await page.keyboard.type('zzz')
    await expect(page.getByText('No command matches')).toBeVisible()
    await press(page, 'Backspace', 'Backspace', 'Backspace')
    await expect(shortcuts(page)).toBeVisible()
    await page.keyboard.type('undo')
    await expect(search).toHaveValue('undo')
    await press(page, 'Escape', 'Escape')
    await expect(shortcuts(page)).toBeFocused()
  })

  as(
    'admin',
    'Alt and Enter in the palette change keys, a file with anything wrong is refused, a sheet fits its page',
    async ({ page }) => {
      await test.step('Alt and Enter on a command of the palette change its keys', async () => {
        await press(page, 'Control+k')
        await expect(palette(page).getByRole('option').first()).toBeVisible()
        await page.keyboard.type('clear cache')
        await expect(palette(page).getByRole('option').first()).toContainText('Clear Cache')
        await press(page, 'Alt+Enter')
        await expect(field(page)).toBeFocused()
        await press(page, 'g', 'j', 'Enter')
        await expect(status(page)).toContainText('Clear Cache: g j')
        await press(page, 'Control+k')
        await page.keyboard.type('clear cache')
        await expect(palette(page).getByRole('option').first()).toContainText('gj')
      })
      await press(page, 'Escape')
      await expect(palette(page)).toBeHidden()
      await test.step('a file with anything wrong is refused with its lines, and nothing is changed', async () => {
        await page.getByRole('button', { name: 'Import' }).click()
        const text = page.getByRole('textbox', { name: 'Keymap as JSON' })
        await text.fill('{\n  "app.undo": ["u"],\n  "app.burn": ["b"]\n}')
        await press(page, 'Control+Enter')
        await expect(page.getByRole('alert')).toHaveText('Line 3: There is no command "app.burn"')
        await text.fill('{\n  "app.undo": ["q"],\n  "app.redo": ["q"]\n}')
        await press(page, 'Control+Enter')
        await expect(page.getByRole('alert')).toHaveText(
          'Line 3: "q" is given twice where both work: app.undo and app.redo',
        )
        // one Escape does not lose pasted text
        await press(page, 'Escape')
        await expect(page.getByRole('alert')).toContainText('Esc again closes')
        await press(page, 'Escape')
        await expect(text).toHaveCount(0)
        await find(page, 'Undo')
        await expect(shortcuts(page).getByRole('row', { name: /^Undo, z, or Ctrl\+Z/ })).toBeVisible()

        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Export' }).click()
        expect((await download).suggestedFilename()).toBe('docket-keymap.json')
      })
      await test.step('each role’s keys are printed on one page, whatever the preset', async () => {
        const printed: Record<string, number> = {}
        for (const preset of ['Gmail', 'Vim-leaning', 'Default']) {
          await page.getByText(preset, { exact: true }).click()
          await expect(status(page)).toContainText(`Keyboard preset: ${preset}`)
          await press(page, 'F1')
          const roles = await help(page).getByRole('combobox', { name: 'Print for' }).getByRole('option').all()
          // an administrator has the most keys
          for (const role of preset === 'Default' ? roles : roles.slice(0, 1)) {
            await help(page)
              .getByRole('combobox', { name: 'Print for' })
              .selectOption(await role.innerText())
            await page.emulateMedia({ media: 'print' })
            await expect(page.getByText('Open the customer').last()).toBeVisible()
            await page.emulateMedia({ media: null })
            const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
            printed[`${preset}, ${await role.innerText()}`] = [...paper.matchAll(/\/Type\s*\/Page\b/g)].length
          }
          await press(page, 'Escape')
        }
        expect(Object.keys(printed)).toHaveLength(5)
        expect(Object.values(printed).filter((pages) => pages !== 1)).toEqual([])
      })
    },
  )

  as('analyst2', 'single keys: off, behind the leader, and only in the list', async ({ page }) => {
    const choose = async (mode: RegExp) => {
      await press(page, 'Control+,')
      await page.getByRole('button', { name: 'Typing and focus' }).click()
      await page.getByRole('radio', { name: mode }).check()
      await page.getByRole('link', { name: 'Transactions' }).click()
      await queueIsThere(page)
    }
    const moves = async (...keys: string[]) => {
      const before = await caseAtCursor(page)
      await press(page, ...keys)
      const isMoved = (await caseAtCursor(page)) !== before
      if (isMoved) await press(page, 'ArrowUp')
      return isMoved
    }
    await choose(/^Off/)
    expect([await moves('j'), await moves('ArrowDown'), await moves('Control+j', 'j')]).toEqual([false, true, false])
    await choose(/^With leader/)
    expect([await moves('j'), await moves('ArrowDown'), await moves('Control+j', 'j')]).toEqual([false, true, true])
    await choose(/^Only while/)
    expect(await moves('j')).toBe(true)
    await focusOn(page, 'button')
    expect([await moves('j'), await moves('F1', 'Escape')]).toEqual([false, false])
  })
})
