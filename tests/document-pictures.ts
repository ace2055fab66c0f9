// The pictures of README.md and docs/features.md: nine screens, and an animated one of triage. Colours are reduced until a
// picture is small enough.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { expect as expectSoon, type Browser, type Page } from '@playwright/test'
import UPNG from 'upng-js'
import { isReadable, nextAfter } from './e2e/triage-record.ts'
import { canDecide, palette, press, preview, queueIsThere, type World } from './e2e/support.ts'
import { customersIn } from './support/account-world.ts'
import { addAlikeCases } from './support/alike-cases.ts'
import { signIn } from './support/sign-in.ts'

const expect = expectSoon.configure({ timeout: 30_000 })

const FOLDER = 'docs/pictures'
const SIZE = { width: 1440, height: 900 }
const MOST_BYTES = 180_000
const MOST_FILM_BYTES = 1_000_000
const COLOURS = [256, 128, 64, 32, 16]
const FRAME_MS = 1400
const PLATFORM = 'paxum'
const PAYER = { id: '7902', name: 'Marta Oliveira' }

type Still = (page: Page) => Promise<void>

/** Writes all of them. `isStill` waits until nothing on a page moves. */
export async function documentPictures(browser: Browser, world: World, isStill: Still): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  // the templates that come with the product, not those of the tests
  await world.db.deleteFrom('setting').where('owner', '=', '').where('kind', '=', 'template').execute()
  for (const take of [shootQueue, shootLookUp, shootBacktest, shootTeam, film]) {
    const page = await openPage(browser, world)
    await take({
      page,
      world,
      goTo: (path) => page.goto(`${world.url}/admin/${PLATFORM}/${path}`).then(() => undefined),
      isStill: () => isStill(page),
      async shoot(name) {
        await isStill(page)
        save(name, [await page.screenshot({ animations: 'disabled' })], MOST_BYTES)
      },
    })
    await page.context().close()
  }
}

interface Studio {
  page: Page
  world: World
  /** To a path of the platform. */
  goTo: (path: string) => Promise<void>
  isStill: () => Promise<void>
  shoot: (name: string) => Promise<void>
}

async function openPage(browser: Browser, { url }: World): Promise<Page> {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light' })
  await context.addCookies([{ name: 'token', value: await signIn(url, 'manager'), url, sameSite: 'Strict' }])
  return context.newPage()
}

async function openQueue({ page, goTo }: Studio, filter = ''): Promise<void> {
  await goTo(`cases/${filter}`)
  await queueIsThere(page)
  await canDecide(page)
  await page.getByRole('button', { name: 'Not now' }).click()
}

async function shootQueue(studio: Studio): Promise<void> {
  const { page, shoot } = studio
  await openQueue(studio)
  await findFullEvidence(page)
  await shoot('queue')
  await press(page, 'Enter')
  await expect(page.getByRole('tab').first()).toBeVisible()
  await shoot('case')
  await press(page, 'Escape', 'Control+k')
  await page.keyboard.type('assign to in')
  await expect(
    palette(page)
      .getByRole('option', { name: /Ingrid/ })
      .first(),
  ).toBeVisible()
  await expect(palette(page).getByText('Loading')).toBeHidden()
  await shoot('palette')
  await press(page, 'Escape')
  await expect(palette(page)).toBeHidden()
  await press(page, '?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await shoot('keys')
  await press(page, 'Escape', 'v', 'g', '=')
  await page.getByRole('row', { expanded: false }).first().click()
  await press(page, 'ArrowRight', 'j')
  await expect(page.getByRole('row', { expanded: true })).toBeVisible()
  await shoot('stacks')
}

async function shootLookUp({ page, goTo, shoot }: Studio): Promise<void> {
  await goTo('screening/')
  await expect(page.getByRole('grid', { name: 'Sanctions hits' })).toBeFocused()
  await expect(preview(page).getByRole('table')).toBeVisible()
  await shoot('sanctions')
  await goTo('customers/')
  await expect(page.getByRole('grid', { name: 'Clients' })).toBeFocused()
  await expect(preview(page).getByRole('heading', { level: 2 })).not.toBeEmpty()
  await press(page, 'Enter')
  await expect(page.getByRole('tab').first()).toBeVisible()
  await shoot('customer')
}

async function shootTeam({ page, goTo, shoot }: Studio): Promise<void> {
  await goTo('team/overview')
  await expect(page.getByRole('main').locator('h1, h2, [role=grid]').first()).toBeVisible()
  await shoot('team')
}

/** Moves to the first case whose customer has paid often enough for every figure. */
async function findFullEvidence(page: Page): Promise<void> {
  for (let row = 0; row < 40; row++) {
    await press(page, 'j')
    await expect(preview(page).getByText('Payments compared')).toBeVisible()
    if (
      (await preview(page)
        .getByText(/Too few/)
        .count()) === 0
    )
      return
  }
  throw new Error('no case has every figure')
}

/** A rule is edited and tried on the past. */
async function shootBacktest({ page, goTo, shoot }: Studio): Promise<void> {
  await goTo('rules/')
  const list = page.getByRole('grid', { name: 'Rules' })
  await expect(list).toBeFocused()
  await press(page, '/')
  await page.keyboard.type('Velocity')
  await expect(list).toHaveAttribute('aria-rowcount', '2')
  await press(page, 'Enter', 'Enter')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Velocity')
  await page.getByRole('textbox', { name: 'Transactions allowed' }).fill('30')
  await press(page, 'Escape', 'b')
  await expect(palette(page)).toBeVisible()
  await press(page, '3')
  await expect(page.getByRole('table', { name: 'The rule and the draft' })).toBeVisible()
  await shoot('backtest')
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
}

/** Decides alerts of a customer whose payments are usual, so that one key is enough, and undoes a decision. */
async function film(studio: Studio): Promise<void> {
  const { page, world, isStill } = studio
  const customerId = await addUsualPayments(world.db)
  const triage = page.getByRole('region', { name: 'Triage' })
  const progress = triage.getByLabel('Progress')
  const frames: Buffer[] = []
  const shoot = async (key: string) => {
    await isStill()
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

  await openQueue(studio, `?customerId=%22${customerId}%22`)
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
  save('triage', frames, MOST_FILM_BYTES)
}

/** Adds alerts on payments of a customer who makes no others; returns the id of the customer. */
async function addUsualPayments(db: World['db']): Promise<string> {
  await customersIn(db)({ platform: PLATFORM, ...PAYER })
  const payments = ['150.00', '120.00'].flatMap((usd) => Array.from({ length: 10 }, () => ({ usd, country: 'US' })))
  const about = { platform: PLATFORM, customerId: PAYER.id, rule: 'Significant payment' }
  const ids = await addAlikeCases(db, about, payments)
  const named = { client_name: PAYER.name }
  await db.updateTable('monitoring_case').set(named).where('id', 'in', ids).execute()
  await db.updateTable('transaction').set(named).where('customer_id', '=', PAYER.id).execute()
  for (const [n, id] of ids.entries()) {
    const trigger_info = JSON.stringify({ text: `${payments[n]!.usd} USD in one transaction`, facts: [] })
    const words = { rule_description: 'A payment above 100 USD.', trigger_info }
    await db.updateTable('alert').set(words).where('case_id', '=', id).execute()
  }
  return PAYER.id
}

/** The pressed key in a corner of the page. */
async function showKey(page: Page, key: string): Promise<void> {
  await page.evaluate((text) => {
    const id = 'pressed-key'
    const label = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'))
    label.id = id
    label.hidden = text === ''
    label.textContent = text
    const box = { position: 'fixed', insetInlineStart: '48%', bottom: '130px', zIndex: '99', padding: '8px 18px' }
    const look = { borderRadius: '8px', background: '#1c2540', color: '#ffffff', font: '600 28px monospace' }
    Object.assign(label.style, box, look)
  }, key)
}

/** Writes a PNG, animated where it has several frames; throws where it is too large in the fewest colours. */
function save(name: string, frames: readonly Buffer[], most: number): void {
  const pixels = frames.map((frame) => {
    const bytes = frame.buffer.slice(frame.byteOffset, frame.byteOffset + frame.byteLength) as ArrayBuffer
    return UPNG.toRGBA8(UPNG.decode(bytes))[0]!
  })
  const { width, height } = SIZE
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
