// A case or an account alert leaves its assignee: back to the queue, or on to a manager.
import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { sync } from '#contract/calls/sync.ts'
import { team } from '#contract/calls/team.ts'
import { auditOf, NOON, type MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp, targetOf } from '#tests/support/sync-op.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
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

test('release and escalation: the assignee or a manager, and a manager to hand it to', async () => {
  const release = (one: MadeCase, as: string) => server.call(cases.release, { params: { caseId: one.id } }, { as })
  const refusalOf = async (call: Call, input: object, as: string) =>
    (await server.refusal(call, input, { as })).slice(0, 2)
  const to = (one: MadeCase, id: string, text = 'Unusual route.') => ({
    params: { caseId: one.id },
    body: { manager: { id, name: '' }, note: text },
  })
  const others = await world.addCase({ manager: 'analyst2' })
  const theirs = 'is assigned to somebody else: only managers may'
  for (const [call, input] of [
    [cases.release, { params: { caseId: others.id } }],
    [cases.escalate, to(others, 'manager')],
  ] as const)
    expect(await refusalOf(call, input, 'analyst')).toEqual([403, expect.stringContaining(theirs)])
  const mine = await world.addCase({ manager: 'analyst' })
  expect(await refusalOf(cases.escalate, to(mine, 'analyst2'), 'analyst')).toEqual([
    400,
    'manager: Tomás Herrera is not a manager',
  ])
  expect(await refusalOf(cases.escalate, to(mine, 'analyst'), 'analyst')).toEqual([
    400,
    'manager: a case is escalated to somebody else',
  ])
  expect(await refusalOf(cases.escalate, to(mine, 'outsider'), 'analyst')).toEqual([
    400,
    'manager: nobody of that name works on this platform',
  ])
  for (const one of [others, mine]) {
    expect(await rowOf(one)).toMatchObject({ version: '1' })
    expect(await auditOf(server.db, 'case', one.id)).toEqual([])
  }

  expect(await release(mine, 'analyst')).toEqual({ message: 'Back in the queue.', version: 2 })
  expect(await release(mine, 'analyst')).toEqual({ message: 'It is in the queue.', version: 2 })
  expect(await release(others, 'manager')).toEqual({ message: 'Back in the queue.', version: 2 })
  expect(await rowOf(mine)).toMatchObject({ manager_id: null, assigned_at: null, status: 'new' })
  expect(await server.call(cases.escalate, to(mine, 'manager'))).toEqual({
    message: 'Escalated to Ingrid Okafor.',
    version: 3,
  })
  expect(await rowOf(mine)).toMatchObject({ manager_id: 'manager', assigned_at: NOW, status: 'new' })
  // the manager has it already: the words are kept
  await server.call(cases.escalate, to(mine, 'manager', 'One more thing.'))
  const { notes } = await server.call(cases.view, { params: { caseId: mine.id } })
  expect((notes as { text: string }[]).map(({ text }) => text).toSorted()).toEqual([
    'One more thing.',
    'Unusual route.',
  ])
  expect(await auditOf(server.db, 'case', mine.id)).toMatchObject([
    { action: 'release', actor: 'analyst', before: { manager: mara }, after: { manager: null } },
    { action: 'escalate', before: { manager: null }, after: { manager: ingrid }, note: 'Unusual route.' },
    { action: 'escalate', before: { manager: ingrid }, note: 'One more thing.' },
  ])
})

test('account alerts are released and escalated by the rules of cases', async () => {
  const release = (id: string, as: string) => server.call(accountAlerts.release, { params: { alertId: id } }, { as })
  const refusalOf = async (call: Call, input: object, as: string) =>
    (await server.refusal(call, input, { as })).slice(0, 2)
  const to = (id: string, manager: string, text = 'Unusual profile.') => ({
    params: { alertId: id },
    body: { manager: { id: manager, name: '' }, note: text },
  })
  const { id: others } = await world.addAccountAlert({ manager: 'analyst2' })
  const theirs = (act: string) => [
    403,
    `The alert is assigned to somebody else: only managers may ${act} the alerts of others.`,
  ]
  expect(await refusalOf(accountAlerts.release, { params: { alertId: others } }, 'analyst')).toEqual(theirs('release'))
  expect(await refusalOf(accountAlerts.escalate, to(others, 'manager'), 'analyst')).toEqual(theirs('escalate'))
  const { id: mine } = await world.addAccountAlert({ manager: 'analyst' })
  for (const [person, why] of [
    ['analyst2', 'manager: Tomás Herrera is not a manager'],
    ['analyst', 'manager: an alert is escalated to somebody else'],
    ['outsider', 'manager: nobody of that name works on this platform'],
  ] as const)
    expect(await refusalOf(accountAlerts.escalate, to(mine, person), 'analyst')).toEqual([400, why])
  const { id: decided } = await world.addAccountAlert({ status: 'resolved', manager: 'analyst' })
  expect(await refusalOf(accountAlerts.release, { params: { alertId: decided } }, 'analyst')).toEqual([
    409,
    'The alert is “Resolved” and cannot be released.',
  ])
  expect(await refusalOf(accountAlerts.escalate, to(decided, 'manager'), 'analyst')).toEqual([
    409,
    'The alert is “Resolved” and cannot be escalated.',
  ])
  const ofCase = (await world.addCase()).alertIds[0] as string
  expect(await refusalOf(accountAlerts.release, { params: { alertId: ofCase } }, 'analyst')).toEqual([
    409,
    'This alert is on a transaction: decide it with its case.',
  ])
  for (const id of [others, mine, decided]) expect(await auditOf(server.db, 'alert', id)).toEqual([])

  expect(await release(mine, 'analyst')).toEqual({ message: 'Back in the queue.', version: 2 })
  expect(await release(mine, 'analyst')).toEqual({ message: 'It is in the queue.', version: 2 })
  expect(await release(others, 'manager')).toEqual({ message: 'Back in the queue.', version: 2 })
  expect(await server.call(accountAlerts.escalate, to(mine, 'manager'))).toEqual({
    message: 'Escalated to Ingrid Okafor.',
    version: 3,
  })
  const seen = await server.call(alerts.view, { params: { alertId: mine } })
  expect(seen).toMatchObject({ status: 'new', manager: ingrid, version: 3 })
  expect((seen.notes as { text: string }[]).map(({ text }) => text)).toEqual(['Unusual profile.'])
  expect(await auditOf(server.db, 'alert', mine)).toMatchObject([
    { action: 'release', actor: 'analyst', before: { manager: mara }, after: { manager: null } },
    { action: 'escalate', before: { manager: null }, after: { manager: ingrid }, note: 'Unusual profile.' },
  ])
})

test('a case that another person was given meanwhile is a conflict, and a manager who is excluded is not given it', async () => {
  const one = await world.addCase({ manager: 'analyst2' })
  const op = (kind: string, body: object, devSeq: number) =>
    syncOp(kind, targetOf(one), body, { devSeq, expect: { manager: 'analyst' }, clientTime: NOW.toISOString() })
  for (const [index, sent] of [
    op('case.release', {}, 1),
    op('case.escalate', { manager: ingrid, note: 'Please look.' }, 2),
  ].entries()) {
    const { results } = await server.call(sync.ops, { body: { device: 'desk', incarnation: `i${index}`, ops: [sent] } })
    expect(results).toMatchObject([{ status: 412, problem: { current: { manager: { id: 'analyst2' } } } }])
  }
  expect(await rowOf(one)).toMatchObject({ manager_id: 'analyst2', version: '1' })

  const excluded = { platform: one.platform, account: 'manager', scope: 'customer', value: one.customerId }
  await server.db
    .insertInto('staff_exclusion')
    .values({ ...excluded, reason: 'Knows the client.', author: 'admin', at: NOW } as never)
    .execute()
  expect(
    (
      await server.refusal(
        cases.escalate,
        { params: { caseId: one.id }, body: { manager: ingrid, note: 'Please look.' } },
        { as: 'analyst2' },
      )
    ).slice(0, 2),
  ).toEqual([403, 'Ingrid Okafor is excluded from work of this client: Knows the client.'])
})

test('an escalation is mailed to the manager and is in the overview while it is open and with the manager', async () => {
  const to = (id: string) => ({ params: { caseId: id }, body: { manager: ingrid, note: 'Ada sent it twice.' } })
  const mails = () =>
    server.db
      .selectFrom('mail')
      .select(['recipient', 'subject', 'text'])
      .where('subject', 'like', 'Escalated%')
      .execute()
  await server.db.deleteFrom('mail').execute()
  const waiting = async () =>
    (await server.call(team.overview, {}, { as: 'manager' })).escalated.map(({ queue, manager, count }) => [
      queue,
      manager.id,
      count,
    ])
  const before = new Map((await waiting()).map(([queue, , count]) => [queue, Number(count)]))
  const expected = (cases: number, alerts: number) =>
    [
      ['case', 'manager', (before.get('case') ?? 0) + cases],
      ['accountAlert', 'manager', (before.get('accountAlert') ?? 0) + alerts],
    ].filter(([, , count]) => count !== 0)
  const [one, other] = [await world.addCase({ customer: 'acme' }), await world.addCase({ customer: 'acme' })]
  const alert = await world.addAccountAlert({ customerId: one.customerId })
  const as = { as: 'analyst2' }
  await server.call(cases.escalate, to(one.id), as)
  await server.call(cases.escalate, to(other.id), as)
  const onAlert = { params: { alertId: alert.id }, body: { manager: ingrid, note: 'Why.' } }
  await server.call(accountAlerts.escalate, onAlert, as)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Escalated to you on Paxum')
  for (const label of [one.id, other.id, alert.id]) expect(mail?.text).toContain(label)
  // no customer and nothing that was written of one
  expect(mail?.text).not.toMatch(/acme|Ada/i)
  expect((await waiting()).toSorted()).toEqual(expected(2, 1).toSorted())
  // the manager has it already: only the note is kept
  await server.call(cases.escalate, to(one.id), as)
  await server.call(cases.release, { params: { caseId: one.id } }, { as: 'manager' })
  await server.call(accountAlerts.release, { params: { alertId: alert.id } }, { as: 'manager' })
  expect((await waiting()).toSorted()).toEqual(expected(1, 0).toSorted())
  expect((await mails())[0]?.text.split(one.id).length).toBe((mail?.text ?? '').split(one.id).length)
})
