// A back office that speaks the catalogue alone: no keys, no batch, no feed. The work is the same; what was sent and
// not answered is read back before anything is sent again, and what reading back does not settle is the user's.
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { openFailingPort, type FailingPort } from '#tests/support/failing-port.ts'
import { signIn as tokenOf } from '#tests/support/sign-in.ts'
import { byCase, resolveAlerts, type Pressed } from './triage-record.ts'
import {
  caseAtCursor,
  connection,
  expect,
  goesOut,
  isDrained,
  openQueue,
  openWorld,
  palette,
  press,
  queue,
  rowOf,
  signIn,
  test as base,
  unsent,
  workerIsReady,
  type World,
  cutOff,
} from './support.ts'

const test = base.extend<object, { world: World; port: FailingPort }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures it needs from here
    async ({}, use) => {
      const world = await openWorld({ CATALOGUE_ONLY: '1' })
      await use(world)
      await world.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  port: [
    async ({ world }, use) => {
      const port = await openFailingPort(world.url)
      await use(port)
      await port.close()
    },
    { scope: 'worker' },
  ],
})
test.setTimeout(180_000)

interface Effect {
  caseId: string
  act: string
}

/** The audit after an entry, of one person, oldest first, with the case of each entry. */
async function effectsBy({ db, before }: World, actor: string): Promise<Effect[]> {
  const rows = await db
    .selectFrom('audit as t')
    .leftJoin('alert as a', (join) =>
      join
        .on('t.object_kind', '=', 'alert')
        .onRef('a.platform', '=', 't.platform')
        .on(sql`a.id::text`, '=', sql`t.object_id`),
    )
    .select(['t.action', 't.object_id', 'a.case_id', 't.idempotency_key'])
    .where('t.actor', '=', actor)
    .where('t.object_kind', 'in', ['case', 'alert'])
    .where('t.n', '>', before)
    .orderBy('t.n')
    .execute()
  expect(rows.filter((row) => row.idempotency_key !== null)).toEqual([])
  return rows.map(({ object_id: id, case_id: caseId, action: act }) => ({ caseId: caseId ?? id, act }))
}

/** The actions on each case, in order: `resolve`, `assign`. A plain server receives no reasons. */
const verbsByCase = (acts: readonly Effect[]) =>
  byCase(acts.map(({ caseId, act }) => ({ caseId, act: act.split(' ')[0] ?? '' })))

/** The faults that calls met which write about a case or read it back. */
const callsOn = ({ faults }: FailingPort, ...ids: readonly string[]) =>
  faults.met
    .filter(({ path }) => ids.some((id) => path.endsWith(`/${id}`) || path.includes(`/${id}/`)))
    .map(({ method, fault }) => `${method}${fault ? ` ${fault}` : ''}`)

async function uuidOf({ db }: World, id: string): Promise<string> {
  return (await db.selectFrom('monitoring_case').select('uuid').where('id', '=', id).executeTakeFirstOrThrow()).uuid
}

const conflictCount = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: /^\d+ conflicts?$/ })

test('rules, allow lists, customers and assigning work without the additions that a catalogue-only server lacks', async ({
  page,
  world,
}) => {
  const footer = page.getByRole('contentinfo')
  await signIn(page, world.url, 'manager')
  await page.goto(`${world.url}/admin/paxum/rule/add`)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused({ timeout: 30_000 })
  await expect(page.getByRole('combobox', { name: 'Applies to' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Begins' })).toBeHidden()
  await press(page, 'Escape', 'b')
  await expect(footer).toContainText('This server does not test rules')

  await page.goto(`${world.url}/admin/paxum/allowlists`)
  await expect(page.getByRole('grid', { name: 'Allow lists' })).toBeFocused({ timeout: 30_000 })
  await expect(page.getByRole('row', { name: /Busy merchants/ })).toBeVisible()
  await press(page, 'Enter')
  const side = page.getByRole('complementary', { name: 'What it does' })
  await expect(side).toContainText('This server does not say which open alerts it covers.')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  // nothing is counted first, and it begins all the same
  await press(page, 'Escape', 'Shift+R')
  const resolving = page.getByRole('dialog', { name: 'Resolve what an allow list covers' })
  await expect(resolving.getByRole('button', { name: 'Resolve them' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(resolving.getByRole('status').first()).toHaveText(/resolved|Alerts/)

  // of a customer's alerts the catalogue tells the open ones, and how many were decided
  const isOpen = sql`a.status in ('new', 'await', 'in_progress', 'notification_sent')`
  const { rows } = await sql<{ customer: string; open: number }>`
    select a.customer_id as customer, count(*) filter (where ${isOpen})::int as open
    from alert a where a.platform = 'paxum' and a.kind = 'account' group by a.customer_id
    having bool_or(${isOpen}) and not bool_and(${isOpen}) order by open desc, a.customer_id limit 1`.execute(world.db)
  await page.goto(`${world.url}/admin/paxum/customers/customer/${rows[0]?.customer}?section=alerts`)
  const grid = page.getByRole('grid', { name: 'Alerts' })
  await expect(grid).toHaveAttribute('aria-rowcount', String((rows[0]?.open ?? 0) + 1))
  await expect(page.getByText('this server reports open ones only')).toBeVisible()
  await press(page, '1')
  await expect(page.getByText('This server gives no totals')).toBeVisible()

  // work is assigned, by searching the staff
  await openQueue(page, world.url, 'aplus')
  const id = await caseAtCursor(page)
  await press(page, 'a')
  await expect(palette(page).getByRole('option', { name: /Tomás Herrera/ })).toBeVisible()
  await page.keyboard.type('tom')
  await expect(palette(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const find = world.db.selectFrom('monitoring_case').select('manager_id').where('id', '=', id)
  const manager = async () => (await find.executeTakeFirstOrThrow()).manager_id
  await expect.poll(manager, { timeout: 30_000 }).toBe('analyst2')
})

test('a shift with notes, assigning and triage, online and offline', { tag: '@worker' }, async ({ context, world }) => {
  // the server gives no facts: a person writes what a template cannot show
  const words = 'The amount lacks its decimal point; the invoice says 161.00.'
  let page = await context.newPage()
  await signIn(page, world.url, 'analyst')
  await expect(queue(page)).toBeFocused()
  await workerIsReady(page)
  await press(page, 'm')
  const mine = await caseAtCursor(page)
  await press(page, 'c')
  await page.getByRole('textbox', { name: /Note on/ }).fill('Asked for the contract.')
  await page.keyboard.press('Control+Enter')
  const online = await resolveAlerts(page, 2, { recommending: 1, words })
  await goesOut(page)
  const started: Pressed[] = [
    { caseId: mine, act: 'assign', keys: ['m'] },
    { caseId: mine, act: 'add note', keys: ['c'] },
  ]
  const before = await effectsBy(world, 'analyst')
  expect(verbsByCase(before)).toEqual(verbsByCase([...started, ...online]))

  await cutOff(page)
  await expect(connection(page)).toContainText('Offline')
  const offline = await resolveAlerts(page, 2, { words })
  await expect(unsent(page)).toHaveText(`${offline.length} unsent`)
  // the tab goes, what was decided stays
  await page.close()
  await context.setOffline(false)
  page = await context.newPage()
  await openQueue(page, world.url)
  await isDrained(page)
  const effects = await effectsBy(world, 'analyst')
  expect(verbsByCase(effects.slice(before.length))).toEqual(verbsByCase(offline))
})

test.describe('a lost answer', () => {
  test.use({ account: 'analyst' })

  test('after the commit is read back and not sent again; before it is sent once more; of a note leaves one', async ({
    page,
    world,
    port,
  }) => {
    const { faults } = port
    await openQueue(page, port.url, 'fundstr')
    for (const after of [true, false]) {
      const id = await caseAtCursor(page)
      const uuid = await uuidOf(world, id)
      const from = faults.met.length
      faults.next.push({ type: 'drop', after, on: ({ method, url }) => method === 'PATCH' && url.includes(uuid) })
      await press(page, 'w')
      await expect(rowOf(page, id)).toHaveCount(0)
      const met = () => ({ faults: { met: faults.met.slice(from) } }) as FailingPort
      // it is drained before it is begun, too
      await expect.poll(() => callsOn(met(), uuid), { timeout: 30_000 }).toContain('PATCH drop')
      await isDrained(page)
      const writes = callsOn(met(), uuid)
      expect(writes).toEqual(after ? ['PATCH drop'] : ['PATCH drop', 'PATCH'])
      const order = callsOn(met(), uuid, id)
      // the window may have read the case before
      expect(order.slice(order.indexOf('PATCH drop')).slice(0, 2)).toEqual(['PATCH drop', 'GET'])
      const effects = (await effectsBy(world, 'analyst')).filter(({ caseId }) => caseId === id)
      expect(effects).toEqual([{ caseId: id, act: 'change status' }])
    }

    const id = await caseAtCursor(page)
    await press(page, 'c')
    await page.getByRole('textbox', { name: /Note on/ }).fill('The invoice was sent.')
    faults.next.push({ type: 'drop', after: true, on: ({ method }) => method === 'PATCH' })
    await page.keyboard.press('Control+Enter')
    await goesOut(page)
    const notes = await world.db.selectFrom('note').select('text').where('case_id', '=', id).execute()
    expect(notes.filter(({ text }) => text === 'The invoice was sent.')).toHaveLength(1)
  })

  test('that reading back cannot settle asks the user, and is sent again only when told to', async ({
    page,
    world,
    port,
  }) => {
    const { faults } = port
    await openQueue(page, port.url, 'prepaid-upi')
    const id = await caseAtCursor(page)
    let release = () => {}
    const until = new Promise<void>((resolve) => (release = resolve))
    faults.next.push({
      type: 'drop',
      after: true,
      on: ({ method, url }) => method === 'PATCH' && url.includes('/assign/'),
    })
    const isLost = () => faults.met.some(({ path, fault }) => fault === 'drop' && path.includes(`/assign/${id}/`))
    // whoever reads the case from then on waits, the window as well as the engine
    faults.storm = ({ method, url }) =>
      method === 'GET' && url.endsWith(`/case/${id}`) && isLost() ? { type: 'hold', until } : null
    await press(page, 'm')
    await expect.poll(isLost, { timeout: 30_000 }).toBe(true)
    // somebody else takes it before it can be read back
    await expect(async () => {
      const answer = await fetch(`${world.url}/api/management/case/assign/${id}/analyst2`, {
        method: 'PATCH',
        headers: {
          'auth-token': await tokenOf(world.url, 'manager'),
          platform: 'prepaid-upi',
          'client-version': '2.0.9',
        },
      })
      expect(answer.status).toBe(200)
    }).toPass()
    faults.storm = null
    release()
    await expect(conflictCount(page)).toHaveText('1 conflict', { timeout: 30_000 })
    await press(page, 'g', 'q')
    const desk = page.getByRole('region', { name: 'Conflicts' })
    await expect(desk).toContainText('The answer was lost')
    const row = desk.getByRole('table', { name: 'Before, now and yours' }).getByRole('row').nth(1)
    await expect(row).toHaveText('ManagerNobodyTomás HerreraMara Lindqvist')
    expect(callsOn(port, id).filter((call) => call.startsWith('PATCH'))).toEqual(['PATCH drop'])
    await press(page, '2')
    await expect(conflictCount(page)).toBeHidden()
    await isDrained(page)
    const find = world.db.selectFrom('monitoring_case').select('manager_id').where('id', '=', id)
    expect(await find.executeTakeFirstOrThrow()).toEqual({ manager_id: 'analyst' })
    expect(callsOn(port, id).filter((call) => call.startsWith('PATCH'))).toEqual(['PATCH drop', 'PATCH'])
  })
})
