// The pictures of README.md and docs/features.md: ten screens, and an animated one of triage. Colours are reduced until a
// picture is small enough.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { expect as expectSoon, type Browser, type Page } from '@playwright/test'
import UPNG from 'upng-js'
import { isReadable, nextAfter } from './e2e/triage-record.ts'
import { canDecide, palette, press, preview, queueIsThere, type World } from './e2e/support.ts'
import { customersIn } from './support/account-world.ts'
import { addAlikeCases } from './support/alike-cases.ts'
import { signIn } from './support/sign-in.ts'

const expect = expectSoon.configure({ timeout: 60_000 })

const FOLDER = 'docs/pictures'
const SIZE = { width: 1440, height: 900 }
const MOST_BYTES = 150_000
/** Smaller, since it is shown in its own size. */
const FILM_SIZE = { width: 1080, height: 675 }
const MOST_FILM_BYTES = 1_500_000
const COLOURS = [256, 128, 64, 32, 16]
const FRAME_MS = 1400
const PLATFORM = 'paxum'
const CUSTOMER = { id: '7902', name: 'Marta Oliveira' }

type Still = (page: Page) => Promise<void>

/** Writes all of them. `isStill` waits until nothing on a page moves. */
export async function documentPictures(browser: Browser, world: World, isStill: Still): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  await shootWork(await openPage(browser, world, 'manager', SIZE), world, isStill)
  await shootAudit(await openPage(browser, world, 'admin', SIZE), world, isStill)
  await film(await openPage(browser, world, 'manager', FILM_SIZE), world, isStill)
}

async function openPage(browser: Browser, { url }: World, account: string, viewport: typeof SIZE): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme: 'light' })
  await context.addCookies([{ name: 'token', value: await signIn(url, account), url, sameSite: 'Strict' }])
  return context.newPage()
}

async function shootWork(page: Page, { url }: World, isStill: Still): Promise<void> {
  const shoot = async (name: string) => {
    await isStill(page)
    save(name, [await page.screenshot({ animations: 'disabled' })], SIZE, MOST_BYTES)
  }
  const goTo = (path: string) => page.goto(`${url}/admin/${PLATFORM}/${path}`)

  await goTo('cases/')
  await queueIsThere(page)
  await press(page, 'j', 'j')
  await expect(preview(page).getByText('No note yet.')).toBeVisible()
  await shoot('queue')
  await press(page, 'Control+k')
  await page.keyboard.type('assign')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await shoot('palette')
  await press(page, 'Escape', 'Escape', '?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await shoot('keys')
  await press(page, 'Escape', 'Enter')
  await expect(page.getByRole('tab').first()).toBeVisible()
  await shoot('case')
  for (const [name, path, grid] of [
    ['account-alerts', 'account-alerts/', 'Account alerts'],
    ['sanctions', 'screening/', 'Sanctions hits'],
  ] as const) {
    await goTo(path)
    await expect(page.getByRole('grid', { name: grid })).toBeFocused()
    await shoot(name)
  }
  await goTo('customers/')
  await expect(page.getByRole('grid', { name: 'Clients' })).toBeFocused()
  await expect(preview(page).getByRole('heading', { level: 2 })).not.toBeEmpty()
  await press(page, 'Enter')
  await expect(page.getByRole('tab').first()).toBeVisible()
  await shoot('customer')
  await goTo('rules/')
  await expect(page.getByRole('grid', { name: 'Rules' })).toBeFocused()
  await press(page, 'Enter', 'Enter')
  await expect(page.getByRole('form', { name: 'Rule definition' })).toBeFocused()
  await shoot('rule')
  await goTo('team/overview')
  await expect(page.getByRole('main').locator('[role=grid]').first()).toBeVisible()
  await shoot('team')
  await page.context().close()
}

async function shootAudit(page: Page, { url }: World, isStill: Still): Promise<void> {
  await page.goto(`${url}/admin/${PLATFORM}/administration/audit`)
  await expect(page.getByRole('main').locator('[role=grid]').first()).toBeVisible()
  await isStill(page)
  save('audit', [await page.screenshot({ animations: 'disabled' })], SIZE, MOST_BYTES)
  await page.context().close()
}

/** Decides alerts of a customer whose payments are usual, so that one key is enough, and undoes a decision. */
async function film(page: Page, { url, db }: World, isStill: Still): Promise<void> {
  await customersIn(db)({ platform: PLATFORM, ...CUSTOMER })
  const payments = ['150.00', '120.00'].flatMap((usd) => Array.from({ length: 10 }, () => ({ usd, country: 'US' })))
  await addAlikeCases(db, { platform: PLATFORM, customerId: CUSTOMER.id, rule: 'Significant payment' }, payments)
  const triage = page.getByRole('region', { name: 'Triage' })
  const progress = triage.getByLabel('Progress')
  const frames: Buffer[] = []
  const shoot = async (key: string) => {
    await isStill(page)
    await showKey(page, key)
    frames.push(await page.screenshot({ animations: 'disabled' }))
  }
  const decide = async () => {
    const before = await progress.innerText()
    await isReadable(page, '1')
    await page.keyboard.press('1')
    await expect(nextAfter(page, before)).toBeVisible()
    await isReadable(page, '1')
    await shoot('1')
  }

  await page.goto(`${url}/admin/${PLATFORM}/cases/?customerId=%22${CUSTOMER.id}%22`)
  await queueIsThere(page)
  await canDecide(page)
  await shoot('')
  for (const key of ['j', 'k']) {
    await page.keyboard.press(key)
    await shoot(key)
  }
  await page.keyboard.press('t')
  await expect(triage.getByRole('region', { name: 'Evidence' })).toBeVisible()
  await isReadable(page, '1')
  await shoot('t')
  for (let times = 0; times < 3; times++) await decide()
  const after = await progress.innerText()
  await page.keyboard.press('z')
  await expect(nextAfter(page, after)).toBeVisible()
  await isReadable(page, '1')
  await shoot('z')
  await decide()
  await press(page, '?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await shoot('?')
  await press(page, 'Escape')
  await shoot('Esc')
  save('triage', frames, FILM_SIZE, MOST_FILM_BYTES)
  await page.context().close()
}

/** The pressed key in a corner of the page. */
async function showKey(page: Page, key: string): Promise<void> {
  await page.evaluate((text) => {
    const id = 'pressed-key'
    const label = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'))
    label.id = id
    label.hidden = text === ''
    label.textContent = text
    const box = { position: 'fixed', insetInlineStart: '50%', bottom: '56px', zIndex: '99', padding: '8px 18px' }
    const look = { borderRadius: '8px', background: '#1c2540', color: '#ffffff', font: '600 28px monospace' }
    Object.assign(label.style, box, look)
  }, key)
}

/** Writes a PNG, animated where it has several frames; throws where it is too large in the fewest colours. */
function save(name: string, frames: readonly Buffer[], { width, height }: typeof SIZE, most: number): void {
  const pixels = frames.map((frame) => {
    const bytes = frame.buffer.slice(frame.byteOffset, frame.byteOffset + frame.byteLength) as ArrayBuffer
    return UPNG.toRGBA8(UPNG.decode(bytes))[0]!
  })
  const delays = frames.map((_, index) => (index === frames.length - 1 ? 2 * FRAME_MS : FRAME_MS))
  for (const colours of COLOURS) {
    const png = Buffer.from(
      frames.length === 1
        ? UPNG.encode(pixels, width, height, colours)
        : UPNG.encode(pixels, width, height, colours, delays),
    )
    if (png.length > most) continue
    writeFileSync(`${FOLDER}/${name}.png`, png)
    console.log(`${FOLDER}/${name}.png: ${Math.round(png.length / 1000)} kB, ${colours} colours`)
    return
  }
  throw new Error(`${name} is above ${most} bytes`)
}
