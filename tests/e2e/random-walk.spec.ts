// A random walk over the whole keyboard: it decides, goes everywhere and comes back, and holds the workbench to what it
// promises under any keys.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn } from '#tests/support/sign-in.ts'
import { caseAtCursor, expect, openQueue, openWorld, palette, press, queue, test } from './support.ts'

/**
 * How many keys are pressed, and how many of them at most between two looks: BATCH=1 finds the culprit. Each run walks
 * another way, so that a few short walks see more than one long one; KEYS=2000 is for whoever looks for trouble.
 */
const KEYS = Number(process.env['KEYS'] ?? 500)
const BATCH = Number(process.env['BATCH'] ?? 20)
/** The page is checked again after this many keys; sooner where one key changes it. */
const LOOK = 5
const SOONER: Partial<Record<Place, number>> = { question: 1, triage: 3, palette: 2, overlay: 2 }
/** Enter answers a question no sooner, ms. */
const BOUNCE_MS = 250
/** So long may a few keys take, also beside other work; after that the workbench stands still, ms. */
const STANDSTILL_MS = 60_000
/** So long is waited for a look at what stands still, ms. */
const GLANCE_MS = 5000

/** The parts of the page that decide which keys are worth pressing. */
type Place =
  | 'queue'
  | 'accountAlerts'
  | 'triage'
  | 'case'
  | 'outbox'
  | 'templates'
  | 'settings'
  | 'list'
  | 'elsewhere'
  | Over
type Over = 'palette' | 'words' | 'overlay' | 'question'

const MOVE = ['j', 'k', 'ArrowDown', 'ArrowUp', 'Shift+J', 'Shift+K', 'Shift+G', 'Home', 'End', 'PageDown', 'PageUp']
const SELECT = ['x', 'Shift+X', '3 x', '5 j', '1 2 g g', '* a', '* n', '* i', '* o', '* h', '* c', '* r', '* l', 'n']
const DECIDE = ['r 1', 'r 2', 'Shift+R 1', 'a 1', 'a 2', 'a 3', 'a Enter', 'm', 'w', 'Shift+W', '.', 's 1 1', 'h 1']
const BACK = ['z', 'z', 'Shift+Z']
const LOOK_AT = ['v', 'Space', ',', '/', '?', 'Control+k', 'f', 'g n', 'Tab', 'd', '* m y', 'F6', 'g q', 'c']
const GO = ['g o', 'g m', 'Control+,', 'g v 1', 'g 1', 'g c', 'g 0', 'b j k Enter']
const LISTS = ['g l', 'g l', 'g l', 'g u', 'g r', 'g w', 'g e', 'g z', 'g s']
const MACROS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/** For each place, keys by how often they are pressed there. What leaves the workbench is left out. */
const WALK: Record<Place, readonly (readonly [times: number, strokes: readonly string[]])[]> = {
  queue: [
    [3, MOVE],
    [2, SELECT],
    [10, DECIDE],
    [1, BACK],
    [1, LOOK_AT],
    [3, ['t', 't', 't', 'Enter', 'Escape', 'Shift+F', 'Shift+F', 'f s t a Enter 1', 'Backspace 1']],
    [1, GO],
    [1, LISTS],
  ],
  accountAlerts: [
    [2, MOVE],
    [1, ['x', '3 x', '5 j', '* a', '* n', '* i', '* g', '* l', 'n', 'Shift+L', 'Shift+S']],
    [6, ['r 1', 'r 2', 's 1', 'm', 'a 2', 'w', 'Shift+W', 'Shift+P', 'Shift+R 1', '.', 'z', 'Shift+Z']],
    [3, ['t', 't', 'v', 'Space', 'Enter', 'Escape', 'Escape', 'c', 'Shift+F', 'u g b', 'g c', 'g c']],
  ],
  triage: [
    [12, MACROS],
    [3, ['j', 'j', 'j', 'k', 'Space', 'w', '.', 'r 1', 'm', 'a 2', 'p 1', '0 2', 'e 3', 'c', 's 1 1']],
    [1, [...BACK, 'Escape', 'Enter', 'g o']],
  ],
  case: [
    [3, ['j', 'k', 'x', 'r 1', 'Shift+R 1', 'Shift+Enter 1', 'm', 'a 2', 'w', 'Shift+W', 's 1 1', '.', 'z']],
    [3, ['1', '2', '3', '4', ']', '[', 'Enter', 'c', 'u', 'g b', 'y', ...Array.from({ length: 10 }, () => 'Escape')]],
  ],
  outbox: [
    [2, ['j', 'k', 'Shift+G', 'x', '1', '2', 'z', 'Control+Enter', 'Enter', 'y', 'r']],
    [3, ['g c', 'Escape']],
  ],
  templates: [
    [2, ['j', 'k', 'c', 'Shift+C', 'Enter', 'Control+s', '#', 'z', 'Escape', 'Tab']],
    [2, ['g c']],
  ],
  settings: [
    [2, ['j', 'k', 'x', '/', 's', '1', '2', 'Backspace', 'z', 'Tab', 'Shift+G', '* a']],
    [2, ['g c']],
  ],
  list: [
    [2, ['j', 'k', 'ArrowDown', 'Shift+G', 'Home', 'PageDown', 'x', 'v', 'Space', '/', '?', 'Tab', 'y', 'n', 'Enter']],
    [1, ['g c', 'g c', 'g c', ...LISTS]],
  ],
  elsewhere: [[1, ['Escape', 'g c', 'g b', 'j', 'x', 'Tab']]],
  palette: [
    [3, ['Enter', '1', '2', '2 1 6 9', 'Escape']],
    [2, ['Escape Escape']],
    [1, ['ArrowDown', 'PageDown', 'End', 'Tab', 'Shift+Enter', 'Control+Enter', 'Backspace', 'a', 'r', 'e']],
  ],
  words: [
    [1, ['j', 'o', 'Space', 'Enter', ';', '1', 'Tab', 'Backspace', 'Control+j']],
    [2, ['Control+Enter', 'Control+Shift+Enter', 'Escape', 'Escape']],
  ],
  overlay: [[1, ['Escape', 'Escape', 'Tab', 'j', 'Enter']]],
  question: [[1, ['Enter', 'Enter', 'Enter', 'Shift+Enter', 'Escape', 'j']]],
}

test('hundreds of keys: the grid always has a current row, nothing fails, no change is silent', async ({ browser }) => {
  // one walk for a machine that judges, another each time for whoever looks for trouble
  const seed = Number(process.env['SEED'] ?? (process.env['CI'] ? 3333 : Date.now() % 1_000_000))
  console.log(`random walk: SEED=${seed} KEYS=${KEYS}`)
  test.info().annotations.push({ type: 'seed', description: `${seed}, ${KEYS} keys` })
  test.setTimeout(600_000)
  // it decides at will, and quicker than anybody reads: a world of its own, without the guard against that
  const world = await openWorld({ DWELL_MS: '0' })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  const value = await signIn(world.url, 'manager')
  await context.addCookies([{ name: 'token', value, url: world.url, sameSite: 'Strict' }])
  const page = await context.newPage()
  try {
    await openQueue(page, world.url)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await listen(page)

    const began = Date.now()
    const walk = createWalk(page, randomOf(seed))
    const last = () => `SEED=${seed} BATCH=${BATCH} after ${walk.keys.length} keys, ${walk.lastKeys()}`
    // the walk ends where the page is loaded again, without a word of why
    page.on('request', (request) => {
      if (request.isNavigationRequest()) console.log(`loads ${request.url()}: ${last()}`)
    })
    while (walk.keys.length < KEYS) {
      const wrong = await orStandstill(page, last, async () => {
        await walk.on(BATCH)
        return dangling(page)
      })
      expect(wrong, last()).toEqual([])
    }
    const seconds = Math.round((Date.now() - began) / 1000)
    // out of whatever is open, and back to every case
    await press(page, ...Array.from({ length: 8 }, () => 'Escape'), 'g', 'c')
    await page.waitForURL('**/cases/**')
    await press(page, 'Escape', 'Shift+F', 'g', 'n')
    const clear = page.getByText('Queue clear')
    await expect(queue(page).or(clear)).toBeVisible()
    if (await queue(page).isVisible()) await expect.poll(() => caseAtCursor(page)).toMatch(/\d/)
    expect(errors).toEqual([])

    const written = await acts(page)
    const unsaid = async () => {
      const said = await heard(page)
      return written.filter(({ label }) => !said.some((text) => text.includes(label))).map(({ label }) => label)
    }
    await expect.poll(unsaid).toEqual([])
    // a key without an effect says why, and not that it was done to nobody
    expect((await heard(page)).filter((text) => /\b0 (account )?(alerts?|cases?)\b/.test(text))).toEqual([])
    const places = [...walk.visits].map(([place, count]) => `${place} ${count}`).join(', ')
    console.log(
      `random walk: ${walk.keys.length} keys in ${seconds} s, ${written.length} writes, all announced; ${places}`,
    )
    // a walk that decides nothing proves nothing
    if (KEYS >= 500) expect(written.length).toBeGreaterThanOrEqual(KEYS / 100)
  } finally {
    await context.close()
    await world.close()
  }
})

/** Presses keys by chance, by what is in front. */
function createWalk(page: Page, next: () => number) {
  const keys: string[] = []
  const visits = new Map<Place, number>()
  const among = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
  const strokesAt = (place: Place) => {
    const lots = WALK[place].flatMap(([times, strokes]) => Array.from({ length: times }, () => strokes))
    return among(among(lots)).split(' ')
  }

  /** Some keys for one place. They go out without waiting for each other, up to one that may lead out of the workbench. */
  async function stroll(place: Place): Promise<void> {
    const pressing: Promise<void>[] = []
    if (place === 'question') await takeIn(page, BOUNCE_MS)
    const most = Math.min(BATCH, SOONER[place] ?? LOOK)
    let pressed = 0
    while (pressed < most) {
      for (const key of strokesAt(place)) {
        const mayLead = isChoosing(key) && !isMacro(place, key)
        if (mayLead) await Promise.all(pressing.splice(0))
        const chosen = mayLead && (await leads(page, isDigit(key))) ? 'Escape' : key
        keys.push(chosen)
        pressed += 1
        pressing.push(page.keyboard.press(chosen))
      }
    }
    await Promise.all(pressing)
  }

  return {
    keys,
    visits,
    lastKeys: () => keys.slice(-BATCH - 12).join(' '),
    async on(count: number) {
      const end = keys.length + count
      while (keys.length < end) {
        const place = await placeOf(page)
        visits.set(place, (visits.get(place) ?? 0) + 1)
        await stroll(place)
      }
    },
  }
}

/** Does something with the page; where that does not end, says after which keys, and what is on the screen. */
async function orStandstill<T>(page: Page, last: () => string, act: () => Promise<T>): Promise<T> {
  const [acting, isLate] = [act(), Symbol('late')]
  const first = await Promise.race([acting, after(STANDSTILL_MS, isLate)])
  if (first !== isLate) return first as T
  // it fails once the page is closed
  acting.catch(() => undefined)
  const words = page.evaluate(
    () => `focus on ${document.activeElement?.outerHTML.slice(0, 200)}; ${document.body.innerText}`,
  )
  const shown = await Promise.race([words.catch(String), after(GLANCE_MS, 'nothing: the page does not answer')])
  throw new Error(`stands still: ${last()}; at ${page.url()} it shows ${shown.slice(0, 1500)}`)
}

const after = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => {
    setTimeout(resolve, ms, value).unref()
  })

const placeOf = (page: Page): Promise<Place> =>
  page.evaluate(() => {
    const at = document.activeElement
    const has = (selector: string) => document.querySelector(selector) !== null
    if (has('[role=dialog][aria-label="Command palette"] strong')) return 'question'
    if (has('[role=dialog][aria-label="Command palette"]')) return 'palette'
    if (at?.matches('textarea')) return 'words'
    if (has('[role=dialog]') || at?.matches('input')) return 'overlay'
    if ([...document.querySelectorAll('footer button')].some(({ textContent }) => textContent.endsWith('confirm')))
      return 'question'
    if (has('section[aria-label=Triage]')) return 'triage'
    if (/\/(rules\/|allowlists|customers\/|model-setting|zoho-form|forms\/\w+)$/.test(location.pathname)) return 'list'
    if (location.pathname.endsWith('/account-alerts/')) return 'accountAlerts'
    const places = { '/cases': 'queue', '/case/': 'case', '/outbox': 'outbox', '/conflicts': 'outbox' } as const
    const others = { '/templates': 'templates', '/settings': 'settings' } as const
    const found = Object.entries({ ...places, ...others }).find(([path]) => location.pathname.includes(path))
    return found?.[1] ?? 'elsewhere'
  })

/** Lets as much time pass on the page, ms. */
async function takeIn(page: Page, ms: number): Promise<void> {
  const since = await page.evaluate(() => performance.now())
  await page.waitForFunction(([from, enough]) => performance.now() - from! > enough!, [since, ms])
}

/** Keeps everything that the live regions say, and what is wrong in the frame after each key. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const said: string[] = []
    const wrong: string[] = []
    Object.assign(window, { said, wrong })
    /** The fault of the cursor that a grid names; null for none. */
    const faultOf = (grid: Element): string | null => {
      if (grid.getAttribute('aria-rowcount') === '1') return null
      const name = grid.getAttribute('aria-label')
      const id = grid.getAttribute('aria-activedescendant')
      if (id === null) return `no row of ${name} is named`
      return grid.contains(document.getElementById(id)) ? null : `${id} is not in ${name}`
    }
    // text typed into a search field leads nowhere, and writes nothing
    let searched: Element | null = null
    const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
      key.length === 1 && !ctrlKey && !metaKey && !altKey
    const fieldOf = (target: EventTarget | null) =>
      target instanceof Element && target.matches('[cmdk-input][placeholder], input[type=search]') ? target : null
    const begin = (event: KeyboardEvent) => {
      searched = isText(event) ? fieldOf(event.target) : null
    }
    addEventListener('keydown', begin, { capture: true })
    const follow = ({ key, target }: KeyboardEvent) => {
      if (searched && fieldOf(target) !== searched) wrong.push(`${key}: left the search field it was typed into`)
      if (searched?.matches('[cmdk-input]') && document.querySelector('[role=dialog] strong'))
        wrong.push(`${key}: asks to confirm what a search field was given`)
      searched = null
    }
    addEventListener('keyup', follow, { capture: true })
    const look = (key: string) => {
      const faults = [...document.querySelectorAll('[role="grid"]')].map(faultOf).filter((fault) => fault !== null)
      wrong.push(...faults.map((fault) => `${key}: ${fault}`))
    }
    addEventListener('keyup', ({ key }) => requestAnimationFrame(() => look(key)), { capture: true })
    const regions = document.querySelectorAll('footer [aria-live]')
    const note = () => said.push(...[...regions].map(({ textContent }) => textContent))
    for (const region of regions)
      new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true })
  })
const heard = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said)

/** A digit of triage decides, and leads nowhere. */
const isMacro = (place: Place, key: string) => place === 'triage' && /^\d$/.test(key)
const isChoosing = (key: string) => /^([1-9]|Enter|Space|Control\+Enter)$/.test(key)
const isDigit = (key: string) => /^\d$/.test(key)

/**
 * True if the key would act on something outside the workbench: the palette's first page, where a digit is text, the
 * frame, a link, or the keys themselves.
 */
const leads = (page: Page, isText: boolean) =>
  page.evaluate((isOfText) => {
    const at = document.activeElement
    const isOpenPalette = !isOfText && at?.matches('[cmdk-input]') && at.getAttribute('placeholder') !== null
    const isOnKeys = location.pathname.includes('/settings/')
    return Boolean(isOpenPalette || isOnKeys || at?.closest('header, footer, a, [role=menu], [role=menuitem]'))
  }, isText)

/** The writes, by the activity log of the device. */
async function acts(page: Page): Promise<{ label: string }[]> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('download activity log')
  await expect(palette(page).getByRole('option', { name: 'activity log' }).first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const text = await readFile(await (await download).path(), 'utf8')
  return (JSON.parse(text) as { acts: { label: string }[] }).acts
}

/** The faults in the frames after the last keys. */
const dangling = (page: Page) => page.evaluate(() => (window as unknown as { wrong: string[] }).wrong.splice(0))

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
