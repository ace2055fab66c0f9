import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { sync } from '#contract/calls/sync.ts'
import { ACCOUNT_ALERT_STEPS } from '#contract/model/cases/account-alert.ts'
import { ALERT_STATUSES, ALERT_TARGETS } from '#contract/model/values.ts'
import type { MadeAccountAlert } from '#tests/support/account-world.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp } from '#tests/support/sync-op.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const at = { date: '2026-03-10 13:00:00', timezone: 'UTC' }
const mara = { id: 'analyst', name: 'Mara Lindqvist' }
const { server, world } = await startWorld({ now: () => NOW })

const note = 'Known payer.'
const set = (alertId: string, status: string, body: object = {}) => ({ params: { alertId, status }, body })
const batch = (status: string, alertIds: string[], body: object = {}, customerId = '100') => ({
  params: { status, platform: 'paxum', customerId },
  body: { alertIds, ...body },
})
const view = (alertId: string) => server.call(alerts.view, { params: { alertId } })
const stateOf = async (alertId: string) => {
  const { status, sar, version, manager } = await view(alertId)
  return { status, sar, version, manager }
}
const untouched = { status: 'new', sar: 0, version: 1, manager: null }

describe('refusals', () => {
  test('an unknown alert, one of another platform, and one on a transaction', async () => {
    const other = await world.addAccountAlert({ platform: 'paydek' })
    const ofCase = (await world.addCase()).alertIds[0] as string
    for (const id of [other.id, '404404', 'no-number', '99999999999999999999']) {
      const params = { alertId: id, managerId: 'analyst' }
      const missing = [404, `There is no alert ${id} here.`]
      expect(await server.refusal(accountAlerts.changeStatus, set(id, 'await'))).toEqual(missing)
      expect(await server.refusal(accountAlerts.addComment, { params, body: { note } })).toEqual(missing)
      expect(await server.refusal(accountAlerts.assign, { params })).toEqual(missing)
      expect(await server.refusal(accountAlerts.resolve, { params, body: { note } })).toEqual(missing)
    }
    const params = { alertId: ofCase, managerId: 'analyst' }
    const wrong = [409, 'This alert is on a transaction: decide it with its case.']
    expect(await server.refusal(accountAlerts.changeStatus, set(ofCase, 'resolved', { note }))).toEqual(wrong)
    expect(await server.refusal(accountAlerts.addComment, { params, body: { note } })).toEqual(wrong)
    expect(await server.refusal(accountAlerts.assign, { params })).toEqual(wrong)
    expect(await server.refusal(accountAlerts.changeStatusBatch, batch('await', [ofCase]))).toEqual([
      404,
      `There is no alert ${ofCase} on customer 100.`,
    ])
    expect(await stateOf(ofCase)).toEqual(untouched)
  })

  test('an unknown customer, a rule without open alerts, an assignee outside the platform', async () => {
    const { ruleId } = await world.addAccountAlert({ rule: 'All decided', status: 'resolved' })
    const params = { platform: 'paxum', customerId: '404', ruleId, managerId: 'analyst' }
    const missing = [404, 'There is no customer 404 here.']
    expect(await server.refusal(accountAlerts.active, { params })).toEqual(missing)
    expect(await server.refusal(accountAlerts.summary, { params })).toEqual(missing)
    expect(await server.refusal(accountAlerts.assignByRule, { params })).toEqual(missing)
    expect(await server.refusal(accountAlerts.resolveByRule, { params, body: { note } })).toEqual(missing)
    expect(await server.refusal(accountAlerts.changeStatusBatch, batch('await', ['1'], {}, '404'))).toEqual(missing)
    const none = [409, 'No alert of this rule on this customer is awaiting a decision.']
    for (const rule of [ruleId, 'x', world.rules.limit]) {
      const onAda = { params: { ...params, customerId: '100', ruleId: rule } }
      expect(await server.refusal(accountAlerts.assignByRule, onAda)).toEqual(none)
      expect(await server.refusal(accountAlerts.resolveByRule, { ...onAda, body: { note } })).toEqual(none)
    }
    const { id } = await world.addAccountAlert()
    for (const managerId of ['nobody', 'outsider']) {
      const input = { params: { alertId: id, managerId } }
      expect(await server.refusal(accountAlerts.assign, input, { as: 'manager' })).toEqual([
        400,
        'managerId: nobody of that name works on this platform',
      ])
    }
    expect(await server.refusal(accountAlerts.assign, { params: { alertId: id, managerId: 'analyst2' } })).toEqual([
      403,
      'Only managers may give work to others.',
    ])
  })

  test.each<[string, Call, object]>([
    ['status', accountAlerts.changeStatus, set('1', 'rejected', { note })],
    ['status', accountAlerts.changeStatusBatch, batch('sar', ['1'], { note })],
    ['sar', accountAlerts.changeStatus, set('1', 'resolved', { note, sar: 2 })],
    ['note', accountAlerts.changeStatus, set('1', 'resolved', { note: ' ' })],
    ['reason', accountAlerts.changeStatus, set('1', 'resolved', { note, reason: 'BORED' })],
    ['alertIds', accountAlerts.changeStatusBatch, batch('await', [])],
    ['alertIds', accountAlerts.changeStatusBatch, batch('await', Array.from({ length: 501 }, String))],
    ['note', accountAlerts.addComment, { params: { alertId: '1' }, body: {} }],
    ['note', accountAlerts.resolve, { params: { alertId: '1' }, body: {} }],
    ['pageSize', accountAlerts.queue, { query: { pageSize: 1001 } }],
    ['date[]', accountAlerts.queue, { query: { 'date[]': ['2026-02-31', ''] } }],
    ['decided[]', accountAlerts.queue, { query: { 'decided[]': ['', '2026-13-01'] } }],
    ['status[].0', accountAlerts.queue, { query: { 'status[]': ['done'] } }],
  ])('a bad or missing %s is named (%#)', async (field, call, input) => {
    const [status, message] = await server.refusal(call, input)
    expect([status, message?.replace(/^Enter a /, '').split(': ')[0]]).toEqual([400, field])
  })

  test('a decision without a note, a SAR without a decision, and a reopening without a note', async () => {
    const open = await world.addAccountAlert()
    const decided = await world.addAccountAlert({ status: 'resolved' })
    expect([
      await server.refusal(accountAlerts.changeStatus, set(open.id, 'resolved')),
      await server.refusal(accountAlerts.changeStatus, set(open.id, 'await', { note, sar: 1 })),
      await server.refusal(accountAlerts.changeStatus, set(decided.id, 'new')),
    ]).toEqual([
      [400, 'note: say why the alert is resolved'],
      [400, 'sar: is allowed with resolved only'],
      [400, 'note: say why the alert is reopened'],
    ])
    expect(await stateOf(open.id)).toEqual(untouched)
  })

  test('a batch with one alert that cannot be set is refused whole', async () => {
    const made = [await world.addAccountAlert(), await world.addAccountAlert({ status: 'await' })]
    const ids = made.map(({ id }) => id)
    const foreign = await world.addAccountAlert({ customerId: '200' })
    const outcomes = [
      await server.refusal(accountAlerts.changeStatusBatch, batch('await', ids)),
      await server.refusal(accountAlerts.changeStatusBatch, batch('in_progress', [...ids, foreign.id])),
      await server.refusal(accountAlerts.changeStatusBatch, batch('resolved', ids)),
    ]
    expect(outcomes).toEqual([
      [409, 'The alert is “Awaiting Response” already.'],
      [404, `There is no alert ${foreign.id} on customer 100.`],
      [400, 'note: say why the alert is resolved'],
    ])
    expect(await Promise.all(ids.map(stateOf))).toEqual([untouched, { ...untouched, status: 'await' }])
    expect(await Promise.all(ids.map((id) => auditOf(server.db, 'alert', id)))).toEqual([[], []])
  })
})

test('every transition from every status is accepted or refused as the table says', async () => {
  for (const from of ALERT_STATUSES) {
    for (const to of ALERT_TARGETS) {
      const { id } = await world.addAccountAlert({ status: from, sar: from === 'sar' ? 1 : 0 })
      const response = await server.send(
        accountAlerts.changeStatus,
        set(id, to, { note, sar: to === 'resolved' ? 1 : 0 }) as never,
      )
      const isTaken = ACCOUNT_ALERT_STEPS[from].includes(to)
      expect([response.status, await response.json()], `${from} to ${to}`).toMatchObject(
        isTaken ? [200, { version: 2 }] : [409, { current: { status: from, version: 1 } }],
      )
      expect(await stateOf(id)).toMatchObject(
        isTaken ? { status: to, sar: to === 'resolved' ? 1 : 0 } : { status: from },
      )
    }
  }
})

describe('effects', () => {
  test('resolving with a SAR writes alert, note and audit, and can be reopened', async () => {
    const { id } = await world.addAccountAlert({ rule: 'Sanctions match' })
    const body = { note: 'Moved to a listed country.', sar: 1, reason: 'STR_PROCEED' } as const
    expect(await server.call(accountAlerts.changeStatus, set(id, 'resolved', body) as never)).toEqual({
      message: 'Resolved with SAR.',
      version: 2,
    })
    const words = { id: expect.any(String), text: body.note, author: mara, createAt: at, alertId: id }
    expect(await view(id)).toMatchObject({
      status: 'resolved',
      sar: 1,
      note: body.note,
      notes: [words],
      resolveDate: at,
      resolvedManager: mara,
    })
    const again = { note: 'The customer sent a residence permit.' }
    expect(await server.call(accountAlerts.changeStatus, set(id, 'in_progress', again) as never)).toEqual({
      message: 'In progress.',
      version: 3,
    })
    expect(await view(id)).toMatchObject({
      status: 'in_progress',
      sar: 0,
      note: null,
      notes: expect.arrayContaining([words, expect.objectContaining({ text: again.note })]),
      resolveDate: null,
      resolvedManager: null,
    })
    const entry = { actor: 'analyst', idempotency_key: null, offline: false }
    const [before, after] = [
      { status: 'new', sar: 0 },
      { status: 'resolved', sar: 1 },
    ]
    expect(await auditOf(server.db, 'alert', id)).toEqual([
      {
        ...entry,
        action: 'resolve alert',
        note: body.note,
        reason: body.reason,
        before,
        after,
        version: '2',
      },
      {
        ...entry,
        ...again,
        action: 'change status',
        reason: null,
        before: after,
        after: { status: 'in_progress', sar: 0 },
        version: '3',
      },
    ])
  })

  test('a batch is audited per alert with all ids, and applied once per idempotency key', async () => {
    const ids = [(await world.addAccountAlert()).id, (await world.addAccountAlert({ status: 'in_progress' })).id]
    const key = { headers: { 'idempotency-key': randomUUID() } }
    const input = batch('resolved', [...ids, ids[0] as string], { note, sar: 0, reason: 'FP_EXPECTED' })
    expect(await server.call(accountAlerts.changeStatusBatch, input as never, key)).toEqual({ message: 'Resolved.' })
    const second = await server.send(accountAlerts.changeStatusBatch, input as never, key)
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    const another = batch('resolved', ids, { note: 'Other words.' })
    expect((await server.send(accountAlerts.changeStatusBatch, another as never, key)).status).toBe(422)
    for (const id of ids) {
      expect(await view(id)).toMatchObject({ status: 'resolved', version: 2, notes: [{ text: note }] })
      const rows = await server.db
        .selectFrom('audit')
        .select(['alert_ids', 'reason'])
        .where('object_id', '=', id)
        .execute()
      expect(rows).toEqual([{ alert_ids: ids, reason: 'FP_EXPECTED' }])
    }
  })

  test('two batches over the same alerts, in opposite orders, do not deadlock', async () => {
    const ids = [
      (await world.addAccountAlert()).id,
      (await world.addAccountAlert()).id,
      (await world.addAccountAlert()).id,
    ]
    const answers = await Promise.all([
      server.send(accountAlerts.changeStatusBatch, batch('await', ids) as never),
      server.send(accountAlerts.changeStatusBatch, batch('await', ids.toReversed()) as never, { as: 'analyst2' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('comments are accepted, also on a decided alert', async () => {
    const { id } = await world.addAccountAlert({ status: 'resolved' })
    const body = { note: 'For the file.' }
    expect(await server.call(accountAlerts.addComment, { params: { alertId: id }, body })).toEqual({
      message: 'Noted.',
      version: 2,
    })
    expect(await view(id)).toMatchObject({
      status: 'resolved',
      note: 'Seen before.',
      notes: [{ text: body.note, author: mara }],
    })
    expect(await auditOf(server.db, 'alert', id)).toMatchObject([{ action: 'add note', note: body.note }])
  })

  test('assigning works for oneself, by a manager for others, and by rule and customer; not once decided', async () => {
    const rule = 'Name changed'
    const open = [await world.addAccountAlert({ rule }), await world.addAccountAlert({ rule, manager: 'analyst2' })]
    const decided = await world.addAccountAlert({ rule, status: 'resolved' })
    const others = [await world.addAccountAlert(), await world.addAccountAlert({ rule, customerId: '200' })]
    const params = { platform: 'paxum', customerId: '100', ruleId: decided.ruleId, managerId: 'analyst' }
    expect(await server.call(accountAlerts.assignByRule, { params })).toEqual({
      message: 'Assigned to Mara Lindqvist.',
    })
    const states = async (made: MadeAccountAlert[]) =>
      (await Promise.all(made.map(({ id }) => stateOf(id)))).map(({ manager, version }) => [manager?.id, version])
    expect(await states([...open, decided, ...others])).toEqual([
      ['analyst', 2],
      ['analyst', 2],
      [undefined, 1],
      [undefined, 1],
      [undefined, 1],
    ])
    const [first] = open as [MadeAccountAlert]
    const toOther = { params: { alertId: first.id, managerId: 'analyst2' } }
    expect(await server.call(accountAlerts.assign, toOther, { as: 'manager' })).toEqual({
      message: 'Assigned to Tomás Herrera.',
      version: 3,
    })
    expect(
      (await auditOf(server.db, 'alert', first.id)).map(({ action, before, after }) => [action, before, after]),
    ).toEqual([
      ['assign', { manager: null }, { manager: mara }],
      ['assign', { manager: mara }, { manager: { id: 'analyst2', name: 'Tomás Herrera' } }],
    ])
    expect(
      await server.refusal(accountAlerts.assign, { params: { alertId: decided.id, managerId: 'analyst' } }),
    ).toEqual([409, 'The alert is “Resolved” and cannot be assigned.'])
  })

  test('the two deprecated calls resolve too', async () => {
    const rule = 'Phone changed'
    const made = [
      await world.addAccountAlert({ rule }),
      await world.addAccountAlert({ rule }),
      await world.addAccountAlert({ rule, customerId: '200' }),
    ]
    const [first, second, foreign] = made as [MadeAccountAlert, MadeAccountAlert, MadeAccountAlert]
    expect(await server.call(accountAlerts.resolve, { params: { alertId: first.id }, body: { note } })).toEqual({
      message: 'Resolved.',
      version: 2,
    })
    const params = { platform: 'paxum', customerId: '100', ruleId: first.ruleId }
    expect(await server.call(accountAlerts.resolveByRule, { params, body: { note } })).toEqual({
      message: 'Resolved.',
      version: 2,
    })
    expect([await stateOf(second.id), await stateOf(foreign.id)]).toMatchObject([{ status: 'resolved' }, untouched])
  })
})

describe('a queued operation', () => {
  const clientTime = new Date(NOW.getTime() - 600_000).toISOString()
  const op = ({ id, platform, customerId }: MadeAccountAlert, kind: string, body: object, expected?: object) =>
    syncOp(kind, { platform, customerId, alertId: id }, body, {
      devSeq: 1,
      clientTime,
      ...(expected && { expect: { ...expected } }),
    })
  const send = async (...ops: ReturnType<typeof op>[]) =>
    (await server.call(sync.ops, { body: { device: 'desk', incarnation: 'one', ops } })).results

  test('has the same effect, with the operation’s id on the note and in the audit', async () => {
    const made = await world.addAccountAlert()
    const one = op(made, 'accountAlert.status', { status: 'resolved', note, sar: 1 }, { status: 'new', sar: 0 })
    const assigned = op(made, 'accountAlert.assign', { manager: mara }, { manager: null })
    expect(await send(assigned, one)).toMatchObject([
      { status: 200, version: 2 },
      { status: 200, version: 3 },
    ])
    expect(await view(made.id)).toMatchObject({ status: 'resolved', sar: 1, manager: mara, notes: [{ id: one.opId }] })
    const plain = set(made.id, 'resolved', { note, sar: 1 })
    const again = await server.send(accountAlerts.changeStatus, plain as never, {
      headers: { 'idempotency-key': one.opId },
    })
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(await auditOf(server.db, 'alert', made.id)).toMatchObject([
      { idempotency_key: assigned.opId, offline: true },
      { idempotency_key: one.opId, offline: true },
    ])
  })

  test('decided meanwhile: the same outcome is done and keeps the note, another one is a conflict', async () => {
    const made = await world.addAccountAlert()
    await server.call(accountAlerts.changeStatus, set(made.id, 'resolved', { note: 'First.' }) as never, {
      as: 'analyst2',
    })
    const same = op(made, 'accountAlert.status', { status: 'resolved', note, sar: 0 }, { status: 'new' })
    const other = op(made, 'accountAlert.status', { status: 'resolved', note, sar: 1 }, { status: 'new' })
    expect(await send(same)).toMatchObject([{ status: 200, version: 2 }])
    expect(await send(other)).toMatchObject([
      { status: 412, problem: { current: { status: 'resolved', sar: 0, changedBy: mara } } },
    ])
    expect(await view(made.id)).toMatchObject({
      note: 'First.',
      notes: expect.arrayContaining([
        expect.objectContaining({ text: 'First.' }),
        expect.objectContaining({ text: note, writtenBeforeClose: true }),
      ]),
    })
  })

  test('a comment from before the decision says so, and a repeated assignment is applied once', async () => {
    const made = await world.addAccountAlert()
    await server.call(accountAlerts.changeStatus, set(made.id, 'resolved', { note: 'First.' }) as never, {
      as: 'analyst2',
    })
    expect(await send(op(made, 'accountAlert.note', { note }))).toMatchObject([{ status: 200, version: 3 }])
    const late = (await view(made.id)).notes.filter(({ writtenBeforeClose }) => writtenBeforeClose)
    expect(late.map(({ text }) => text)).toEqual([note])
    const taken = await world.addAccountAlert({ manager: 'analyst' })
    expect(await send(op(taken, 'accountAlert.assign', { manager: mara }, { manager: null }))).toMatchObject([
      { status: 200, version: 1 },
    ])
    // nothing has changed; the number of the device's series is accounted for
    expect(await auditOf(server.db, 'alert', taken.id)).toMatchObject([
      { action: 'assign', before: { manager: mara }, after: { manager: mara }, version: '1' },
    ])
  })
})
