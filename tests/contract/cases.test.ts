import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { CASE_ACTS, type CaseAct } from '#contract/model/cases/case.ts'
import { CASE_STATUSES, type CaseStatus } from '#contract/model/values.ts'
import { auditLabel } from '#src/format/record-labels.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON, type MadeCase, type World } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const at = (minute: number) => new Date(Date.UTC(2026, 1, 1, 9, minute))
const day = (n: number) => new Date(Date.UTC(2026, 2, n))
const stamp = (date: string) => ({ date, timezone: 'UTC' })
const mara = { id: 'analyst', name: 'Mara Lindqvist' }
const ingrid = { id: 'manager', name: 'Ingrid Okafor' }

const { server, world } = await startWorld({ now: () => NOW })

const rowOf = ({ platform, id }: MadeCase) =>
  server.db
    .selectFrom('monitoring_case')
    .selectAll()
    .where('platform', '=', platform)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Everything that is done to a case, with a body that is right. */
const ACTS: { [A in Exclude<CaseAct, 'resolveAlert'>]: (one: MadeCase) => [Call, object] } = {
  note: ({ id }) => [cases.note, { params: { caseId: id }, body: { note: 'Asked again.' } }],
  assign: ({ id }) => [cases.assign, { params: { caseId: id, userId: 'analyst' } }],
  release: ({ id }) => [cases.release, { params: { caseId: id } }],
  escalate: ({ id }) => [cases.escalate, { params: { caseId: id }, body: { manager: ingrid, note: 'Unusual route.' } }],
  await: ({ uuid }) => [cases.await, { params: { caseUuid: uuid } }],
  new: ({ uuid }) => [cases.renew, { params: { caseUuid: uuid } }],
  review: ({ id }) => [cases.review, { params: { caseId: id }, body: { on: null } }],
  recommendStr: ({ id }) => [cases.recommendStr, { params: { caseId: id }, body: { note: 'Why.', action: 'reject' } }],
}
const READS = ['view', 'flow', 'rules', 'similar', 'precedent'] as const
const callsOn = (one: MadeCase) => [
  ...Object.values(ACTS).map((act) => act(one)),
  ...READS.map((verb) => [cases[verb], { params: { caseId: one.id } }] as [Call, object]),
]

describe('refusals', () => {
  test('an unknown case and one of another platform give the same 404', async () => {
    const other = await world.addCase({ platform: 'paydek' })
    const unknown = { ...other, id: 'PX404', uuid: '00000000-0000-4000-8000-000000000404' }
    for (const one of [unknown, other]) {
      for (const [call, input] of callsOn(one)) {
        const id = call.path.includes('Uuid') ? one.uuid : one.id
        expect(await server.refusal(call, input), call.path).toEqual([404, `There is no case ${id} here.`])
      }
    }
    expect(await rowOf(other)).toMatchObject({ version: '1', status: 'new' })
    expect(await server.refusal(cases.await, { params: { caseUuid: 'no-uuid' } })).toEqual([
      404,
      'There is no case no-uuid here.',
    ])
  })

  test.each<[string, Call, object]>([
    ['status[].0', cases.list, { query: { 'status[]': ['lost'] } }],
    ['alertStatus', cases.list, { query: { alertStatus: 'closed' } }],
    ['alertLevel', cases.list, { query: { alertLevel: 'loud' } }],
    ['direction', cases.list, { query: { direction: 'sideways' } }],
    ['recommendedStr', cases.list, { query: { recommendedStr: '2' } }],
    ['withoutAlerts', cases.list, { query: { withoutAlerts: 'yes' } }],
    ['rule_type', cases.list, { query: { rule_type: 'gut_feeling' } }],
    ['searchFields[].0', cases.list, { query: { 'searchFields[]': ['password'] } }],
    ['page', cases.list, { query: { page: '0' } }],
    ['pageSize', cases.list, { query: { pageSize: '1001' } }],
    ['date[]', cases.list, { query: { 'date[]': ['2026-03-10'] } }],
    ['date[]', cases.list, { query: { 'date[]': ['10/03/2026', ''] } }],
    ['date[]', cases.list, { query: { 'date[]': ['', '2026-02-30'] } }],
    ['note', cases.note, { params: { caseId: 'PX1' }, body: {} }],
    ['note', cases.note, { params: { caseId: 'PX1' }, body: { note: ' \n ' } }],
    ['note', cases.note, { params: { caseId: 'PX1' }, body: { note: 'x'.repeat(20_001) } }],
    ['body', cases.note, { params: { caseId: 'PX1' }, body: ['note'] }],
    ['action', cases.recommendStr, { params: { caseId: 'PX1' }, body: { note: 'Why.' } }],
    ['note', cases.recommendStr, { params: { caseId: 'PX1' }, body: { action: 'proceed' } }],
    [
      'reason',
      cases.recommendStr,
      { params: { caseId: 'PX1' }, body: { note: 'x', action: 'reject', reason: 'BORED' } },
    ],
  ])('an invalid %s is named (%#)', async (field, call, input) => {
    const [status, message] = await server.refusal(call, input)
    expect([status, message?.replace(/^Enter a /, '').split(': ')[0]]).toEqual([400, field])
  })

  test('an Idempotency-Key that is not a UUID is named', async () => {
    const [call, input] = ACTS.note(await world.addCase())
    expect(await server.refusal(call, input, { headers: { 'idempotency-key': 'once' } })).toEqual([
      400,
      'Idempotency-Key: must be a UUID',
    ])
  })

  test('a transition that the status forbids is a 409 with that status, and changes nothing', async () => {
    for (const [act, toCall] of Object.entries(ACTS)) {
      const allowed: readonly CaseStatus[] = CASE_ACTS[act as CaseAct]
      for (const status of CASE_STATUSES) {
        const one = await world.addCase({ status, alerts: [] })
        const [call, input] = toCall(one)
        const response = await server.send(call, input as never)
        if (allowed.includes(status)) {
          expect(response.status, `${act} of ${status}`).toBe(200)
          continue
        }
        expect([response.status, await response.json()], `${act} of ${status}`).toMatchObject([
          409,
          { message: expect.stringContaining(one.id), current: { status, version: 1, manager: null } },
        ])
        expect(await rowOf(one)).toMatchObject({ status, version: '1' })
        expect(await auditOf(server.db, 'case', one.id)).toEqual([])
      }
    }
  })

  test('a recommendation with open alerts, with their number', async () => {
    const one = await world.addCase({ alerts: [{}, { rule: 'country' }, { rule: 'velocity', status: 'resolved' }] })
    const [call, input] = ACTS.recommendStr(one)
    const response = await server.send(call, input as never)
    expect([response.status, await response.json()]).toMatchObject([
      409,
      {
        message: `2 alerts are still open on ${one.id}: resolve or reject them first.`,
        current: { status: 'new', openAlerts: 2 },
      },
    ])
  })

  test('only managers and above assign to others, and only within the platform', async () => {
    const one = await world.addCase()
    await server.db.updateTable('account').set({ is_disabled: true }).where('id', '=', 'analyst2').execute()
    const to = (userId: string, as: string) =>
      server.refusal(cases.assign, { params: { caseId: one.id, userId } }, { as })
    const nobody = 'userId: nobody of that name works on this platform'
    expect([
      await to('manager', 'analyst'),
      await to('analyst', 'docadmin'),
      await to('outsider', 'manager'),
      await to('nobody', 'manager'),
      await to('analyst2', 'manager'),
    ]).toEqual([
      [403, 'Only managers may give work to others.'],
      [403, 'Only managers may give work to others.'],
      [400, nobody],
      [400, nobody],
      [400, nobody],
    ])
    await server.db.updateTable('account').set({ is_disabled: false }).where('id', '=', 'analyst2').execute()
    expect(await rowOf(one)).toMatchObject({ manager_id: null, version: '1' })
  })
})

describe('effects on a case', () => {
  test('awaiting and returning to new are audited with the earlier values', async () => {
    const one = await world.addCase()
    expect(await server.call(cases.await, { params: { caseUuid: one.uuid } })).toEqual({
      message: 'Awaiting Response.',
      version: 2,
    })
    expect(await rowOf(one)).toMatchObject({ status: 'await', version: '2' })
    expect(await server.call(cases.renew, { params: { caseUuid: one.uuid } }, { as: 'manager' })).toEqual({
      message: 'New.',
      version: 3,
    })
    const entry = { note: null, reason: null, idempotency_key: null, offline: false, action: 'change status' }
    expect(await auditOf(server.db, 'case', one.id)).toEqual([
      { ...entry, actor: 'analyst', version: '2', before: { status: 'new' }, after: { status: 'await' } },
      { ...entry, actor: 'manager', version: '3', before: { status: 'await' }, after: { status: 'new' } },
    ])
  })

  test.each([
    ['proceed', 'STR_PROCEED', 1, 'Resolved (STR Recommended).', 'str'],
    ['reject', 'STR_REJECTED', 0, 'Resolved (NO STR).', 'complete'],
  ] as const)('%s closes it with the note', async (action, reason, recommendedStr, message, statusCases) => {
    const one = await world.addCase({ status: 'await', alerts: [{ status: 'rejected' }] })
    const body = { note: 'Six of six lead to one account.', action, reason } as const
    expect(await server.call(cases.recommendStr, { params: { caseId: one.id }, body })).toEqual({ message, version: 2 })
    expect(await server.call(cases.view, { params: { caseId: one.id } })).toMatchObject({
      status: 'complete',
      recommendedStr,
      statusCases,
      complete: true,
      version: 2,
      notes: [{ text: body.note, author: mara, createAt: stamp('2026-03-10 13:00:00'), alertId: null }],
    })
    expect(await rowOf(one)).toMatchObject({ finished_at: NOW })
    expect(await auditOf(server.db, 'case', one.id)).toEqual([
      {
        action: recommendedStr === 1 ? 'recommend STR' : 'close without STR',
        actor: 'analyst',
        note: body.note,
        reason,
        before: { status: 'await', recommendedStr: 0 },
        after: expect.objectContaining({ status: 'complete', recommendedStr }),
        version: '2',
        idempotency_key: null,
        offline: false,
      },
    ])
  })

  test.each([
    ['proceed', 'STR_REJECTED'],
    ['reject', 'STR_PROCEED'],
  ] as const)('%s with the reason %s is refused as contradictory', async (action, reason) => {
    const one = await world.addCase({ alerts: [{ status: 'resolved' }] })
    const body = { note: 'Seen.', action, reason }
    await expect(server.call(cases.recommendStr, { params: { caseId: one.id }, body })).rejects.toMatchObject({
      status: 400,
    })
    expect(await auditOf(server.db, 'case', one.id)).toEqual([])
  })

  test('anyone takes work, a manager assigns it', async () => {
    const one = await world.addCase()
    const to = (userId: string, as: string) => server.call(cases.assign, { params: { caseId: one.id, userId } }, { as })
    expect(await to('analyst', 'analyst')).toEqual({ message: 'Assigned to Mara Lindqvist.', version: 2 })
    expect(await to('manager', 'manager')).toEqual({ message: 'Assigned to Ingrid Okafor.', version: 3 })
    // a super administrator has every platform, and takes what the roster does not deal him
    expect(await to('superadmin', 'superadmin')).toEqual({ message: 'Assigned to Ravi Castellanos.', version: 4 })
    expect(await rowOf(one)).toMatchObject({ manager_id: 'superadmin', assigned_at: NOW })
    expect((await auditOf(server.db, 'case', one.id)).slice(0, 2)).toMatchObject([
      { action: 'assign', actor: 'analyst', before: { manager: null }, after: { manager: mara } },
      { action: 'assign', actor: 'manager', before: { manager: mara }, after: { manager: ingrid } },
    ])
  })

  test('with an Idempotency-Key it happens once, and the key identifies the note', async () => {
    const one = await world.addCase()
    const key = '0192f0c0-0000-7000-8000-0000000000c1'
    const send = (note: string) =>
      server.send(cases.note, { params: { caseId: one.id }, body: { note } }, { headers: { 'idempotency-key': key } })
    const [first, second] = [await send('Asked.'), await send('Asked.')]
    expect(await first.json()).toEqual({ message: 'Noted.', version: 2 })
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(await second.json()).toEqual({ message: 'Noted.', version: 2 })
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect((await send('Something else.')).status).toBe(422)
    const { notes, version } = await server.call(cases.view, { params: { caseId: one.id } })
    expect([version, notes?.map(({ id, text }) => [id, text])]).toEqual([2, [[key, 'Asked.']]])
    expect(await auditOf(server.db, 'case', one.id)).toMatchObject([{ action: 'add note', idempotency_key: key }])
  })

  test('of two concurrent closings one is done, the other is told so', async () => {
    const one = await world.addCase({ alerts: [] })
    const recommend = (action: 'proceed' | 'reject', as: string) =>
      server.send(cases.recommendStr, { params: { caseId: one.id }, body: { note: 'Why.', action } }, { as })
    const answers = await Promise.all([recommend('proceed', 'analyst'), recommend('reject', 'analyst2')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await rowOf(one)).toMatchObject({ version: '2' })
    expect(await auditOf(server.db, 'case', one.id)).toHaveLength(1)
  })
})

describe('reading a case', () => {
  test('returns all of it', async () => {
    const one = await world.addCase({
      customer: 'acme',
      manager: 'manager',
      alerts: [{ status: 'resolved' }, { rule: 'country' }],
      createdAt: new Date('2026-03-09T11:59:59Z'),
      direction: 'incoming',
    })
    await server.call(cases.note, { params: { caseId: one.id }, body: { note: 'Invoice asked for.' } })
    await server.call(cases.await, { params: { caseUuid: one.uuid } })
    const detail = await server.call(cases.view, { params: { caseId: one.id } })
    const { activity } = detail
    // two in one second are two, and each is said in the specification's word
    expect(new Set(activity.map(({ id }) => id)).size).toBe(2)
    expect(activity.map(({ action }) => auditLabel(action))).toEqual(['Comment', 'Change status'])
    const any: unknown = expect.any(String)
    expect(detail).toEqual({
      id: one.id,
      uuid: one.uuid,
      statusCases: 'await',
      isDay: true,
      activeHardStop: 1,
      alertCount: 2,
      alerts: [
        {
          id: one.alertIds[0],
          ruleId: world.rules.limit,
          ruleName: 'Limit',
          ruleType: 'limit_transaction',
          status: 'resolved',
          alertLevel: 'alert',
          text: '12,400 of 9,000',
        },
        {
          id: one.alertIds[1],
          ruleId: world.rules.country,
          ruleName: 'Prohibited country',
          ruleType: 'ip_prohibited_country',
          status: 'new',
          alertLevel: 'hardstop',
          text: '12,400 of 9,000',
        },
      ],
      assignDate: stamp('2026-03-09 11:59:59'),
      clientType: 'business',
      complete: false,
      createAt: stamp('2026-03-09 11:59:59'),
      data: {
        transactionId: one.transactionId,
        transactionType: 'wire3rdParty',
        transactionDirection: 'incoming',
        transactionAmount: '12400.00',
        transactionCurrency: 'USD',
        transactionUsdAmount: '12400.00',
        transactionCountry: 'CA',
        clientName: 'Acme Ltd',
        counterpartyName: 'Northwind Ltd',
        transactionApprovalMode: 'approvalCode',
      },
      customerId: '200',
      manager: ingrid,
      platform: 'paxum',
      recommendedStr: 0,
      status: 'await',
      transactionStatus: 'new',
      risk: null,
      // its clock stands still while the customer is asked
      dueAt: null,
      dueSoonAt: null,
      review: null,
      version: 3,
      customerName: 'Acme Ltd',
      clientInfo: { name: 'Acme Ltd', username: 'acme', countryOfResidence: 'CA' },
      failedRule: null,
      hardStopCount: 1,
      activity: [
        { id: any, at: stamp('2026-03-10 13:00:00'), by: mara.name, action: 'add note', text: 'Invoice asked for.' },
        { id: any, at: stamp('2026-03-10 13:00:00'), by: mara.name, action: 'change status', text: 'new → await' },
      ],
      notes: [
        {
          id: expect.any(String),
          text: 'Invoice asked for.',
          author: mara,
          createAt: stamp('2026-03-10 13:00:00'),
          alertId: null,
        },
      ],
      transaction: {
        transactionId: one.transactionId,
        transactionUtcDate: '2026-03-09 11:59:59',
        transactionDesc: 'Invoice 7',
        transactionType: 'wire3rdParty',
        transactionDirection: 'incoming',
        transactionAmount: '12400.00',
        transactionCurrency: 'USD',
        transactionUsdAmount: '12400.00',
        transactionCountry: 'CA',
        transactionApprovalMode: 'code',
        customerId: '200',
        clientName: 'Acme Ltd',
      },
    })
  })

  test('returns its rules: those with alerts, and those of its direction and service', async () => {
    const names = async (one: MadeCase) =>
      (await server.call(cases.rules, { params: { caseId: one.id } })).items.map(({ name, hit }) => [name, hit])
    const one = await world.addCase({ direction: 'incoming', service: 'p2p', alerts: [{ rule: 'country' }] })
    expect(await names(one)).toEqual([
      ['Prohibited country', true],
      ['Limit', false],
    ])
    const other = await world.addCase({ alerts: [{ rule: 'velocity' }] })
    expect((await server.call(cases.rules, { params: { caseId: other.id } })).items).toEqual([
      {
        id: world.rules.velocity,
        name: 'Velocity',
        type: 'account_velocity',
        description: 'Velocity rule',
        action: 'alert',
        revisionId: '7',
        hit: true,
      },
      expect.objectContaining({ name: 'Limit', hit: false }),
      expect.objectContaining({ name: 'Prohibited country', action: 'hardstop', hit: false }),
    ])
  })
})

describe('reading related data', () => {
  let own: TestServer
  let small: World
  beforeAll(async () => {
    own = await testServer({ now: () => NOW })
    small = await makeWorld(own.db)
  })
  afterAll(() => own.close())

  test('returns payments of both parties, oldest first, with its own marked', async () => {
    const common = { counterpartyId: '200', platform: 'paydek', alerts: [] } as const
    const before = await small.addCase({ ...common, createdAt: at(1), usd: '10.50' })
    // the other party as the customer of another transaction
    const theirs = await small.addCase({ ...common, customer: 'acme', counterpartyId: 'x', createdAt: at(2) })
    const one = await small.addCase({ ...common, createdAt: at(3), service: null })
    const after = await small.addCase({ ...common, createdAt: at(4), direction: 'incoming' })
    const { items } = await own.call(cases.flow, { params: { caseId: one.id } }, { platform: 'paydek' })
    const entry = {
      customerId: '100',
      name: 'Ada Byron',
      counterpartyName: 'Northwind Ltd',
      service: 'wire3rdParty',
      direction: 'outgoing',
      isThis: false,
    }
    expect(items).toEqual([
      { ...entry, at: stamp('2026-02-01 09:01:00'), transactionId: before.transactionId, usd: '10.50' },
      {
        ...entry,
        at: stamp('2026-02-01 09:02:00'),
        transactionId: theirs.transactionId,
        usd: '12400.00',
        customerId: '200',
        name: 'Acme Ltd',
      },
      {
        ...entry,
        at: stamp('2026-02-01 09:03:00'),
        transactionId: one.transactionId,
        usd: '12400.00',
        service: '',
        isThis: true,
      },
      {
        ...entry,
        at: stamp('2026-02-01 09:04:00'),
        transactionId: after.transactionId,
        usd: '12400.00',
        direction: 'incoming',
      },
    ])
  })

  test('finds similar cases: the same customer or counterparty with a common rule or service', async () => {
    const base = { counterpartyId: 'n-7', alerts: [{ rule: 'limit' }] } as const
    const sameRule = await small.addCase({ ...base, counterpartyId: 'n-8', service: 'p2p', createdAt: day(1) })
    const sameService = await small.addCase({ counterpartyId: 'n-9', alerts: [], createdAt: day(2) })
    const sameParty = await small.addCase({ ...base, customer: 'acme', service: 'p2p', createdAt: day(3) })
    await small.addCase({ service: 'p2p', alerts: [{ rule: 'velocity' }], createdAt: day(4) })
    await small.addCase({ ...base, customer: 'acme', counterpartyId: 'n-10', createdAt: day(5) })
    await small.addCase({ ...base, platform: 'paydek', createdAt: day(6) })
    const one = await small.addCase({ ...base, createdAt: day(7) })
    const { items } = await own.call(cases.similar, { params: { caseId: one.id } })
    expect(items.map(({ id }) => id)).toEqual([sameParty.id, sameService.id, sameRule.id])
    expect(items[0]).toMatchObject({ createAt: stamp('2026-03-03 00:00:00'), alerts: [{ ruleName: 'Limit' }] })
  })

  test('returns precedent: how the rule was decided for the customer before', async () => {
    const given = { customer: 'acme', platform: 'paydek', status: 'complete' } as const
    await small.addCase({ ...given, createdAt: day(1), alerts: [{ status: 'resolved' }] })
    await small.addCase({ ...given, createdAt: day(2), alerts: [{ status: 'rejected' }], recommendedStr: 1 })
    await small.addCase({ ...given, createdAt: day(2), alerts: [{ rule: 'country', status: 'resolved' }] })
    await small.addCase({ ...given, createdAt: day(2), customer: 'ada', alerts: [{ status: 'resolved' }] })
    const one = await small.addCase({ ...given, status: 'new', createdAt: day(3), alerts: [{}, { rule: 'velocity' }] })
    await small.addCase({ ...given, createdAt: day(4), alerts: [{ status: 'resolved' }] })
    const none = { earlier: 0, resolved: 0, rejected: 0, str: 0 }
    expect(await own.call(cases.precedent, { params: { caseId: one.id } }, { platform: 'paydek' })).toEqual({
      items: [
        { ruleId: small.paydekRules.limit, ruleName: 'Limit', earlier: 2, resolved: 1, rejected: 1, str: 1 },
        { ruleId: small.paydekRules.velocity, ruleName: 'Velocity', ...none },
      ],
    })
  })

  test('returns managers: everybody of the platform, with their open work', async () => {
    await small.addCase({ platform: 'paydek', manager: 'analyst' })
    await small.addCase({ platform: 'paydek', manager: 'analyst', status: 'await' })
    await small.addCase({ platform: 'paydek', manager: 'analyst', status: 'complete' })
    await small.addCase({ manager: 'analyst' })
    const { items } = await own.call(cases.managers, { query: { platform: 'paydek' } })
    expect(items.map(({ id, open }) => [id, open])).toEqual([
      ['admin', 0],
      ['manager', 0],
      ['analyst', 2],
      ['superadmin', 0],
      ['analyst2', 0],
      ['docadmin', 0],
    ])
    const dealt = { queues: ['case', 'accountAlert'], excludedFrom: [] }
    expect(items[2]).toEqual({ ...mara, email: 'analyst@docket.example', roles: ['analyst'], open: 2, ...dealt })
  })
})
