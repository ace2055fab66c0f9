import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { sync, type SyncOp } from '#contract/calls/sync.ts'
import { REASONS } from '#contract/model/values.ts'
import { verifyChain } from '#server/audit/audit.ts'
import { testServer, type As } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON, type MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp, targetOf } from '#tests/support/sync-op.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)

const { server, world } = await startWorld({ now: () => NOW })

/** An operation as the engine sends it, decided offline ten minutes ago by a clock that is a minute ahead. */
function opOn(one: MadeCase, kind: string, body: unknown, change: Partial<SyncOp> & { alertId?: string } = {}): SyncOp {
  const { alertId, ...rest } = change
  const clientTime = new Date(NOW.getTime() - 540_000).toISOString()
  const target = { ...targetOf(one), ...(alertId !== undefined && { alertId }) }
  return syncOp(kind, target, body, { clientTime, skewMs: 60_000, ...rest })
}
const noteOn = (one: MadeCase, note = 'Asked.', change: Partial<SyncOp> = {}) =>
  opOn(one, 'case.note', { note }, change)
const resolve = (one: MadeCase, expected?: object, note = 'Known payer.') =>
  opOn(
    one,
    'alert.resolve',
    { note },
    {
      alertId: one.alertIds[0] as string,
      ...(expected && { expect: { ...expected } }),
    },
  )
const batch = (ops: readonly SyncOp[]) => ({ body: { device: 'desk', incarnation: 'one', ops: [...ops] } })
const send = async (ops: readonly SyncOp[], as?: As) => (await server.call(sync.ops, batch(ops), as)).results
const statuses = async (ops: readonly SyncOp[], as?: As) => (await send(ops, as)).map(({ status }) => status)
const versionOf = async (one: MadeCase) =>
  (await server.call(cases.view, { params: { caseId: one.id } }, { platform: one.platform })).version
const keyRow = (opId: string) =>
  server.db.selectFrom('idempotency').selectAll().where('key', '=', opId).executeTakeFirst()

test('a case is closed with its alert, also if somebody else closed it the same way; both notes are kept', async () => {
  const one = await world.addCase({ alerts: [{}] })
  const close = () => [
    resolve(one, { status: 'new' }),
    opOn(one, 'case.recommendStr', { note: 'No STR.', action: 'reject' }, { expect: { status: 'new' } }),
  ]
  expect(await statuses(close())).toEqual([200, 200])
  expect(await statuses(close(), { as: 'analyst2' })).toEqual([200, 200])
  const seen = await server.call(cases.view, { params: { caseId: one.id } }, { platform: one.platform })
  expect(seen).toMatchObject({ status: 'complete', recommendedStr: 0 })
  expect(seen.notes?.map(({ text }) => text).toSorted()).toEqual(['Known payer.', 'Known payer.', 'No STR.', 'No STR.'])
  const other = opOn(one, 'case.recommendStr', { note: 'Mule.', action: 'proceed' }, { expect: { status: 'new' } })
  expect(await statuses([other], { as: 'analyst2' })).toEqual([412])
})

test('open alerts are closed as suspicious before the STR, which the server refuses otherwise', async () => {
  const one = await world.addCase({ alerts: [{}] })
  const grounds = { note: 'Funds pass through.', reason: 'STR_PROCEED' }
  const str = () => opOn(one, 'case.recommendStr', { ...grounds, action: 'proceed' }, { expect: { status: 'new' } })
  expect(await statuses([str()])).toEqual([409])
  const alertId = one.alertIds[0] as string
  const ops = [opOn(one, 'alert.resolve', grounds, { alertId, expect: { status: 'new' } }), str()]
  expect(await statuses(ops)).toEqual([200, 200])
  const seen = await server.call(cases.view, { params: { caseId: one.id } }, { platform: one.platform })
  expect(seen).toMatchObject({
    status: 'complete',
    recommendedStr: 1,
    notes: [{ text: grounds.note }, { text: grounds.note }],
  })
  const [entry] = await auditOf(server.db, 'alert', alertId)
  expect(entry).toMatchObject({ action: 'resolve alert', reason: 'STR_PROCEED' })
})

test('the capabilities list the additions to the catalogue, for everybody', async () => {
  expect(await server.call(sync.capabilities, {}, { as: null, platform: null })).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    ops: true,
    feed: true,
    settings: true,
    reasons: REASONS,
    holdSeconds: 10,
    dwellMs: 400,
    fourEyes: [],
    assistantRoles: ['admin', 'super_admin'],
    claims: { contradicted: 'refuse' },
    facts: true,
    demo: true,
    sanctionDecisions: true,
    ticketTemplates: true,
    trials: true,
    conditions: true,
  })
})

describe('refusals', () => {
  test('a batch without a session, a platform or an operation, or with too many', async () => {
    const one = await world.addCase()
    const status = async (ops: SyncOp[], as?: As) => (await server.send(sync.ops, batch(ops), as)).status
    expect([
      await status([noteOn(one)], { as: null }),
      await status([noteOn(one)], { as: 'outsider' }),
      await status([noteOn(one)], { platform: null }),
      await status([]),
      await status(Array.from({ length: 201 }, () => noteOn(one))),
      await status([{ ...noteOn(one), opId: 'first' }]),
    ]).toEqual([401, 403, 400, 400, 400, 400])
    expect(await versionOf(one)).toBe(1)
  })

  test('an operation on another platform than its batch, individually', async () => {
    const [here, there] = [await world.addCase(), await world.addCase({ platform: 'paydek' })]
    // of two platforms the account has: the batch is wrong; of one it has not: there is no access
    expect(await statuses([noteOn(here), noteOn(there)])).toEqual([200, 400])
    expect(await statuses([noteOn(there), noteOn(here)], { as: 'analyst-px' })).toEqual([403, 200])
    // naming the right platform does not open another one's case
    const renamed = { ...noteOn(there), target: { ...noteOn(there).target, platform: 'paxum' } }
    expect(await statuses([renamed], { as: 'analyst-px' })).toEqual([404])
    expect(await versionOf(there)).toBe(1)
  })

  test.each<[string, string, (one: MadeCase) => SyncOp]>([
    ['body.note', 'case.note', (one) => opOn(one, 'case.note', {})],
    ['body.note', 'alert.resolve', (one) => resolve(one, undefined, ' ')],
    ['body.action', 'case.recommendStr', (one) => opOn(one, 'case.recommendStr', { note: 'x' }, { expect: {} })],
    ['target.alertId', 'alert.reject', (one) => opOn(one, 'alert.reject', { note: 'x' })],
    [
      'target.caseUuid',
      'case.await',
      (one) => opOn(one, 'case.await', {}, { target: { platform: 'paxum', customerId: '1', caseId: one.id } }),
    ],
    ['expect.status', 'case.await', (one) => opOn(one, 'case.await', {}, { expect: { status: 'lost' } })],
    ['expect.mood', 'alert.resolve', (one) => resolve(one, { mood: 'good' })],
    ['clientTime', 'case.note', (one) => noteOn(one, 'x', { clientTime: 'yesterday' })],
    ['clientTime', 'case.note', (one) => noteOn(one, 'x', { clientTime: '-271821-04-20T00:00:00.000Z' })],
    ['devSeq', 'case.note', (one) => noteOn(one, 'x', { devSeq: 1.5 })],
    ['devSeq', 'case.note', (one) => noteOn(one, 'x', { devSeq: 0 })],
    ['devSeq', 'case.note', (one) => noteOn(one, 'x', { devSeq: 2 ** 63 })],
    ['skewMs', 'case.note', (one) => noteOn(one, 'x', { skewMs: 1e300 })],
    ['skewMs', 'case.note', (one) => noteOn(one, 'x', { skewMs: -1e15 })],
    [
      'userId',
      'case.assign',
      (one) =>
        opOn(one, 'case.assign', { manager: { id: 'analyst-px', name: '' } }, { target: { ...noteOn(one).target } }),
    ],
  ])('an invalid %s in %s is named', async (field, _, make) => {
    const one = await world.addCase({ platform: field === 'userId' ? 'paydek' : 'paxum' })
    const as = { platform: one.platform, as: 'manager' } as const
    const [result] = await send([make(one)], as)
    expect([result?.status, result?.problem?.message.replace(/^Enter a /, 'body.').split(': ')[0]]).toEqual([
      400,
      field,
    ])
    expect(await versionOf(one)).toBe(1)
  })

  test('an invalid sequence number does not block the rest of the batch', async () => {
    const [one, two] = [await world.addCase(), await world.addCase()]
    expect(await statuses([noteOn(one, 'x', { devSeq: 2 ** 64 }), noteOn(two)])).toEqual([400, 200])
  })

  test('an unknown kind or version stays with the client', async () => {
    const one = await world.addCase()
    const unknown = [opOn(one, 'case.close', {}), noteOn(one, 'x', { kindV: 2 }), opOn(one, 'constructor', {})]
    for (const op of unknown) {
      const [result] = await send([op])
      expect(result).toMatchObject({ status: 409, problem: { code: 'upgrade-client' } })
      expect(await keyRow(op.opId)).toBeUndefined()
    }
  })

  test('a recommendation without the state it was decided on', async () => {
    const one = await world.addCase({ alerts: [] })
    expect(await statuses([opOn(one, 'case.recommendStr', { note: 'x', action: 'reject' })])).toEqual([428])
  })

  test('an assignment to others without the right', async () => {
    const one = await world.addCase()
    const op = opOn(
      one,
      'case.assign',
      { manager: { id: 'analyst2', name: 'Tomás Herrera' } },
      { expect: { manager: null } },
    )
    expect(await statuses([op])).toEqual([403])
    expect(await statuses([op], { as: 'manager' })).toEqual([200])
  })
})

describe('preconditions', () => {
  test.each<[string, object, Partial<SyncOp>, object]>([
    ['alert.resolve', { note: 'x' }, { expect: { status: 'await' } }, { status: 'new', version: 1 }],
    ['alert.reject', { note: 'x' }, { expect: { status: 'new', sar: 1 } }, { sar: 0 }],
    ['case.await', {}, { expect: { status: 'await' } }, { status: 'new', openAlerts: 1 }],
    ['case.assign', { manager: { id: 'analyst', name: '' } }, { expect: { manager: 'analyst2' } }, { manager: null }],
    ['case.recommendStr', { note: 'x', action: 'reject' }, { expect: { version: 4 } }, { version: 1 }],
  ])('%s: a difference is a 412 with the current value, and stores nothing', async (kind, body, change, current) => {
    const one = await world.addCase()
    const op = opOn(one, kind, body, { ...change, alertId: one.alertIds[0] as string })
    const [result] = await send([op])
    expect(result).toMatchObject({ status: 412, problem: { current } })
    expect(await keyRow(op.opId)).toBeUndefined()
    expect(await versionOf(one)).toBe(1)
  })

  test('a conflict names who changed it, and when', async () => {
    const one = await world.addCase()
    await server.call(cases.await, { params: { caseUuid: one.uuid } }, { as: 'analyst2' })
    const [result] = await send([
      opOn(one, 'case.recommendStr', { note: 'x', action: 'reject' }, { expect: { status: 'new' } }),
    ])
    expect(result?.problem?.current).toEqual({
      status: 'await',
      recommendedStr: 0,
      manager: null,
      review: '',
      openAlerts: 1,
      version: 2,
      changedBy: { id: 'analyst2', name: 'Tomás Herrera' },
      changedAt: { date: '2026-03-10 13:00:00', timezone: 'UTC' },
    })
  })

  test('the same decision by somebody else is done, and the note is kept as a comment', async () => {
    const one = await world.addCase()
    const alertId = one.alertIds[0] as string
    await server.call(alerts.resolve, { params: { alertId }, body: { note: 'First.' } }, { as: 'analyst2' })
    const op = resolve(one, { status: 'new' }, 'Second.')
    expect(await send([op])).toEqual([{ opId: op.opId, status: 200, version: 3 }])
    const after = await server.call(alerts.view, { params: { alertId } })
    expect(after).toMatchObject({ status: 'resolved', note: 'First.', resolvedManager: { id: 'analyst2' }, version: 2 })
    // the clock stands still, so the two share their time and come in any order
    const notes = after.notes.toSorted((a, b) => a.text.localeCompare(b.text))
    expect(notes.map(({ id, text, writtenBeforeClose }) => [id, text, writtenBeforeClose])).toEqual([
      [expect.any(String), 'First.', undefined],
      [op.opId, 'Second.', true],
    ])
    expect((await auditOf(server.db, 'alert', alertId)).map(({ action, actor }) => [action, actor])).toEqual([
      ['resolve alert', 'analyst2'],
      ['add note', 'analyst'],
    ])
  })

  test('another decision is a conflict', async () => {
    const one = await world.addCase()
    const alertId = one.alertIds[0] as string
    await server.call(alerts.reject, { params: { alertId }, body: { note: 'No.' } })
    const [result] = await send([resolve(one, { status: 'new' })])
    expect(result).toMatchObject({ status: 412, problem: { current: { status: 'rejected', note: 'No.' } } })
  })

  test('the same case status and the same manager are done already', async () => {
    const one = await world.addCase({ status: 'await', manager: 'analyst' })
    const mine = { manager: { id: 'analyst', name: 'Mara Lindqvist' } }
    const ops = [
      opOn(one, 'case.await', {}, { expect: { status: 'new' } }),
      opOn(one, 'case.assign', mine, { expect: { manager: null } }),
    ]
    expect(await send(ops)).toEqual(ops.map(({ opId }) => ({ opId, status: 200, version: 1 })))
    expect(await versionOf(one)).toBe(1)
  })

  test('a note on an alert that was closed after it was written says so', async () => {
    const one = await world.addCase()
    const alertId = one.alertIds[0] as string
    await server.call(alerts.resolve, { params: { alertId }, body: { note: 'Closed.' } })
    const early = opOn(one, 'case.note', { note: 'Before.' }, { alertId })
    const late = opOn(one, 'case.note', { note: 'After.' }, { alertId, clientTime: NOW.toISOString(), skewMs: -1000 })
    expect(await statuses([early, late])).toEqual([200, 200])
    const { notes } = await server.call(alerts.view, { params: { alertId } })
    const marks = notes.map(({ text, writtenBeforeClose }) => [text, writtenBeforeClose])
    expect(marks.toSorted()).toEqual([
      ['After.', undefined],
      ['Before.', true],
      ['Closed.', undefined],
    ])
  })
})

describe('lanes', () => {
  test('keep their order; the first failure stops its own lane alone', async () => {
    const [one, two] = [await world.addCase(), await world.addCase({ alerts: [] })]
    const ops = [
      noteOn(one, 'first'),
      opOn(one, 'case.await', {}, { expect: { status: 'await' } }),
      noteOn(one, 'never'),
      opOn(two, 'case.await', {}, { expect: { status: 'new' } }),
      opOn(two, 'case.renew', {}, { expect: { status: 'await' } }),
      opOn(two, 'case.recommendStr', { note: 'Why.', action: 'proceed' }, { expect: { status: 'new' } }),
    ]
    expect(await statuses(ops)).toEqual([200, 412, 424, 200, 200, 200])
    expect(await versionOf(two)).toBe(4)
    const { notes } = await server.call(cases.view, { params: { caseId: one.id } })
    expect(notes?.map(({ text }) => text)).toEqual(['first'])
    expect(await keyRow((ops[2] as SyncOp).opId)).toBeUndefined()
  })

  test('are sent together in one batch, each answered at its place', async () => {
    const many = await Promise.all(Array.from({ length: 40 }, () => world.addCase()))
    const ops = [...many.map((one) => resolve(one, { status: 'new' })), ...many.map((one) => noteOn(one))]
    const results = await send(ops)
    expect(results).toEqual(ops.map(({ opId }, index) => ({ opId, status: 200, version: index < 40 ? 2 : 3 })))
  })
})

describe('a repeated key', () => {
  test('returns the first answer, also a refusal, and has one effect', async () => {
    const one = await world.addCase({ status: 'complete' })
    const [note, refused] = [noteOn(one), opOn(one, 'case.await', {})]
    const first = [...(await send([note])), ...(await send([refused]))]
    expect(first).toMatchObject([{ status: 200, version: 2 }, { status: 409 }])
    // the state has moved on since; the answer has not
    await server.db.updateTable('monitoring_case').set({ status: 'new' }).where('id', '=', one.id).execute()
    const again = [...(await send([note])), ...(await send([refused]))]
    expect(again).toEqual(first.map((result) => ({ ...result, replayed: true })))
    expect(await versionOf(one)).toBe(2)
    expect(await keyRow(note.opId)).toMatchObject({ account_id: 'analyst', status: 200, replays: 1 })
    expect(await auditOf(server.db, 'case', one.id)).toHaveLength(1)
  })

  test('sent concurrently has one effect and one answer', async () => {
    const one = await world.addCase()
    const op = noteOn(one)
    const results = (await Promise.all(Array.from({ length: 12 }, () => send([op])))).flat()
    expect(results.map(({ status, version }) => [status, version])).toEqual(results.map(() => [200, 2]))
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await auditOf(server.db, 'case', one.id)).toHaveLength(1)
  })

  test('17: is a 409 after a moment while the case is locked, and holds no connection', async () => {
    const one = await world.addCase()
    const op = noteOn(one)
    const plain = { 'idempotency-key': crypto.randomUUID() }
    await server.db.transaction().execute(async (tx) => {
      await tx.selectFrom('monitoring_case').selectAll().where('id', '=', one.id).forUpdate().execute()
      const call = server.send(
        cases.note,
        { params: { caseId: one.id }, body: { note: 'Asked.' } },
        { headers: plain, platform: one.platform },
      )
      const [results, response] = await Promise.all([send([op]), call])
      expect(results).toMatchObject([{ status: 409, problem: { code: 'in-progress' } }])
      expect([response.status, response.headers.get('retry-after')]).toEqual([409, '1'])
      expect(await response.json()).toMatchObject({ code: 'in-progress' })
    })
    expect(await statuses([op])).toEqual([200])
  })

  test('with another body, target or kind is a 422', async () => {
    const [one, two] = [await world.addCase(), await world.addCase()]
    const op = noteOn(one)
    await send([op])
    const others = [
      { ...op, body: { note: 'Asked again.' } },
      { ...noteOn(two), opId: op.opId },
      { ...opOn(one, 'case.await', {}), opId: op.opId },
    ]
    for (const other of others) expect(await statuses([other])).toEqual([422])
    // parts beside the act may differ: a precondition, the time, the order of keys
    const target = Object.fromEntries(Object.entries(op.target).toReversed()) as SyncOp['target']
    expect(await statuses([{ ...op, target, expect: {}, devSeq: 99_999, offline: false }])).toEqual([200])
    expect(await versionOf(one)).toBe(2)
    expect(await versionOf(two)).toBe(1)
  })

  test('is separate for each account', async () => {
    const one = await world.addCase()
    const op = opOn(one, 'case.await', {})
    expect(await statuses([op])).toEqual([200])
    expect(await send([op], { as: 'analyst2' })).toMatchObject([{ status: 409 }])
  })

  test('is the same in a batch and on the catalogue call', async () => {
    const one = await world.addCase()
    const op = resolve(one)
    const [result] = await send([op])
    const plain = await server.send(
      alerts.resolve,
      { params: { alertId: one.alertIds[0] as string }, body: { note: 'Known payer.' } },
      { headers: { 'idempotency-key': op.opId } },
    )
    expect([plain.status, plain.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(await plain.json()).toMatchObject({ version: result?.version })
  })

  test('is free again after a server failure, which leaves no data', async () => {
    const own = await testServer({ now: () => NOW })
    const one = await (await makeWorld(own.db)).addCase()
    const op = noteOn(one)
    const run = async () => (await own.call(sync.ops, batch([op]))).results
    const nothing = async () => [
      await own.db.selectFrom('idempotency').selectAll().execute(),
      await own.db.selectFrom('note').selectAll().execute(),
      await own.db.selectFrom('audit').selectAll().execute(),
    ]
    // in the middle of the effect
    await own.store.pool.query('alter table audit rename to audit_away')
    expect(await run()).toMatchObject([{ status: 500, problem: { message: expect.not.stringContaining('audit') } }])
    await own.store.pool.query('alter table audit_away rename to audit')
    expect(await nothing()).toEqual([[], [], []])
    // between the effect and its key
    await own.store.pool.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
       create trigger fail before update on idempotency execute function fail()`,
    )
    expect(await run()).toMatchObject([{ status: 500 }])
    await own.store.pool.query('drop trigger fail on idempotency')
    expect(await nothing()).toEqual([[], [], []])
    expect(await run()).toEqual([{ opId: op.opId, status: 200, version: 2 }])
    await own.close()
  })
})

test('the audit records when, where and how an operation was decided', async () => {
  const one = await world.addCase()
  const op = noteOn(one)
  const { serverTime } = await server.call(sync.ops, batch([op]))
  expect(serverTime).toBe(NOW.toISOString())
  const row = await server.db.selectFrom('audit').selectAll().where('object_id', '=', one.id).executeTakeFirst()
  expect(row).toMatchObject({
    at: NOW,
    client_time: new Date(op.clientTime),
    skew_ms: '60000',
    idempotency_key: op.opId,
    device: 'desk',
    dev_seq: String(op.devSeq),
    offline: true,
    app_version: '2.0.9',
    actor: 'analyst',
    roles: ['analyst'],
    platform: 'paxum',
    note: 'Asked.',
  })
})

test('an operation that supersedes another says so in the audit, inside the hash', async () => {
  const one = await world.addCase()
  const refused = randomUUID()
  const op = noteOn(one, 'Kept from a decision.', { supersedes: refused.toUpperCase() })
  expect(await statuses([{ ...op, supersedes: 'nothing of ours' } as SyncOp]).catch(() => 'refused')).toBe('refused')
  expect(await statuses([op])).toEqual([200])
  expect(await statuses([op])).toEqual([200])
  const rows = await server.db
    .selectFrom('audit')
    .select(['action', 'after'])
    .where('idempotency_key', '=', op.opId)
    .execute()
  expect(rows).toEqual([{ action: 'add note', after: { supersedes: refused } }])
  expect(await verifyChain(server.db)).not.toHaveProperty('broken')
  const assigned = opOn(one, 'case.assign', { manager: { id: 'analyst', name: 'A' } }, { supersedes: op.opId })
  expect(await statuses([assigned])).toEqual([200])
  const { after } = await server.db
    .selectFrom('audit')
    .select('after')
    .where('idempotency_key', '=', assigned.opId)
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ manager: { id: 'analyst' }, supersedes: op.opId })
})
