import { describe, expect, test } from 'vitest'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { testServer } from '#tests/support/server.ts'
import { makeWorld, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const mara = { id: 'analyst', name: 'Mara Lindqvist' }
const { server, world } = await startWorld({ now: () => NOW })

describe('reading', () => {
  test('a customer’s open alerts of a rule come newest first, with totals', async () => {
    const paydek = { platform: 'paydek', customerId: '200' }
    const old = await world.addAccountAlert({ ...paydek, createdAt: new Date('2026-01-01') })
    const fresh = await world.addAccountAlert({ ...paydek, status: 'notification_sent' })
    for (const [status, sar] of [
      ['resolved', 0],
      ['resolved', 1],
      ['await', 0],
    ] as const) {
      await world.addAccountAlert({ ...paydek, rule: 'Other', status, sar })
    }
    const { ruleId: other } = await world.addAccountAlert({ ...paydek, rule: 'Other', status: 'resolved' })
    await world.addCase({ platform: 'paydek', customer: 'acme' })
    const params = { ...paydek, ruleId: old.ruleId }
    const { items } = await server.call(accountAlerts.active, { params })
    expect(items.map(({ id, caseId }) => [id, caseId])).toEqual([
      [fresh.id, null],
      [old.id, null],
    ])
    expect(await server.call(accountAlerts.summary, { params })).toEqual({
      items: [
        { status: 'await', count: 1 },
        { status: 'new', count: 1 },
        { status: 'notification_sent', count: 1 },
        { status: 'resolved', count: 2 },
        { status: 'sar', count: 1 },
      ],
      byRule: [
        { ruleId: old.ruleId, ruleName: 'Residence changed', open: 2, total: 2 },
        { ruleId: other, ruleName: 'Other', open: 1, total: 4 },
      ],
    })
  })

  test('the queue has its rows, every filter, the order, pages and count', async () => {
    const own = await testServer({ now: () => NOW })
    const { addAccountAlert } = await makeWorld(own.db)
    const day = (n: number) => new Date(NOW.getTime() - n * 86_400_000 - 1000)
    const made = [
      await addAccountAlert({ createdAt: day(0) }),
      await addAccountAlert({ createdAt: day(1), status: 'await', manager: 'analyst', customerId: '200' }),
      await addAccountAlert({ createdAt: day(2), status: 'resolved', rule: 'Name changed' }),
      await addAccountAlert({ createdAt: day(3), status: 'resolved', sar: 1, level: 'hardstop' }),
      await addAccountAlert({ createdAt: day(4), status: 'in_progress', customerId: '200' }),
    ]
    await addAccountAlert({ platform: 'paydek' })
    // decided at the first moment of a day, and at the last one of the next
    for (const [n, at] of [
      [2, '2026-03-08T00:00:00Z'],
      [3, '2026-03-09T23:59:59.500Z'],
    ] as const) {
      await own.db
        .updateTable('alert')
        .set({ resolved_at: new Date(at), resolved_by: 'analyst' })
        .where('id', '=', made[n]?.id ?? '')
        .execute()
    }
    const index = new Map(made.map(({ id }, n) => [id, n]))
    const list = async (query: object) => {
      const { items, total, capped } = await own.call(accountAlerts.queue, { query })
      expect([total, capped]).toEqual([expect.any(Number), false])
      return items.map(({ id }) => index.get(id))
    }
    const [, second] = (await own.call(accountAlerts.queue, {})).items
    expect(second).toEqual({
      id: made[1]?.id,
      platform: 'paxum',
      customerId: '200',
      customerName: 'Acme Ltd',
      customerType: 'business',
      ruleId: made[1]?.ruleId,
      ruleName: 'Residence changed',
      ruleType: 'permission_transaction',
      text: 'GB, was CA',
      alertLevel: 'alert',
      status: 'await',
      sar: 0,
      createAt: { date: '2026-03-09 12:59:59', timezone: 'UTC' },
      manager: mara,
      isDay: true,
      risk: null,
      dueAt: null,
      dueSoonAt: null,
      version: 1,
    })
    expect({
      all: await list({}),
      open: await list({ 'status[]': ['new', 'await', 'in_progress'] }),
      resolved: await list({ 'status[]': ['resolved'] }),
      sar: await list({ 'status[]': ['sar'] }),
      resolvedWithSar: await list({ 'status[]': ['resolved'], alertSar: '1' }),
      withoutSar: await list({ alertSar: '0' }),
      level: await list({ alertLevel: 'hardstop' }),
      business: await list({ accountType: 'business' }),
      rule: await list({ rule: made[2]?.ruleId }),
      noRule: await list({ rule: 'x' }),
      customer: await list({ customerId: '200' }),
      user: await list({ user: 'analyst' }),
      unassigned: await list({ withoutAssign: '1', 'status[]': ['new', 'await', 'in_progress'] }),
      search: await list({ search: ' ACME ' }),
      space: await list({ search: ' ' }),
      dates: await list({ 'date[]': ['2026-03-07', '2026-03-08'] }),
      decided: await list({ 'decided[]': ['2026-03-08', '2026-03-09'] }),
      decidedOnTheFirst: await list({ 'decided[]': ['2026-03-08 00:00:00', '2026-03-08 23:59:59'] }),
      decidedLater: await list({ 'decided[]': ['2026-03-08 00:00:01', ''] }),
      decidedAndOpen: await list({ 'decided[]': ['', '2026-03-09'], 'status[]': ['new', 'await', 'in_progress'] }),
      second: await list({ page: 2, pageSize: 2 }),
      beyond: await list({ page: 9 }),
      oldest: await list({ sort: 'oldest' }),
      oldestSecond: await list({ sort: 'oldest', page: 2, pageSize: 2 }),
      grouped: await list({ sort: 'group' }),
      groupedSecond: await list({ sort: 'group', page: 2, pageSize: 3 }),
    }).toEqual({
      all: [0, 1, 2, 3, 4],
      open: [0, 1, 4],
      resolved: [2],
      sar: [3],
      resolvedWithSar: [3],
      withoutSar: [0, 1, 2, 4],
      level: [3],
      business: [1, 4],
      rule: [2],
      noRule: [],
      customer: [1, 4],
      user: [1],
      unassigned: [0, 4],
      search: [1, 4],
      space: [0, 1, 2, 3, 4],
      dates: [2, 3],
      decided: [2, 3],
      decidedOnTheFirst: [2],
      decidedLater: [3],
      decidedAndOpen: [],
      second: [2, 3],
      beyond: [],
      oldest: [4, 3, 2, 1, 0],
      oldestSecond: [2, 1],
      // customer by customer, of each rule by rule, and of those what was raised last comes first
      grouped: [4, 1, 3, 0, 2],
      groupedSecond: [0, 2],
    })
    await own.close()
  })
})
