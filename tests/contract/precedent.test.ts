/** Decisions against precedent: refused without an answer where precedents are what the window knew, on record with one. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { policies } from '#contract/calls/policies.ts'
import { facts as calls } from '#contract/calls/cases/facts.ts'
import { sync } from '#contract/calls/sync.ts'
import { precedentsIn, statedPrecedents } from '#contract/model/facts/precedent.ts'
import type { Seal } from '#contract/model/facts/seal.ts'
import { auditOf, NOON, type MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp, targetOf } from '#tests/support/sync-op.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const { server, world } = await startWorld({ now: () => NOW })
beforeAll(async () => {
  for (let n = 0; n < 90; n += 1) await world.addCase({ status: 'complete', alerts: [{ status: 'resolved' }] })
  await world.addCase({ status: 'complete', alerts: [{ status: 'rejected' }] })
})

interface Sent {
  kind?: string
  supersedes?: string
  expect?: Record<string, unknown>
}
async function decide(one: MadeCase, body: object, { kind = 'alert.reject', ...more }: Sent = {}) {
  const target = { ...targetOf(one), ...(!kind.startsWith('case.') && { alertId: one.alertIds[0] }) }
  const op = syncOp(kind, target, { note: 'Seen.', ...body }, { clientTime: NOW.toISOString(), ...more })
  const { results } = await server.call(sync.ops, { body: { device: 'precedent', incarnation: 'one', ops: [op] } })
  return { ...results[0], opId: op.opId }
}
const sheetOf = (one: MadeCase) => server.call(calls.ofCase, { params: { caseId: one.id } })
const seenOf = async (one: MadeCase, alertId: string | null = one.alertIds[0] ?? null) =>
  statedPrecedents(precedentsIn(await sheetOf(one), alertId))
async function sealOn(kind: 'alert' | 'case', id: string): Promise<Seal | undefined> {
  const entries = await auditOf(server.db, kind, id)
  return (entries.at(-1)?.after as { facts?: Seal } | undefined)?.facts
}
const sealIn = (one: MadeCase) => sealOn('alert', one.alertIds[0] ?? '')
/** The policy as the platform has it, and back. */
async function setPolicy(policy: string, value: string | number) {
  const as = { as: 'admin' } as const
  const { items } = await server.call(policies.list, {}, as)
  const version = items.find(({ id }) => id === policy)?.version ?? 0
  return server.send(policies.set, { params: { policy }, body: { value, version, reason: 'Try it' } }, as)
}

describe('refusals', () => {
  test('a decision known to be against precedent, without an answer, is not made', async () => {
    const one = await world.addCase()
    const seen = await seenOf(one)
    expect(Object.values(seen)).toEqual([[91, 1, 0, 91, 1, 0]])
    for (const precedent of [{ seen }, { seen, answer: '  ' }])
      expect(await decide(one, { precedent })).toMatchObject({
        status: 422,
        problem: { message: expect.stringContaining('90 of 91 prior alerts (same rule and customer) were resolved') },
      })
    expect(await auditOf(server.db, 'alert', one.alertIds[0] ?? '')).toEqual([])
  })

  test('an unaware window is asked once; the repeated decision is accepted', async () => {
    const one = await world.addCase()
    const first = await decide(one, {})
    expect(first).toMatchObject({ status: 422 })
    // an operation in place of one that was never asked about is asked itself
    expect(await decide(one, {}, { supersedes: randomUUID() })).toMatchObject({ status: 422 })
    expect(await decide(one, { note: 'Not his.' }, { supersedes: first.opId })).toMatchObject({ status: 200 })
    expect((await sealIn(one))?.precedent).toMatchObject({ answer: expect.stringContaining('sent again'), seen: null })
  })

  test('an STR on a case whose similar alerts were all closed without one', async () => {
    const one = await world.addCase({ alerts: [{ status: 'resolved' }] })
    const { version } = await server.db
      .selectFrom('monitoring_case')
      .select('version')
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow()
    const body = { action: 'proceed', precedent: { seen: await seenOf(one, null) } }
    const how = { kind: 'case.recommendStr', expect: { status: 'new', recommendedStr: 0, version: Number(version) } }
    expect(await decide(one, body, how)).toMatchObject({ status: 422 })
    const answered = { ...body, precedent: { ...body.precedent, answer: 'New information from the bank.' } }
    expect(await decide(one, answered, how)).toMatchObject({ status: 200 })
    expect((await sealOn('case', one.id))?.precedent).toMatchObject({
      answer: 'New information from the bank.',
      isCurrent: true,
      sentence: expect.stringMatching(/of 9\d prior alerts/),
    })
  })

  test('invalid numbers, and too long an answer', async () => {
    const one = await world.addCase()
    for (const precedent of [
      { seen: { 1: [1, 2, 3, 4, 5, 6, 7] } },
      { seen: { 1: ['a'] } },
      { answer: 'x'.repeat(2001) },
      'keep',
    ])
      expect(await decide(one, { precedent })).toMatchObject({ status: 400 })
  })
})

test('an answer is recorded with the precedents then and now', async () => {
  const one = await world.addCase()
  const seen = await seenOf(one)
  expect(await decide(one, { precedent: { seen, answer: 'The payer is not the customer.' } })).toMatchObject({
    status: 200,
  })
  expect((await sealIn(one))?.precedent).toMatchObject({
    answer: 'The payer is not the customer.',
    seen,
    now: seen,
    isCurrent: true,
    sentence: expect.stringContaining('resolved without an STR'),
  })
})

test('a decision with precedent needs no answer and records none', async () => {
  const one = await world.addCase()
  expect(await decide(one, {}, { kind: 'alert.resolve' })).toMatchObject({ status: 200 })
  expect((await sealIn(one))?.precedent).toBeUndefined()
})

test('a decision on changed precedents is accepted, and the change recorded', async () => {
  const one = await world.addCase()
  const seen = Object.fromEntries([[one.alertIds[0] ?? '', [2, 1, 0, 2, 1, 0]]])
  expect(await decide(one, { precedent: { seen } })).toMatchObject({ status: 200 })
  expect((await sealIn(one))?.precedent).toMatchObject({ answer: null, isCurrent: false, seen })
})

test('a catalogue call has no field for an answer: it is accepted, and recorded without one', async () => {
  const one = await world.addCase()
  const answer = await server.send(alerts.reject, {
    params: { alertId: one.alertIds[0] ?? '' },
    body: { note: 'Not his.' },
  })
  expect(answer.status).toBe(200)
  expect((await sealIn(one))?.precedent).toMatchObject({ answer: null, seen: null })
})

test('the policy is per platform: number of precedents, share, or off', async () => {
  const isGuarded = async () => (await decide(await world.addCase(), {})).status === 422
  const sheet = async () => (await sheetOf(await world.addCase())).guard
  expect(await isGuarded()).toBe(true)
  expect((await setPolicy('precedentLeast', 900)).status).toBe(200)
  expect(await sheet()).toEqual({ share: 0.9, least: 900 })
  expect(await isGuarded()).toBe(false)
  await setPolicy('precedentLeast', 10)
  await setPolicy('precedentShare', 1)
  expect(await isGuarded()).toBe(false)
  await setPolicy('precedentShare', 0.75)
  expect(await isGuarded()).toBe(true)
  expect((await setPolicy('precedentGuard', 'shout')).status).toBe(400)
  expect((await setPolicy('precedentGuard', 'off')).status).toBe(200)
  expect(await sheet()).toBeNull()
  expect(await isGuarded()).toBe(false)
})
