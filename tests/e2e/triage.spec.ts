// Triage where the server's policy or an accident changes what a key comes to.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { customersIn } from '#tests/support/account-world.ts'
import { addAlikeCases } from '#tests/support/alike-cases.ts'
import { signIn } from '#tests/support/sign-in.ts'
import {
  caseAtCursor,
  effectsOn,
  enrolPassphrase,
  expect,
  isDrained,
  openQueue,
  openWorld,
  palette,
  preview,
  queueIsThere,
  rowOf,
  test,
  unlock,
  unsent,
  cutOff,
  type World,
} from './support.ts'
import { isReadable } from './triage-record.ts'

const triage = (page: Page) => page.getByRole('region', { name: 'Triage' })
const footer = (page: Page) => page.getByRole('contentinfo')

test.describe('without an undo window and without the precedent check', () => {
  test('a decision is sent at once, says that it cannot be undone, and z says so too', async ({ browser }) => {
    test.setTimeout(120_000)
    const world = await openWorld({ HOLD_SECONDS: '0', DWELL_MS: '0' })
    const context = await browser.newContext()
    try {
      await signedIn(context, world.url)
      const page = await context.newPage()
      await openQueue(page, world.url, 'paydek')
      const taken = await caseAtCursor(page)
      await page.keyboard.press('w')
      await expect(footer(page)).toContainText('sent at once, cannot be undone')
      await expect.poll(() => effectsOn(world, taken), { timeout: 30_000 }).toEqual(['change status'])
      await page.keyboard.press('z')
      await expect(rowOf(page, taken)).toHaveCount(0)
      expect(await effectsOn(world, taken)).toEqual(['change status'])

      // no guard: the first key after the alert came counts
      await page.keyboard.press('t')
      await expect(triage(page).getByRole('heading', { level: 2 })).toBeVisible()
      await page.keyboard.press('5')
      await expect(
        triage(page)
          .getByLabel('Progress')
          .or(footer(page).getByRole('button', { name: 'confirm' })),
      ).toBeVisible()
      await expect(footer(page)).not.toContainText('Too fast')
    } finally {
      await context.close()
      await world.close()
    }
  })
})

test.describe('with an undo window', () => {
  test.use({ account: 'analyst' })

  test('pinned facts, a note that is left, and marks and announcements of alerts', async ({ page, world }) => {
    await test.step('pinned facts are in the strip and in the note preview, and z unpins them', async () => {
      await openQueue(page, world.url, 'paydek')
      await page.keyboard.press('t')
      await expect(triage(page)).toBeVisible()
      await page.keyboard.press('p')
      const first = palette(page).getByRole('option').first()
      await expect(first).toBeVisible()
      const words = await first.locator('.truncate').first().innerText()
      await page.keyboard.press('1')
      const pinned = triage(page).getByRole('list', { name: 'Pinned as evidence' })
      await expect(pinned).toContainText(words)
      await expect(triage(page).getByText(`Evidence: ${words}`)).toBeVisible()
      await page.keyboard.press('z')
      await expect(pinned).toBeHidden()
    })
    await test.step('the first Escape over a typed note warns, the second closes, and the draft is restored', async () => {
      await openQueue(page, world.url, 'paydek')
      await page.keyboard.press('c')
      const drawer = page.getByRole('dialog', { name: /note/i })
      await expect(drawer.getByRole('textbox')).toBeFocused()
      await page.keyboard.type('Called the customer')
      await page.keyboard.press('Escape')
      await expect(drawer.getByRole('alert')).toContainText('Not sent')
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await page.keyboard.press('c')
      await expect(drawer.getByRole('textbox')).toHaveValue('Called the customer')
    })
    await test.step('a hard stop that is overdue shows both, and each alert is announced when it comes', async () => {
      const [stopped = '', next = '', last = ''] = await raise(world)
      await page.goto(`${world.url}/admin/paydek/cases/?customerId="7910"&sort=created`)
      await queueIsThere(page)

      await test.step('both marks in the row, beside each other, and both tags in its preview', async () => {
        await expect(rowOf(page, stopped)).toHaveAttribute('aria-label', /hard stop, overdue/)
        const cell = rowOf(page, stopped).getByRole('gridcell').first()
        const marks = await cell.locator('.tone-mark').evaluateAll((all) =>
          all.map((mark) => {
            const { left, right } = mark.getBoundingClientRect()
            return { left, right }
          }),
        )
        const { x = 0, width = 0 } = (await cell.boundingBox()) ?? {}
        expect(marks).toHaveLength(2)
        expect(marks[1]!.left).toBeGreaterThanOrEqual(marks[0]!.right)
        expect(marks[1]!.right).toBeLessThanOrEqual(x + width)
        await showsBoth(preview(page))
      })

      await test.step('both tags in triage, and the alert is announced on entering, on moving and after a decision', async () => {
        const said = page.locator('[aria-live="polite"]')
        const alertOf = (id: string, usd: string) => `Late, ${id}, Folded 7910, ${usd} USD. ${usd} of 100`
        await page.keyboard.press('t')
        await expect(said).toContainText(alertOf(stopped, '120.00'))
        await showsBoth(triage(page).locator('header'))
        await page.keyboard.press('j')
        await expect(said).toContainText(alertOf(next, '130.00'))
        await isReadable(page, '5')
        await page.keyboard.press('5')
        await expect(said).toContainText(/Resolved/)
        await expect(said).toContainText(alertOf(last, '140.00'))
      })
    })
  })

  test('a killed tab loses no held decision', { tag: '@worker' }, async ({ page, context, world }) => {
    await openQueue(page, world.url, 'paydek')
    await enrolPassphrase(context, world, 'paydek')
    await cutOff(page)
    const taken = await caseAtCursor(page)
    await page.keyboard.press('w')
    await expect(unsent(page)).toHaveText('1 unsent')
    const killed = page.waitForEvent('crash')
    // a crash never answers
    void page.goto('chrome://crash').catch(() => undefined)
    await killed
    await page.close()
    const again = await context.newPage()
    await again.goto(`${world.url}/admin/paydek/cases/`)
    await unlock(again)
    await queueIsThere(again)
    await again.keyboard.press('z')
    await expect(rowOf(again, taken)).toBeVisible()
    await context.setOffline(false)
    await isDrained(again)
    expect(await effectsOn(world, taken)).toEqual([])
  })
})

/** Three cases of a customer; the oldest is a hard stop, and new for longer than a day. */
async function raise({ db }: World): Promise<string[]> {
  const customer = { platform: 'paydek', id: '7910', name: 'Folded 7910' }
  await customersIn(db)(customer)
  const ids = await addAlikeCases(db, { platform: 'paydek', customerId: '7910', rule: 'Late' }, [
    { usd: '120.00', country: 'US', level: 'hardstop' },
    { usd: '130.00', country: 'US' },
    { usd: '140.00', country: 'US' },
  ])
  const created_at = new Date(Date.now() - 3 * 86_400_000)
  await db.updateTable('monitoring_case').set({ created_at }).where('id', '=', ids[0]!).execute()
  return ids
}

async function showsBoth(place: Locator): Promise<void> {
  await expect(place.getByText('Hard stop', { exact: true })).toBeVisible()
  await expect(place.getByText('Overdue', { exact: true })).toBeVisible()
}

async function signedIn(context: BrowserContext, url: string): Promise<void> {
  const value = await signIn(url, 'analyst')
  await context.addCookies([{ name: 'token', value, url, sameSite: 'Strict' }])
}
