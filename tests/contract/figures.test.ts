// A figure is the same on every page that shows it, and the list that it leads to has as many rows.
import { defaultParseSearch } from '@tanstack/react-router'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { policies } from '#contract/calls/policies.ts'
import { approvals } from '#contract/calls/cases/approvals.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { metrics } from '#contract/calls/metrics.ts'
import { handover } from '#contract/calls/handover.ts'
import { trend } from '#contract/calls/trend.ts'
import { screening } from '#contract/calls/screening.ts'
import { team } from '#contract/calls/team.ts'
import { assignByPolicy } from '#server/team/auto-assign.ts'
import { alertFilter, toQuery as alertQuery } from '#src/features/account-alerts/queue/filter.ts'
import { caseFilter, toQuery as caseQuery } from '#src/features/cases/queue/filter.ts'
import { loadRows, OVERVIEW_PANELS, overviewRows } from '#src/features/overview/panels.ts'
import { refusalOf } from '#tests/support/server.ts'
import { makeWorld, NOON } from '#tests/support/world.ts'
import { startServer } from '#tests/support/start-world.ts'

const HOUR = 3_600_000
const before = (hours: number) => new Date(NOON.getTime() - hours * HOUR)
const as = { as: 'admin' } as const
const params = { platform: 'paxum' }

const server = await startServer({ now: () => NOON })
beforeAll(async () => {
  const world = await makeWorld(server.db)
  for (let day = 0; day < 40; day += 1) await world.addCase({ createdAt: before(24 * day + 2), manager: 'analyst' })
  for (let n = 0; n < 6; n += 1) await world.addCase({ createdAt: before(n + 1), manager: n % 2 ? 'analyst2' : null })
  // without alerts it was never open
  for (let n = 0; n < 4; n += 1) await world.addCase({ createdAt: before(3), status: 'complete', alerts: [] })
  await world.addCase({ createdAt: before(5), status: 'await' })
  for (let n = 0; n < 3; n += 1) {
    const { id } = await world.addCase({ createdAt: before(30), status: 'complete', alerts: [{ status: 'resolved' }] })
    await server.db
      .updateTable('monitoring_case')
      .set({ finished_at: before(n + 1) })
      .where('id', '=', id)
      .execute()
  }
  await sql`update monitoring_case set due_at = created_at + interval '20 hours',
    due_soon_at = created_at + interval '1 hour' where status in ('new', 'await')`.execute(server.db)
  for (let n = 0; n < 3; n += 1) await world.addAccountAlert({ manager: n === 0 ? 'analyst' : null })
  await world.addForm({ type: 'sar', status: 'review', author: 'analyst', data: { detectedOn: '2026-02-01' } })
  await world.addForm({ type: 'sar', status: 'review', author: 'analyst2', data: { detectedOn: '2026-03-01' } })
  await world
    .addCase({ createdAt: before(1) })
    .then(({ id }) =>
      server.db
        .updateTable('monitoring_case')
        .set({ str_proposed_by: 'analyst', str_proposed_at: NOON })
        .where('id', '=', id)
        .execute(),
    )
})

test('new, closed, open and breached cases of a day are the same on the dashboard, the trend, the handover and in SQL', async () => {
  const [{ items: byDay }, { activeCases }, outlook, { brief }, load] = await Promise.all([
    server.call(metrics.newCases, { params }, as),
    server.call(metrics.platform, { params }, as),
    server.call(trend.outlook, {}, as),
    // since midnight
    server.call(handover.write, { body: { hours: 12 } }, as),
    server.call(team.load, {}, as),
  ])
  const midnight = new Date('2026-03-10T00:00:00Z')
  const { rows } = await sql<{ new: number; closed: number; open: number; breached: number }>`select
      (count(*) filter (where created_at >= ${midnight}))::int as new,
      (count(*) filter (where finished_at >= ${midnight}))::int as closed,
      (count(*) filter (where status in ('new', 'await')))::int as open,
      (count(*) filter (where status in ('new', 'await') and due_at <= ${NOON}))::int as breached
    from monitoring_case where platform = 'paxum'`.execute(server.db)
  const [plain] = rows
  expect(plain?.breached).toBeGreaterThan(0)
  const everybody = [load.unassigned, ...load.members]
  const sum = (of: 'open' | 'breached') => everybody.reduce((total, { queues }) => total + queues.case[of], 0)
  expect({
    dashboard: { new: byDay.at(-1)?.count, open: activeCases },
    trend: outlook.today,
    handover: {
      new: brief.came.cases,
      closed: brief.went.cases,
      open: brief.waits.open,
      breached: brief.waits.overdue,
    },
    team: { open: sum('open'), breached: sum('breached') },
  }).toEqual({
    dashboard: { new: plain?.new, open: plain?.open },
    trend: { day: '2026-03-10', arrived: plain?.new, closed: plain?.closed, open: plain?.open },
    handover: plain,
    team: { open: plain?.open, breached: plain?.breached },
  })
  for (const { day, arrived } of outlook.past) {
    expect(byDay.find((one) => one.day === day)?.count ?? arrived, day).toBe(arrived)
  }
})

test('the forecast of today brings and closes no less than it did so far', async () => {
  const { today, ahead } = await server.call(trend.outlook, {}, as)
  const [first] = ahead
  expect(first?.day).toBe(today.day)
  expect(first?.arrived).toBeGreaterThanOrEqual(today.arrived)
  expect(first?.closed).toBeGreaterThanOrEqual(today.closed)
})

test('inbox, status line, handover and overview show the same number of pending approvals; forms in review show their due day', async () => {
  const { items } = await server.call(approvals.list, {}, as)
  const { pending } = await server.call(approvals.count, {}, as)
  const { brief } = await server.call(handover.write, { body: { hours: 8 } }, as)
  const overview = await server.call(team.overview, {}, as)
  const summed = overview.approvals.reduce((total, { count }) => total + count, 0)
  expect([pending, brief.waits.approvals, summed]).toEqual([3, 3, 3])
  expect(items).toHaveLength(3)
  expect(
    items
      .filter(({ kind }) => kind === 'form')
      .map(({ dueOn }) => dueOn)
      .toSorted(),
  ).toEqual(['2026-03-03', '2026-03-31'])
  expect(brief.waits.forms).toEqual({ open: 2, overdue: 1 })
  expect(brief.waits.formsDue?.map(({ due, status, isOverdue }) => [due, status, isOverdue])).toEqual([
    ['2026-03-03', 'review', true],
    ['2026-03-31', 'review', false],
  ])
})

/** The total of the list at a path, as the window asks for it; undefined for a page that counts nothing. */
async function totalAt(href: string): Promise<number | undefined> {
  const { pathname, search } = new URL(href, 'http://window')
  const asked = defaultParseSearch(search)
  if (pathname.endsWith('/cases/')) {
    return (await server.call(cases.list, { query: caseQuery(caseFilter.read(asked), 'paxum') }, as)).total
  }
  if (pathname.endsWith('/account-alerts/')) {
    const query = { ...alertQuery(alertFilter.read(asked)), platform: 'paxum' }
    return (await server.call(accountAlerts.queue, { query }, as)).total
  }
  if (pathname.endsWith('/screening/')) {
    return (await server.call(screening.hits, { query: { platform: 'paxum', outcome: 'potential_match' } }, as)).total
  }
  return undefined
}

test('the overview is for managers; its numbers lead to lists with as many rows', async () => {
  expect((await refusalOf(server.call(team.overview, {}, { as: 'analyst' })))?.[0]).toBe(403)
  const load = await server.call(team.load, {}, as)
  const rows = { ...loadRows(load), ...overviewRows(await server.call(team.overview, {}, as), NOON.getTime()) }
  for (const panel of OVERVIEW_PANELS) {
    for (const row of rows[panel.id as keyof typeof rows]) {
      const href = panel.hrefOf('paxum', row)
      if (href === null) continue
      expect(href).toMatch(/^\/admin\/paxum\/(cases|account-alerts|screening|forms|customers|team)/)
      // people have work of other queues too, and a run is over
      const expected = panel.id === 'people' ? Number(row.cells?.[0]) : panel.id === 'auto' ? undefined : row.count
      const total = await totalAt(href)
      if (total !== undefined && expected !== undefined) expect(total, `${panel.id} ${row.key}`).toBe(expected)
    }
  }
})

test('the overview tells when auto-assignment ran last, and what it left', async () => {
  const run = () =>
    assignByPolicy(server.db, 'accountAlert', {
      platform: 'paxum',
      config: server.services.config,
      now: () => NOON,
    })
  expect(await run()).toBe(0)
  expect((await server.call(team.overview, {}, as)).auto).toEqual({ case: null, accountAlert: null })
  const { items } = await server.call(policies.list, {}, as)
  const version = items.find(({ id }) => id === 'autoAssignAccountAlerts')?.version ?? 0
  const body = { value: 'load', version, reason: 'Trial.' }
  await server.call(policies.set, { params: { policy: 'autoAssignAccountAlerts' }, body }, as)
  expect(await run()).toBe(2)
  expect(await run()).toBe(0)
  expect((await server.call(team.overview, {}, as)).auto.accountAlert).toMatchObject({
    assigned: 0,
    unassigned: 0,
    lastAssigned: { date: '2026-03-10 12:00:00' },
  })
})
