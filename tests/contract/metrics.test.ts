import { beforeAll, expect, test } from 'vitest'
import { metrics } from '#contract/calls/metrics.ts'
import { startWorld } from '#tests/support/start-world.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const day = (text: string) => new Date(`2026-${text}T00:00:00Z`)
const params = { platform: 'paxum' }
const admin = { as: 'admin' } as const

const { server, world } = await startWorld({ now: () => NOW })
beforeAll(async () => {
  await world.addCase({ manager: 'analyst', alerts: [{}, { rule: 'velocity', status: 'in_progress' }] })
  await world.addCase({ alerts: [], createdAt: day('02-09') })
  await world.addCase({ status: 'await', manager: 'analyst', createdAt: day('03-09') })
  await world.addCase({ status: 'await', customer: 'acme', alerts: [{ rule: 'country', status: 'rejected' }] })
  await world.addCase({
    status: 'complete',
    createdAt: day('01-01'),
    alerts: [{ status: 'resolved' }],
    manager: 'manager',
  })
  await world.addCase({ status: 'complete', recommendedStr: 1, createdAt: new Date('2026-02-09T00:00:01Z') })
  await world.addCase({ platform: 'paydek', alerts: [{}] })
  const account = await world.addCase({ alerts: [{ rule: 'nightly' }], createdAt: day('03-01'), customer: 'acme' })
  await server.db
    .updateTable('alert')
    .set({ kind: 'account', case_id: null, status: 'await' })
    .where('case_id', '=', account.id)
    .execute()
  await server.db.deleteFrom('monitoring_case').where('id', '=', account.id).execute()
  const reported = await world.addCase({ alerts: [{ rule: 'nightly', status: 'resolved' }], createdAt: day('01-02') })
  await server.db
    .updateTable('alert')
    .set({ kind: 'account', case_id: null, sar: 1 })
    .where('case_id', '=', reported.id)
    .execute()
  await server.db.deleteFrom('monitoring_case').where('id', '=', reported.id).execute()
})

test('cases are counted by the status filter that lists them, and active ones: new or awaiting', async () => {
  expect(await server.call(metrics.cases, { params })).toEqual({
    items: [
      { key: 'new', label: 'New', count: 2 },
      { key: 'await', label: 'Awaiting Response', count: 2 },
      { key: 'str', label: 'Resolved (STR Recommended)', count: 1 },
      { key: 'complete', label: 'Resolved (NO STR)', count: 1 },
    ],
    activeCases: 4,
  })
})

test('a platform counts its open alerts of both kinds', async () => {
  expect([
    await server.call(metrics.platform, { params }),
    await server.call(metrics.platform, { params: { platform: 'paydek' } }),
    await server.call(metrics.platform, { params: { platform: 'fundstr' } }),
  ]).toEqual([
    { activeAlerts: 5, activeCases: 4 },
    { activeAlerts: 1, activeCases: 1 },
    { activeAlerts: 0, activeCases: 0 },
  ])
})

test('open cases are counted by manager, with unassigned ones', async () => {
  expect(await server.call(metrics.casesByManagers, { params })).toEqual({
    items: [
      { key: 'analyst', label: 'Mara Lindqvist', count: 2 },
      { key: '', label: 'Unassigned', count: 2 },
    ],
  })
})

test('alerts are counted by status: on transactions, on accounts', async () => {
  expect([await server.call(metrics.alert, { params }), await server.call(metrics.accountAlert, { params })]).toEqual([
    {
      items: [
        { key: 'in_progress', label: 'In progress', count: 1 },
        { key: 'new', label: 'New', count: 3 },
        { key: 'rejected', label: 'Rejected', count: 1 },
        { key: 'resolved', label: 'Resolved', count: 1 },
      ],
    },
    {
      items: [
        { key: 'await', label: 'Awaiting Response', count: 1 },
        { key: 'sar', label: 'Resolved with SAR', count: 1 },
      ],
    },
  ])
})

test('open transaction alerts are counted by rule', async () => {
  expect(await server.call(metrics.alertByRules, { params })).toEqual({
    items: [
      { key: world.rules.limit, label: 'Limit', count: 3 },
      { key: world.rules.velocity, label: 'Velocity', count: 1 },
    ],
  })
})

test('the dashboard over time is for administrators', async () => {
  for (const call of [metrics.newCases, metrics.newCustomersByRule]) {
    for (const as of ['analyst', 'manager', 'docadmin']) {
      expect((await server.send(call, { params }, { as })).status).toBe(403)
    }
  }
})

test('new cases are counted by day, thirty of them, empty ones included', async () => {
  const { items } = await server.call(metrics.newCases, { params }, admin)
  expect([items.length, items[0], items.at(-1)]).toEqual([
    30,
    { day: '2026-02-09', count: 2 },
    { day: '2026-03-10', count: 2 },
  ])
  expect(items.filter(({ count }) => count > 0).map(({ day: at }) => at)).toEqual([
    '2026-02-09',
    '2026-03-09',
    '2026-03-10',
  ])
})

test('customers with a first alert are counted', async () => {
  // the limit has known Ada since January
  expect(await server.call(metrics.newCustomersByRule, { params }, admin)).toEqual({
    items: [
      { key: world.rules.nightly, label: 'Nightly sum', count: 1 },
      { key: world.rules.country, label: 'Prohibited country', count: 1 },
      { key: world.rules.velocity, label: 'Velocity', count: 1 },
    ],
  })
})
