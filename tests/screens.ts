// npm run screens [-- --evidence]: a picture of every screen that is built, light and dark, in two sizes, those of managers
// and administrators in a narrow one too, and of triage by kind of alert, into screens/. With `-- --documents` only the
// pictures of the documents, into docs/pictures/.
import { mkdirSync, rmSync } from 'node:fs'
import { chromium, expect as expectSoon, type Browser, type Page } from '@playwright/test'
import { rules as calls } from '#contract/calls/rules/rules.ts'
import { build } from '../scripts/build.mjs'
import { setup } from '../scripts/setup.mjs'
import { openWorld, palette, press, preview, queueIsThere, type World } from './e2e/support.ts'
import { documentPictures } from './document-pictures.ts'
import { launchOptions } from './support/chromium.ts'
import { signIn } from './support/sign-in.ts'

/** A machine may have other work. */
const expect = expectSoon.configure({ timeout: 60_000 })

const FOLDER = 'screens'
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
]
const NARROW = { width: 600, height: 900 }
const SCHEMES = ['light', 'dark'] as const
/** Kinds of alert whose evidence differs, each with a type of rule that raises one. */
const KINDS = {
  amount: 'limit_transaction',
  pattern: 'threshold_breakdown',
  velocity: 'account_velocity',
  country: 'ip_prohibited_country',
  keyword: 'prohibited_keyword',
  sanctions: 'infolaft_sanction',
  account: 'permission_transaction',
}

interface Look {
  size: (typeof SIZES)[number]
  colorScheme: (typeof SCHEMES)[number]
}

await setup({ chromium: true })
if (!build()) throw new Error('The window could not be built.')
const isForDocuments = process.argv.includes('--documents')
// an undo has to be filmed before its time is over
const world = await openWorld(isForDocuments ? { HOLD_SECONDS: '60' } : {})
const browser = await chromium.launch(launchOptions)
try {
  if (isForDocuments) await documentPictures(browser, world, isStill)
  else await everyScreen()
} finally {
  await browser.close()
  await world.close()
}

async function everyScreen(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  const looks = (sizes: Look['size'][]) =>
    sizes.flatMap((size) => SCHEMES.map((colorScheme) => ({ size, colorScheme })))
  for (const look of looks(SIZES)) await decide(browser, world, look)
  if (process.argv.includes('--evidence')) return
  for (const look of looks(SIZES)) await walk(browser, world, look)
  for (const look of looks([...SIZES, NARROW])) await oversee(browser, world, look)
}

/** The screens of managers and administrators, each by its address. */
async function oversee(over: Browser, { url }: World, { size, colorScheme }: Look): Promise<void> {
  const context = await over.newContext({ viewport: size, colorScheme })
  const value = await signIn(url, 'admin')
  await context.addCookies([{ name: 'token', value, url, sameSite: 'Strict' }])
  const page = await context.newPage()
  const team = ['', '/overview', '/approvals', '/hours', '/trend', '/quality', '/handover'].map((part) => `team${part}`)
  const sections = ['presence', 'access', 'audit', 'reads', 'jobs', 'notices', 'policies', 'screening-lists']
  const administration = sections.map((section) => `administration/${section}`)
  const paths = ['dashboard/', 'reports', 'contracts/', 'test/', ...team, ...administration]
  for (const path of paths) {
    await page.goto(`${url}/admin/paxum/${path}`)
    await expect(page.getByRole('main').locator('h1, h2, [role=grid]').first()).toBeVisible()
    await isStill(page)
    const file = `oversight-${path.replace(/\/$/, '').replaceAll('/', '-')}-${colorScheme}-${size.width}.png`
    await page.screenshot({ path: `${FOLDER}/${file}`, animations: 'disabled' })
  }
  await context.close()
}

/** Triage with the evidence of each kind of alert. */
async function decide(over: Browser, { url, db }: World, { size, colorScheme }: Look): Promise<void> {
  const context = await over.newContext({ viewport: size, colorScheme })
  const value = await signIn(url, 'manager')
  await context.addCookies([{ name: 'token', value, url, sameSite: 'Strict' }])
  const page = await context.newPage()
  for (const [kind, type] of Object.entries(KINDS)) {
    const alert = await db
      .selectFrom('alert')
      .select(['kind', 'rule_id', 'rule_name'])
      .where('platform', '=', 'paxum')
      .where('rule_type', '=', type)
      .where('status', '=', 'new')
      .executeTakeFirstOrThrow()
    // the queue of account alerts has no filter by type
    const path = alert.kind === 'account' ? `account-alerts/?rule="${alert.rule_id}"` : `cases/?rule_type=${type}`
    await page.goto(`${url}/admin/paxum/${path}`)
    await expect(page.getByRole('grid').first()).toBeFocused()
    await press(page, 't')
    const triage = page.getByRole('region', { name: 'Triage' })
    // a case has alerts of other types too
    while ((await triage.getByRole('heading', { level: 2 }).innerText()) !== alert.rule_name) await press(page, 'j')
    await expect(triage.getByRole('region', { name: 'Evidence' })).toBeVisible()
    await isStill(page)
    await page.screenshot({
      path: `${FOLDER}/evidence-${kind}-${colorScheme}-${size.width}.png`,
      animations: 'disabled',
    })
  }
  await context.close()
}

/** Goes through the screens once and takes their pictures. Decides nothing that stays. */
async function walk(over: Browser, { url }: World, { size, colorScheme }: Look): Promise<void> {
  const context = await over.newContext({ viewport: size, colorScheme })
  const page = await context.newPage()
  let count = 0
  const shoot = async (name: string) => {
    const number = String(++count).padStart(2, '0')
    await isStill(page)
    await page.screenshot({
      path: `${FOLDER}/${number}-${name}-${colorScheme}-${size.width}.png`,
      animations: 'disabled',
    })
  }

  await page.goto(url)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await shoot('home')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in to Docket' })).toBeVisible()
  await shoot('accounts')
  await page.goto(`${url}/notFound`)
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  await shoot('not-found')

  const value = await signIn(url, 'manager')
  await context.addCookies([{ name: 'token', value, url, sameSite: 'Strict' }])
  await page.goto(`${url}/admin/paxum/cases/`)
  await queueIsThere(page)
  await press(page, 'j', 'j')
  await expect(preview(page).getByText('No note yet.')).toBeVisible()
  await shoot('queue')
  await page.keyboard.press(',')
  await shoot('queue-other-density')
  await page.keyboard.press(',')
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused()
  await shoot('filter')
  await press(page, 'Escape', 'f')
  await page.keyboard.type('level')
  await press(page, 'Enter', '1')
  await expect(page.getByRole('button', { name: /Remove filter/ })).toBeVisible()
  await queueIsThere(page)
  await shoot('filtered')
  await press(page, 'Shift+F')
  await queueIsThere(page)
  await press(page, 'Control+k')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await shoot('palette')
  await press(page, 'Escape', '5', 'x', 'a')
  await expect(palette(page).getByRole('option', { name: /Ingrid/ })).toBeVisible()
  await shoot('assign')
  await press(page, 'Escape', 'Escape', 'r')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await shoot('resolve')
  await press(page, 'Escape', '?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await shoot('cheatsheet')
  await press(page, 'Escape', 'Enter')
  for (const [index, tab] of ['alerts', 'similar', 'flow', 'notes'].entries()) {
    await expect(page.getByRole('tab').first()).toBeVisible()
    await page.keyboard.press(String(index + 1))
    await expect(page.getByRole('tab').nth(index)).toHaveAttribute('aria-selected', 'true')
    await shoot(`case-${tab}`)
  }
  await page.keyboard.press('1')
  await expect(page.getByRole('grid', { name: 'Alerts' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Why the alert fired' })).toContainText('Triggering values')
  await shoot('drawer')
  await press(page, 'Escape', 'l')
  const allowing = page.getByRole('dialog', { name: 'Allow list from the alert' })
  await allowing.getByLabel('All values, without a limit').press('Space')
  await expect(allowing).toContainText('This alert is one.')
  await shoot('allowlist-from-alert')
  // the first says what would be given up
  await press(page, 'Escape', 'Escape')
  await expect(allowing).toBeHidden()
  await press(page, 'c')
  await expect(page.getByRole('dialog', { name: /note/i }).getByRole('textbox')).toBeFocused()
  await shoot('note')
  await press(page, 'Escape', 'i')
  await expect(
    page.getByRole('dialog', { name: /^New ticket/ }).getByRole('textbox', { name: 'Message' }),
  ).toBeFocused()
  await page.keyboard.type(';')
  await expect(page.getByRole('option', { name: /Purpose of a payment/ })).toBeVisible()
  await shoot('new-ticket-templates')
  await page.keyboard.press('Enter')
  await shoot('new-ticket')
  await press(page, 'Escape', 'Escape', 'Shift+I')
  await expect(page.getByRole('tab', { name: 'Helpdesk' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('grid', { name: /tickets/i })).toBeVisible()
  await shoot('helpdesk')
  await press(page, 'Escape', 'Escape')
  await queueIsThere(page)
  await press(page, 'g', 'z')
  await expect(page.getByRole('form', { name: 'Ticket template' })).toBeVisible()
  await shoot('ticket-templates')
  await press(page, 'g', 'o')
  await expect(page.getByText('Everything is on the server')).toBeVisible()
  await shoot('outbox-empty')
  await page.keyboard.press('g')
  await expect(page.getByRole('group', { name: 'Keys that continue this sequence' })).toBeVisible()
  await shoot('which-key')
  await page.keyboard.press('m')
  await expect(page.getByRole('form', { name: 'Template' })).toBeVisible()
  await shoot('templates')
  await press(page, 'Escape', 'Control+,')
  await expect(page.getByRole('grid').first()).toBeVisible()
  await shoot('keyboard')
  await page.keyboard.press('2')
  await expect(page.getByRole('heading', { name: 'Typing and focus' })).toBeVisible()
  await shoot('typing')
  await press(page, 'Escape', 'g', 'q')
  await expect(page).toHaveURL(/conflicts/)
  await shoot('conflicts-empty')
  await press(page, 'g', 's')
  await expect(page.getByRole('grid', { name: 'Model settings' })).toBeFocused()
  await shoot('model-settings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await shoot('model-setting')
  await press(page, 'Escape', 'g', 'w')
  await expect(page.getByRole('grid', { name: 'Allow lists' })).toBeFocused()
  await shoot('allowlists')
  await press(page, 'Shift+G', 'Enter')
  await expect(page.getByRole('grid', { name: 'Matching alerts' })).toBeVisible()
  await shoot('allowlist')
  await press(page, 'Escape', 'Shift+R')
  await expect(page.getByRole('button', { name: /^Resolve \d/ })).toBeFocused()
  await shoot('allowlist-resolve')

  await page.goto(`${url}/admin/paxum/rules/`)
  await shootRules(page, url, shoot)

  await page.goto(`${url}/admin/paxum/customers/`)
  await expect(page.getByRole('grid', { name: 'Clients' })).toBeFocused()
  await expect(preview(page).getByRole('heading', { level: 2 })).not.toBeEmpty()
  await shoot('clients')
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused()
  await shoot('clients-filter')
  await press(page, 'Escape', 'Enter', '5')
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByRole('region', { name: /^Document / }).getByRole('img')).toBeVisible()
  await shoot('client-document')
  await press(page, 'g', 'l')
  await expect(page.getByRole('grid', { name: 'Account alerts' })).toBeFocused()
  await expect(preview(page).getByText('Prior alerts (same rule, same customer)')).toBeVisible()
  await shoot('account-alerts')
  await press(page, 'Shift+L')
  await expect(page.getByRole('button', { name: 'Remove filter Order: By customer and rule' })).toBeVisible()
  await shoot('account-alerts-grouped')
  await press(page, 't')
  await expect(page.getByRole('region', { name: 'Evidence' })).toBeVisible()
  await shoot('account-alerts-triage')
  await press(page, 'Escape')

  await press(page, 'g', 'c')
  await queueIsThere(page)
  await page.keyboard.press('t')
  await expect(page.getByRole('region', { name: 'Allowlists' })).toBeVisible()
  await shoot('triage')
  await context.setOffline(true)
  await page.keyboard.press('s')
  await expect(palette(page)).toBeVisible()
  await shoot('recommendation')
  // moving a case to the end is a write like any other
  await press(page, 'Escape', 'w', 'Escape', 'g', 'o')
  await expect(page.getByRole('grid', { name: 'Operations' })).toBeVisible()
  await shoot('outbox-unsent')
  await page.keyboard.press('z')
  // the rest was never sent: this device goes with its context
  await context.close()
}

/** The list of rules and one of each kind of work on a rule. What is written is given up, but for what "somebody else" saves. */
async function shootRules(page: Page, url: string, shoot: (name: string) => Promise<void>): Promise<void> {
  const list = page.getByRole('grid', { name: 'Rules' })
  const form = page.getByRole('form', { name: 'Rule definition' })
  const open = async (name: string) => {
    await expect(list).toBeFocused()
    await page.keyboard.press('/')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(name)
    await expect(list).toHaveAttribute('aria-rowcount', '2')
    await expect(list.getByRole('row', { name: new RegExp(name) }).first()).toBeVisible()
    await press(page, 'Enter', 'Enter')
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name)
    await expect(form).toBeFocused()
  }
  const giveUp = () => page.getByRole('button', { name: 'Discard changes' }).press('Enter')

  await expect(list).toBeFocused()
  await shoot('rules')
  await open('Prohibited country')
  await shoot('rule')
  await page.keyboard.press('6')
  await expect(page.getByRole('region', { name: 'Procedures' }).getByRole('textbox').first()).toBeFocused()
  await shoot('rule-procedures')
  await press(page, 'Escape', 'h')
  await expect(page.getByRole('table', { name: 'Differences' })).toBeVisible()
  await shoot('rule-revisions')
  await press(page, 'Escape', 'Escape')

  await open('Velocity')
  await page.getByRole('textbox', { name: 'Transactions allowed' }).fill('30')
  await press(page, 'Escape', 'b')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('3')
  await expect(page.getByRole('table', { name: 'The rule and the draft' })).toBeVisible({ timeout: 30_000 })
  await shoot('rule-backtest')
  await giveUp()
  await press(page, 'Escape')

  await open('Significant deposit')
  const id = /rules\/(\d+)/.exec(page.url())?.[1] ?? ''
  await page.getByRole('textbox', { name: 'Description' }).fill('Deposits that an account of this kind does not get.')
  await saveElsewhere(url, id)
  await page.keyboard.press('Control+s')
  const saving = page.getByRole('dialog', { name: /^Save/ })
  await expect(saving.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('As agreed.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert', { name: 'Changed by somebody else' })).toBeVisible()
  await shoot('rule-conflict')
  await page.getByRole('button', { name: /Take theirs/ }).press('Enter')

  await form.focus()
  await press(page, 'Shift+P')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.type('As agreed.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Shadow mode', { exact: true }).first()).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('v')
    await expect(page.getByRole('complementary', { name: 'Shadow' })).toContainText('would have raised', {
      timeout: 900,
    })
  }).toPass()
  await shoot('rule-shadow')
  await form.focus()
  await press(page, 'p')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.type('As agreed.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Shadow mode', { exact: true })).toHaveCount(0)
}

/** Somebody else changes the description of a rule meanwhile. */
async function saveElsewhere(url: string, id: string): Promise<void> {
  const headers = {
    'auth-token': await signIn(url, 'admin'),
    platform: 'paxum',
    'client-version': '2.0.9',
    'content-type': 'application/json',
  }
  const at = `${url}/api/management/rule/${id}`
  const found = calls.view.reply.parse(await (await fetch(at, { headers })).json())
  const { name, platform, type, criteria, options } = found
  const description = `Deposits far above what is usual, as agreed at ${new Date().toISOString()}.`
  const rule = { name, description, platform, type, criteria, options, reason: 'As agreed.' }
  const answer = await fetch(at, { method: 'PATCH', headers, body: JSON.stringify({ rule }) })
  if (!answer.ok) throw new Error(`The rule was not changed: ${answer.status}`)
}

/** Nothing is loading, and the fonts are there. The feed keeps the network busy for good. */
async function isStill(page: Page): Promise<void> {
  await expect(page.locator('[data-loading], [aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
