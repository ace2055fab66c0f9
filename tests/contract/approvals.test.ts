// Four eyes: nobody closes, silences or releases alone what the policy asks two people for.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call, Input } from '#contract/call.ts'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import { approvals } from '#contract/calls/cases/approvals.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { customers } from '#contract/calls/customers.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import { sync } from '#contract/calls/sync.ts'
import type { AllowlistBody } from '#contract/model/rules/allowlist.ts'
import type { ApprovalKind } from '#contract/model/values.ts'
import { testServer, type As, type TestServer } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON, type MadeCase, type World } from '#tests/support/world.ts'
import { syncOp } from '#tests/support/sync-op.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const clock = { now: NOW }
const LIMIT = 3
const POLICY = 'rules,str,str-reject,allowlists,hardstop,bulk,sanctions,forms'

let server: TestServer
let world: World
beforeAll(async () => {
  const env = { FOUR_EYES: POLICY, BULK_CLOSE_LIMIT: String(LIMIT), BULK_CLOSE_MINUTES: '60', SESSION_HOURS: '72' }
  server = await testServer({ now: () => clock.now, env })
  world = await makeWorld(server.db)
})
afterAll(() => server.close())

const told = async <C extends Call>(call: C, input: Input<C>, as: As | string): Promise<[number, string]> => {
  const response = await server.send(call, input, typeof as === 'string' ? { as } : as)
  return [response.status, ((await response.json()) as { message?: string }).message ?? '']
}
const waiting = async (kind: ApprovalKind, as = 'admin') =>
  (await server.call(approvals.list, { query: { kind } }, { as })).items
const lastOf = async (kind: ApprovalKind) => {
  const one = (await waiting(kind)).at(-1)
  if (!one) throw new Error(`nothing of kind ${kind} waits`)
  return one
}
const approve = (one: { id: string; version: string }, as: string) =>
  told(
    approvals.approve,
    { params: { approvalId: one.id }, body: { note: `Seen by ${as}.`, version: one.version } },
    as,
  )
const giveBack = (one: { id: string }, as: string) =>
  told(approvals.return, { params: { approvalId: one.id }, body: { note: `Not yet, says ${as}.` } }, as)
const first = (one: MadeCase) => one.alertIds[0] ?? ''
const close = (alertId: string) => ({ params: { alertId }, body: { note: 'Known payer.' } })
const statusOf = async (alertId: string) =>
  (await server.db.selectFrom('alert').select('status').where('id', '=', alertId).executeTakeFirstOrThrow()).status
const viewOf = (one: MadeCase) => server.call(cases.view, { params: { caseId: one.id } })
/** Nobody has closed anything in the last hour. */
const forgetClosings = async () => {
  clock.now = new Date(clock.now.getTime() + 3_600_001)
}

const cursorNow = async () => {
  const response = await server.send(sync.snapshot, { query: { platform: 'paxum', kind: 'case' } })
  const [head = ''] = (await response.text()).split('\n')
  return (JSON.parse(head) as { cursor: string }).cursor
}

const hardstop = { alerts: [{ rule: 'country', level: 'hardstop' }] } as const

describe('the release of a hard stop', () => {
  test('needs a second person, for every requester', async () => {
    for (const as of ['analyst', 'superadmin']) {
      const one = await world.addCase(hardstop)
      expect(await told(alerts.resolve, close(first(one)), as)).toEqual([
        200,
        'Proposed: the alert is resolved once somebody else has approved it.',
      ])
      expect([await statusOf(first(one)), (await viewOf(one)).activeHardStop]).toEqual(['new', 1])
      expect(await approve(await lastOf('hardstop'), as)).toEqual([
        403,
        'You proposed this: somebody else has to approve it.',
      ])
      expect(await statusOf(first(one))).toBe('new')
    }
  })

  test('is requested once, approved only on the data that were read, and not after the case went on', async () => {
    const one = await world.addCase(hardstop)
    await server.call(alerts.resolve, close(first(one)))
    expect((await told(alerts.resolve, close(first(one)), 'analyst2'))[0]).toBe(409)
    const asked = await lastOf('hardstop')
    expect((await approve({ ...asked, version: '99' }, 'analyst2'))[0]).toBe(409)
    await server.call(alerts.reject, close(first(one)), { as: 'analyst2' })
    expect(await approve(asked, 'analyst2')).toEqual([409, 'It was returned already.'])
    expect(await statusOf(first(one))).toBe('rejected')
  })

  test('is approved by another person: the decision keeps its author, and the history names both', async () => {
    await forgetClosings()
    const one = await world.addCase(hardstop)
    await server.call(alerts.resolve, close(first(one)))
    const listed = await server.call(cases.list, { query: { approval: '1' } })
    expect(listed.items.find(({ id }) => id === one.id)).toMatchObject({
      approval: { kind: 'hardstop', by: { id: 'analyst' } },
    })
    const asked = await lastOf('hardstop')
    expect(asked).toMatchObject({
      by: { id: 'analyst' },
      reason: 'Known payer.',
      object: { caseId: one.id },
      refusal: null,
    })
    expect(await approve(asked, 'analyst2')).toEqual([200, 'Approved.'])
    const done = await viewOf(one)
    expect([await statusOf(first(one)), done.activeHardStop, done.approval]).toEqual(['resolved', 0, undefined])
    expect(done.activity.map(({ by, action, text }) => [by, action, text])).toEqual([
      ['Mara Lindqvist', 'propose release of hard stop', 'Known payer.'],
      ['Tomás Herrera', 'approve release of hard stop', 'Seen by analyst2.'],
    ])
    const alert = await server.call(alerts.view, { params: { alertId: first(one) } })
    expect(alert).toMatchObject({ resolvedManager: { id: 'analyst' }, note: 'Known payer.' })
    const { items } = await server.call(approvals.list, { query: { status: 'decided', kind: 'hardstop' } })
    expect(items[0]).toMatchObject({ status: 'approved', decidedBy: { id: 'analyst2' }, note: 'Seen by analyst2.' })
  })

  test('is returned with a reason, or withdrawn, and can be requested again', async () => {
    const one = await world.addCase(hardstop)
    for (const by of ['analyst2', 'analyst']) {
      await server.call(alerts.resolve, close(first(one)))
      expect(await giveBack(await lastOf('hardstop'), by)).toEqual([200, 'Returned.'])
      expect([await statusOf(first(one)), (await viewOf(one)).approval]).toEqual(['new', undefined])
    }
    expect((await auditOf(server.db, 'alert', first(one))).map(({ action, note }) => [action, note])).toEqual([
      ['propose release of hard stop', 'Known payer.'],
      ['return release of hard stop', 'Not yet, says analyst2.'],
      ['propose release of hard stop', 'Known payer.'],
      ['return release of hard stop', 'Not yet, says analyst.'],
    ])
  })

  test('is in the feed when it is requested, and when it is returned', async () => {
    const one = await world.addCase(hardstop)
    const told = async (since: string) => {
      const { items, next } = await server.call(sync.rows, { query: { platform: 'paxum', since } })
      return {
        next,
        found: items.flatMap((item) => (item.kind === 'case' && item.id === one.id ? [item.row?.approval?.by.id] : [])),
      }
    }
    const start = await cursorNow()
    await server.call(alerts.resolve, close(first(one)))
    const asked = await told(start)
    expect(asked.found).toEqual(['analyst'])
    await giveBack(await lastOf('hardstop'), 'analyst2')
    expect((await told(asked.next)).found).toEqual([undefined])
  })

  test('a payment may be rejected by one person', async () => {
    await forgetClosings()
    const one = await world.addCase(hardstop)
    await server.call(alerts.reject, close(first(one)))
    expect(await statusOf(first(one))).toBe('rejected')
  })

  test('also needs approval as a queued operation', async () => {
    const one = await world.addCase(hardstop)
    const [result] = await sendOps([first(one)])
    expect([result?.status, await statusOf(first(one))]).toEqual([200, 'new'])
  })
})

const sendOps = async (alertIds: readonly string[], as = 'analyst') => {
  const more = { clientTime: clock.now.toISOString(), offline: false }
  const ops = alertIds.map((alertId) => syncOp('alert.resolve', { alertId }, { note: 'Known payer.' }, more))
  const body = { device: `device of ${as}`, incarnation: 'one', ops }
  return (await server.call(sync.ops, { body }, { as })).results
}
const addAlerts = async (count: number) => {
  const made = []
  for (let n = 0; n < count; n += 1) made.push(first(await world.addCase()))
  return made
}
const openOf = async (ids: readonly string[]) => {
  const statuses = await Promise.all(ids.map(statusOf))
  return statuses.filter((status) => status === 'new').length
}

describe('closings above the limit of one person', () => {
  test('need approval, those of a batch together', async () => {
    await forgetClosings()
    const ids = await addAlerts(LIMIT + 1)
    expect((await sendOps(ids)).map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect(await openOf(ids)).toBe(LIMIT + 1)
    const asked = await lastOf('bulk')
    expect(asked).toMatchObject({ id: 'b-analyst', title: 'Close 4 alerts', reason: 'Known payer.' })
    expect((await approve(asked, 'analyst'))[0]).toBe(403)
    expect(await approve(asked, 'analyst2')).toEqual([403, 'Only managers may decide on this.'])
    expect(await giveBack(asked, 'manager')).toEqual([200, 'Returned: 4.'])
    expect(await openOf(ids)).toBe(LIMIT + 1)
  })

  test('need approval one by one, in small batches, or at once', async () => {
    await forgetClosings()
    const ids = await addAlerts(LIMIT * 3)
    await Promise.all(ids.slice(0, 4).map((id) => server.send(alerts.resolve, close(id), { as: 'analyst2' })))
    await sendOps(ids.slice(4, 6), 'analyst2')
    for (const id of ids.slice(6)) await server.send(alerts.resolve, close(id), { as: 'analyst2' })
    expect(await openOf(ids)).toBe(ids.length - LIMIT)
    const asked = await lastOf('bulk')
    expect(asked).toMatchObject({ by: { id: 'analyst2' }, title: `Close ${ids.length - LIMIT} alerts` })
    expect((await approve({ ...asked, version: '1.1' }, 'manager'))[0]).toBe(409)
    expect(await approve(asked, 'manager')).toEqual([200, `Approved: ${ids.length - LIMIT}.`])
    expect(await openOf(ids)).toBe(0)
    // an approved closing does not count against its author
    await forgetClosings()
    const next = await addAlerts(1)
    await server.send(alerts.resolve, close(next[0] ?? ''), { as: 'analyst2' })
    expect(await openOf(next)).toBe(0)
  })

  test('are counted again when an alert is reopened and closed again', async () => {
    await forgetClosings()
    const ids = await Promise.all(Array.from({ length: LIMIT }, async () => (await world.addAccountAlert()).id))
    const set = (id: string, status: string, by: string) =>
      told(
        accountAlerts.changeStatusBatch,
        {
          params: { platform: 'paxum', customerId: '100', status },
          body: { note: 'Known payer.', alertIds: [id], sar: 0 },
        },
        by,
      )
    for (const id of ids) expect((await set(id, 'resolved', 'analyst2'))[0]).toBe(200)
    for (const id of ids) expect((await set(id, 'new', 'analyst2'))[0]).toBe(200)
    expect(await openOf(ids)).toBe(LIMIT)
    for (const id of ids) expect((await set(id, 'resolved', 'analyst2'))[1]).toMatch(/^Proposed/)
    expect(await openOf(ids)).toBe(LIMIT)
    expect(await giveBack(await lastOf('bulk'), 'manager')).toEqual([200, `Returned: ${LIMIT}.`])
  })

  test('need approval on accounts, in the call for several and in the one for a rule', async () => {
    await forgetClosings()
    const ids: string[] = []
    for (let n = 0; n < LIMIT + 1; n += 1) ids.push((await world.addAccountAlert()).id)
    const where = { platform: 'paxum', customerId: '100' }
    const body = { note: 'Known payer.', alertIds: ids, sar: 0 as const }
    const params = { ...where, status: 'resolved' }
    const [status, message] = await told(accountAlerts.changeStatusBatch, { params, body }, 'analyst')
    expect([status, message]).toEqual([200, 'Proposed: 4 alerts are resolved once somebody else has approved it.'])
    expect(await openOf(ids)).toBe(LIMIT + 1)
    expect(await approve(await lastOf('bulk'), 'manager')).toEqual([200, 'Approved: 4.'])
    expect(await openOf(ids)).toBe(0)
  })
})

const body = (more: Partial<AllowlistBody> = {}): AllowlistBody => ({
  name: 'Payroll',
  comment: 'Salaries of known staff.',
  platform: 'paxum',
  ruleId: world.rules.limit,
  customerType: 'personal',
  ignoreCriteria: true,
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  ruleCriteria: {},
  ...more,
})
const inForce = async () => (await server.call(allowlists.remainingAlerts, {}, { as: 'manager' })).items

describe('an allowlist', () => {
  test('is not in force by one person, not even by two complementary ones, and resolves nothing', async () => {
    for (const customerType of ['personal', 'business'] as const) {
      const made = await server.call(
        allowlists.create,
        { body: body({ customerType, endDate: null }) },
        { as: 'manager' },
      )
      expect(made).toMatchObject({ review: 'open', approval: { kind: 'allowlist', by: { id: 'manager' } } })
      const params = { versionId: made.versionId }
      expect((await told(allowlists.resolveAlerts, { params, body: undefined }, 'manager'))[0]).toBe(409)
      const asked = await lastOf('allowlist')
      expect((await approve(asked, 'manager'))[0]).toBe(403)
      expect((await approve(asked, 'analyst'))[0]).toBe(403)
    }
    expect(await inForce()).toEqual([])
    for (const one of await waiting('allowlist')) await giveBack(one, 'admin')
    expect((await server.call(allowlists.list, { query: {} })).items).toEqual([])
  })

  test('is in force once another person approved it, and its history says who and why', async () => {
    const made = await server.call(allowlists.create, { body: body() }, { as: 'manager' })
    expect(await approve(await lastOf('allowlist'), 'admin')).toEqual([200, 'Approved.'])
    expect((await inForce()).map(({ versionId }) => versionId)).toEqual([made.versionId])
    const { items } = await server.call(allowlists.history, { params: { id: made.id } })
    expect(items[0]).toMatchObject({
      author: 'Ingrid Okafor',
      approved: { by: { id: 'admin', name: 'Helen Marchetti' }, note: 'Seen by admin.' },
    })
    expect(items[0]?.review).toBeUndefined()
  })

  test('is extended by two people and ended earlier by one', async () => {
    const { items } = await server.call(allowlists.list, { query: {} })
    const { id = '', versionId = '' } = items[0] ?? {}
    const change = (more: Partial<AllowlistBody>, as = 'manager') =>
      told(allowlists.change, { body: { ...body(more), id } }, as)
    await change({ endDate: '2027-12-31' })
    const now = await server.call(allowlists.view, { params: { id } })
    expect(now).toMatchObject({ versionId, endDate: '2026-12-31', approval: { by: { id: 'manager' } } })
    const asked = await lastOf('allowlist')
    expect(asked.differences).toEqual([{ place: 'endDate', before: '2026-12-31', after: '2027-12-31' }])
    // no change beside it, by which something else than was read could be approved
    expect((await change({ endDate: null }, 'admin'))[0]).toBe(409)
    expect(await approve(asked, 'admin')).toEqual([200, 'Approved.'])
    expect(await server.call(allowlists.view, { params: { id } })).toMatchObject({ endDate: '2027-12-31' })
    await change({ endDate: '2026-06-30' })
    expect(await server.call(allowlists.view, { params: { id } })).toMatchObject({ endDate: '2026-06-30' })
    expect(await waiting('allowlist')).toEqual([])
  })

  test('is never in force when returned, and its history says so', async () => {
    const made = await server.call(allowlists.create, { body: body({ name: 'Wide' }) }, { as: 'manager' })
    expect(await giveBack(await lastOf('allowlist'), 'admin')).toEqual([200, 'Returned.'])
    expect((await told(allowlists.view, { params: { id: made.id } }, 'manager'))[0]).toBe(404)
    const { items } = await server.call(allowlists.history, { params: { id: made.id } })
    expect(items).toMatchObject([{ review: 'returned' }])
  })

  test('resolves what it covers once another person approved that', async () => {
    await forgetClosings()
    const { items } = await server.call(allowlists.list, { query: {} })
    const versionId = items[0]?.versionId ?? ''
    const before = await server.db.selectFrom('task').selectAll().execute()
    const reply = await server.call(
      allowlists.resolveAlerts,
      { params: { versionId }, body: { closeCases: true } },
      { as: 'manager' },
    )
    expect(reply).toMatchObject({ approval: { kind: 'allowlistResolve' }, message: expect.stringMatching(/^Proposed/) })
    expect(await server.db.selectFrom('task').selectAll().execute()).toEqual(before)
    const asked = await lastOf('allowlistResolve')
    expect((await approve(asked, 'manager'))[0]).toBe(403)
    expect(await approve(asked, 'admin')).toEqual([200, 'Approved.'])
    const tasks = await server.db.selectFrom('task').selectAll().execute()
    expect(tasks.slice(before.length)).toMatchObject([
      { author: 'manager', total: reply.sentAlertsToResolve, close_cases: true },
    ])
  })
})

describe('closing a case', () => {
  const recommend = (one: MadeCase, action: 'proceed' | 'reject', as: string) =>
    told(cases.recommendStr, { params: { caseId: one.id }, body: { note: `${action} by ${as}`, action } }, as)

  test('without an STR needs two people', async () => {
    const one = await world.addCase({ alerts: [] })
    expect((await recommend(one, 'reject', 'analyst'))[0]).toBe(200)
    expect(await viewOf(one)).toMatchObject({ status: 'new', approval: { kind: 'close' } })
    expect((await recommend(one, 'reject', 'analyst2'))[0]).toBe(409)
    const asked = await lastOf('close')
    expect((await approve(asked, 'analyst'))[0]).toBe(403)
    expect((await approve({ ...asked, version: '1' }, 'analyst2'))[0]).toBe(409)
    expect(await approve(asked, 'analyst2')).toEqual([200, 'Approved.'])
    expect(await viewOf(one)).toMatchObject({ status: 'complete', recommendedStr: 0 })
  })

  test('with an STR is in the approvals list, and approved there by another person', async () => {
    const one = await world.addCase({ alerts: [] })
    await recommend(one, 'proceed', 'analyst')
    const asked = await lastOf('str')
    expect(asked).toMatchObject({ id: `s-${one.id}`, by: { id: 'analyst' }, reason: 'proceed by analyst' })
    expect((await waiting('str', 'analyst'))[0]?.refusal).toBe('You proposed this: somebody else has to approve it.')
    const listed = await server.call(cases.list, { query: { approval: '1' } })
    expect(listed.items.map(({ id }) => id)).toContain(one.id)
    const others = await server.call(cases.list, { query: { approval: '0', pageSize: 300 } })
    expect(others.items.map(({ id }) => id)).not.toContain(one.id)
    expect((await approve(asked, 'analyst'))[0]).toBe(403)
    expect((await approve({ ...asked, version: '1' }, 'analyst2'))[0]).toBe(412)
    expect((await approve(asked, 'analyst2'))[0]).toBe(200)
    expect(await viewOf(one)).toMatchObject({ status: 'complete', recommendedStr: 1 })
    expect((await approve(asked, 'manager'))[0]).toBe(409)
  })
})

describe('a rule', () => {
  test('is approved in the list, and its revisions say by whom and why', async () => {
    const ruleId = world.rules.limit
    const { name, description, platform, type, criteria, options } = await server.call(rules.view, {
      params: { ruleId },
    })
    const rule = { name: `${name}, higher`, description, platform, type, criteria, options, reason: 'Too many alerts.' }
    await server.call(rules.change, { params: { ruleId }, body: { rule } }, { as: 'manager' })
    const asked = await lastOf('rule')
    expect(asked).toMatchObject({ title: 'Change the rule “Limit”', by: { id: 'manager' } })
    expect((await approve(asked, 'manager'))[0]).toBe(403)
    expect((await approve(asked, 'analyst'))[0]).toBe(403)
    expect(await approve(asked, 'admin')).toEqual([200, 'Approved.'])
    const { items: revisions } = await server.call(rules.revisions, { params: { ruleId } })
    expect(revisions[0]).toMatchObject({
      author: 'Ingrid Okafor',
      approved: { by: { name: 'Helen Marchetti' }, note: 'Seen by admin.' },
    })
  })
})

describe('a sanctions hit', () => {
  const addHit = async (score: number) => {
    const { id } = await server.db
      .insertInto('sanctions_hit')
      .values({
        platform: 'paxum',
        customer_id: '100',
        party: 'customer',
        party_key: '',
        party_name: 'Ada Byron',
        list: 'SDN',
        entry_id: randomUUID(),
        name: 'BYRON, Ada',
        score,
        details: '{}',
        checked_at: NOON,
        decided_by: null,
        decided_at: null,
        note: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const decide = (matchId: string, outcome: 'true_positive' | 'false_positive', as: string) => {
    const params = { platform: 'paxum', customerId: '100', matchId }
    return told(customers.decideSanction, { params, body: { outcome, note: 'Compared.', version: 1 } }, as)
  }
  const hitOf = async (matchId: string) => {
    const params = { platform: 'paxum', customerId: '100' }
    const { items } = await server.call(customers.sanctions, { params })
    return items.find(({ id }) => id === matchId)
  }

  test.each([
    ['confirmed', 0.7, 'true_positive'],
    ['released though it is very like', 0.95, 'false_positive'],
  ] as const)('is %s by two people', async (_, score, outcome) => {
    const id = await addHit(score)
    expect((await decide(id, outcome, 'analyst'))[0]).toBe(200)
    expect(await hitOf(id)).toMatchObject({ outcome: 'potential_match', approval: { by: { id: 'analyst' } } })
    expect((await decide(id, outcome, 'analyst2'))[0]).toBe(409)
    const asked = await lastOf('sanctions')
    expect((await approve(asked, 'analyst'))[0]).toBe(403)
    expect(await approve(asked, 'analyst2')).toEqual([200, 'Approved.'])
    expect(await hitOf(id)).toMatchObject({
      outcome,
      details: { decidedBy: 'Mara Lindqvist', approved: { by: { id: 'analyst2' }, note: 'Seen by analyst2.' } },
    })
  })

  test('with a low score is released by one', async () => {
    const id = await addHit(0.65)
    await decide(id, 'false_positive', 'analyst')
    expect(await hitOf(id)).toMatchObject({ outcome: 'false_positive' })
  })
})

test('without the policy one person does all of it', async () => {
  const free = await testServer({ now: () => NOW })
  const there = await makeWorld(free.db)
  const one = await there.addCase(hardstop)
  await free.call(alerts.resolve, close(first(one)))
  const created = { ...body(), ruleId: there.rules.limit }
  const made = await free.call(allowlists.create, { body: created }, { as: 'manager' })
  expect([(await free.call(approvals.list, { query: {} })).items, made.approval]).toEqual([[], undefined])
  await free.close()
})
