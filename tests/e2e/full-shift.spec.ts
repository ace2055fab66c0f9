// A whole shift by keyboard alone: online, without a network, through a crash and a closed tab, and back.
import type { BrowserContext, Page } from '@playwright/test'
import { verifyChain } from '#server/audit/audit.ts'
import { byCase, median, resolveAlerts, type Pressed } from './triage-record.ts'
import {
  caseAtCursor,
  caseIdIn,
  connection,
  enrolPassphrase,
  expect,
  isDrained,
  palette,
  press,
  preview,
  queue,
  queueIsThere,
  signIn,
  test,
  unlock,
  unsent,
  workerIsReady,
  type World,
  cutOff,
} from './support.ts'

test.use({ serviceWorkers: 'allow' })

test.setTimeout(180_000)

test('every pressed decision is on the server: none lost, none duplicated, in order', async ({ context, world }) => {
  await dealCasesTo(world, 'admin')
  let page = await context.newPage()
  await signIn(page, world.url, 'manager')
  await queueIsThere(page)
  await workerIsReady(page)
  await enrolPassphrase(context, world)

  const online = await resolveAlerts(page, 6, { recommending: 1 })
  const assigned = await assignTen(page)
  const taken = online.length + assigned.length
  await expect.poll(() => countEffects(world), { timeout: 30_000 }).toBe(taken)
  await isDrained(page)

  await takeAlong(page, 6)
  await cutOff(page)
  // nor does the service worker reach anything: a browser may forget that it is cut off while no window is open
  await world.stop()
  await expect(connection(page)).toContainText('Offline')
  const offline = await resolveAlerts(page, 4)
  const waiting = `${offline.length} unsent`
  await expect(unsent(page)).toHaveText(waiting)
  await press(page, 'g', 'o')
  const outbox = page.getByRole('region', { name: 'Outbox' })
  await expect(outbox.getByRole('grid', { name: 'Operations' })).toHaveAttribute(
    'aria-rowcount',
    String(offline.length + 1),
  )

  await crash(context, page)
  page = await reopen(context, world, waiting)
  await showsDecisions(page, offline)
  await page.close()
  page = await reopen(context, world, waiting)
  expect(await countEffects(world)).toBe(taken)

  await world.start()
  await context.setOffline(false)
  await isDrained(page)

  const pressed = [...online, ...assigned, ...offline]
  const effects = await readEffects(world)
  expect(byCase(effects)).toEqual(byCase(pressed))
  expect(new Set(effects.map(({ key }) => key)).size).toBe(effects.length)
  expect(effects.filter(({ isOffline }) => isOffline)).toHaveLength(offline.length)
  expect(await countNotes(world, effects)).toBe(online.length + offline.length)
  expect(await verifyChain(world.db)).not.toHaveProperty('broken')
  report([...online, ...offline], assigned)
})

/** Puts somebody whose role deals them nothing on the roster for cases. */
async function dealCasesTo({ db }: World, account: string): Promise<void> {
  await db
    .insertInto('staff_roster')
    .values({ platform: 'paxum', account, queues: ['case'], updated_by: 'manager', updated_at: new Date() })
    .execute()
}

/** Ten cases from the cursor on, by a count, to a colleague found by three letters. */
async function assignTen(page: Page): Promise<Pressed[]> {
  await press(page, '1', '0', 'x')
  const rows = queue(page).getByRole('row', { selected: true })
  await expect(rows).toHaveCount(10)
  const names = await rows.evaluateAll((found) => found.map((row) => row.getAttribute('aria-label') ?? ''))
  await page.keyboard.press('a')
  await expect(palette(page).getByRole('option', { name: /Helen Marchetti/ })).toBeVisible()
  const keys = ['a', ...'hel', 'Enter']
  await press(page, ...'hel')
  await expect(palette(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('contentinfo')).toContainText('10 cases → Helen Marchetti')
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(0)
  return names.map((name) => ({ caseId: caseIdIn(name), act: 'assign admin', keys }))
}

/** Selects so many cases from the cursor on, and reads them whole: what rests on facts is decided only where they are. */
async function takeAlong(page: Page, count: number): Promise<void> {
  await press(page, ...String(count), 'x', 'Shift+O')
  await expect(page.getByRole('contentinfo')).toContainText(`${count} cases are available offline`, { timeout: 60_000 })
}

/** The renderer is gone, as when the system runs out of memory. */
async function crash(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
  const gone = page.waitForEvent('crash')
  // it cannot answer any more
  devtools.send('Page.crash').catch(() => undefined)
  await gone
  await page.close()
}

/** A new tab without a network: the shell out of the service worker, the rows and the outbox out of the device. */
async function reopen(context: BrowserContext, world: World, waiting: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${world.url}/admin/paxum/cases/`)
  await unlock(page)
  await queueIsThere(page)
  await expect(connection(page)).toContainText('Offline')
  await expect(unsent(page)).toHaveText(waiting)
  return page
}

/** A decision of the offline stretch still shows on its case, and a case that it closed is not in the list. */
async function showsDecisions(page: Page, decided: readonly Pressed[]): Promise<void> {
  const isClosed = (id: string) => decided.some(({ caseId, act }) => caseId === id && /^(recommend|close)/.test(act))
  const closed = decided.find(({ caseId }) => isClosed(caseId))
  if (closed) await expect(page.getByRole('row', { name: new RegExp(`\\b${closed.caseId}\\b`) })).toHaveCount(0)
  const kept = decided.find(({ caseId }) => !isClosed(caseId))
  if (!kept) return
  const { caseId, act } = kept
  await expect(async () => {
    if ((await caseAtCursor(page)) !== caseId) await page.keyboard.press('j')
    expect(await caseAtCursor(page)).toBe(caseId)
  }).toPass({ intervals: [1], timeout: 30_000 })
  await expect(preview(page).getByRole('heading', { name: caseId })).toBeVisible()
  const rule = act.split(' ').slice(1, -1).join(' ')
  await expect(preview(page).getByRole('listitem').filter({ hasText: rule }).first()).toContainText('Resolved')
}

interface Effect {
  caseId: string
  act: string
  key: string
  isOffline: boolean
}

/** The server's audit of this session's writes, in order. */
async function readEffects({ db, before }: World): Promise<Effect[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'object_kind', 'object_id', 'reason', 'after', 'offline', 'idempotency_key'])
    .where('idempotency_key', 'is not', null)
    .where('n', '>', before)
    .where('actor', '=', 'manager')
    .where('platform', '=', 'paxum')
    .orderBy('n')
    .execute()
  const ids = rows.filter((row) => row.object_kind === 'alert').map((row) => row.object_id)
  const alerts =
    ids.length === 0
      ? []
      : await db.selectFrom('alert').select(['id', 'case_id', 'rule_name']).where('id', 'in', ids).execute()
  return rows.map((row) => {
    const alert = alerts.find(({ id }) => id === row.object_id)
    const after = row.after as { manager?: { id: string }; recommendedStr?: number }
    const act =
      row.action === 'resolve alert'
        ? `resolve ${alert?.rule_name} ${row.reason}`
        : row.action === 'assign'
          ? `assign ${after.manager?.id}`
          : `${row.action} ${after.recommendedStr === 1 ? 'proceed' : 'reject'}`
    const caseId = alert?.case_id ?? row.object_id
    return { caseId, act, key: row.idempotency_key ?? '', isOffline: row.offline }
  })
}

const countEffects = async (world: World) => (await readEffects(world)).length

/** Every decision writes one note, under the operation's own id. */
async function countNotes({ db }: World, effects: readonly Effect[]): Promise<number> {
  const ids = effects.map(({ key }) => key)
  return (await db.selectFrom('note').select('id').where('id', 'in', ids).execute()).length
}

function report(decisions: readonly Pressed[], assigned: readonly Pressed[]): void {
  // a decision that a press made together with another took no press of its own
  const each = decisions.map(({ keys }) => keys.length).filter((presses) => presses > 0)
  const description =
    `median ${median(each)}, most ${Math.max(...each)}, over ${each.length} dispositions; ` +
    `${assigned[0]?.keys.length} to assign ${assigned.length}`
  console.log(`presses per disposition: ${description}`)
  test.info().annotations.push({ type: 'presses per disposition', description })
}
