/** The facts on screen are sealed into the audit with the decision; an old snapshot is accepted and named. */
import { describe, expect, test } from 'vitest'
import { facts as calls } from '#contract/calls/cases/facts.ts'
import { sync } from '#contract/calls/sync.ts'
import { FACT_IDS } from '#contract/model/facts/facts.ts'
import { sealOf, type SeenFacts } from '#contract/model/facts/seen-facts.ts'
import { verifyChain } from '#server/audit/audit.ts'
import type { Seal } from '#contract/model/facts/seal.ts'
import { auditOf, NOON, type MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp } from '#tests/support/sync-op.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)

const { server, world } = await startWorld({ now: () => NOW })

async function send(kind: string, target: object, body: object, expected?: object) {
  const more = { clientTime: NOW.toISOString(), ...(expected && { expect: { ...expected } }) }
  const op = syncOp(kind, target, body, more)
  const { results } = await server.call(sync.ops, { body: { device: 'seal', incarnation: 'one', ops: [op] } })
  return results[0]
}
const on = ({ id, uuid }: MadeCase) => ({ caseId: id, caseUuid: uuid })
const sheetOf = (one: MadeCase) => server.call(calls.ofCase, { params: { caseId: one.id } })
async function sealIn(kind: string, id: string): Promise<Seal | undefined> {
  const entries = await auditOf(server.db, kind, id)
  return (entries.at(-1)?.after as { facts?: Seal } | undefined)?.facts
}

describe('refusals', () => {
  test('invalid fact versions, and too many', async () => {
    const one = await world.addCase()
    const alertId = one.alertIds[0] ?? ''
    const seen = sealOf(await sheetOf(one), alertId)
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`fact ${n}`, '1']))
    for (const facts of [{ ...seen, versions: { 'amount.usd': 7 } }, { ...seen, versions: many }, { sheet: 'x' }]) {
      expect(await send('alert.resolve', { ...on(one), alertId }, { note: 'Known payer.', facts })).toMatchObject({
        status: 400,
      })
    }
    expect(await sealIn('alert', alertId)).toBeUndefined()
  })
})

test('a decision is stored with each fact’s version and sentence, and the rule’s revision', async () => {
  const one = await world.addCase()
  const alertId = one.alertIds[0] ?? ''
  const seen = sealOf(await sheetOf(one), alertId)
  const done = await send('alert.resolve', { ...on(one), alertId }, { note: 'Known payer.', facts: seen })
  expect(done).toMatchObject({ status: 200 })
  const seal = await sealIn('alert', alertId)
  expect(seal).toMatchObject({ isCurrent: true, sheet: seen.sheet, asOf: seen.asOf.date, ruleRevision: '7' })
  const ids = seal?.facts.map(({ id }) => id) ?? []
  expect(ids.toSorted()).toEqual(Object.keys(seen.versions).toSorted())
  // no sanctions match stands behind this alert
  expect(FACT_IDS.filter((id) => !ids.includes(id))).toEqual(['alert.match'])
  expect(seal?.facts.find(({ id }) => id === 'precedent.customer')).toMatchObject({
    seen: seen.versions['precedent.customer'],
    now: seen.versions['precedent.customer'],
    sentence: 'No prior alert of this rule on this customer was decided.',
  })
  expect(await verifyChain(server.db)).toMatchObject({ count: expect.any(Number) })
  expect((await verifyChain(server.db)).broken).toBeUndefined()
})

test('a decision on an older snapshot is accepted, and record and answer say what has changed', async () => {
  const one = await world.addCase()
  const alertId = one.alertIds[0] ?? ''
  const read = sealOf(await sheetOf(one), alertId)
  const seen: SeenFacts = { ...read, versions: { ...read.versions, 'a fact of another version': 'x' } }
  await world.addCase({ status: 'complete', recommendedStr: 1, alerts: [{ status: 'resolved' }] })
  expect(await send('alert.resolve', { ...on(one), alertId }, { note: 'Known payer.', facts: seen })).toMatchObject({
    status: 200,
  })
  const seal = await sealIn('alert', alertId)
  expect(seal?.isCurrent).toBe(false)
  const changed = seal?.facts.filter((fact) => fact.seen !== fact.now).map(({ id }) => id) ?? []
  expect(changed).toContain('customer.strs')
  expect(changed).toContain('a fact of another version')
  expect(changed).not.toContain('amount.usd')
})

test('a recommendation and an account alert’s decision are sealed; one without facts on screen is not', async () => {
  const one = await world.addCase({ alerts: [{ status: 'resolved' }] })
  const facts = sealOf(await sheetOf(one), null)
  const body = { note: 'Nothing suspicious.', action: 'reject', facts }
  const state = { status: 'new', recommendedStr: 0, version: 1 }
  expect(await send('case.recommendStr', on(one), body, state)).toMatchObject({ status: 200 })
  expect(await sealIn('case', one.id)).toMatchObject({ isCurrent: true })
  const alert = await world.addAccountAlert()
  const sheet = await server.call(calls.ofAlert, { params: { alertId: alert.id } })
  const change = { status: 'resolved', sar: 0, note: 'Known.', facts: sealOf(sheet, alert.id) }
  expect(await send('accountAlert.status', { alertId: alert.id }, change)).toMatchObject({ status: 200 })
  expect(await sealIn('alert', alert.id)).toMatchObject({ isCurrent: true })
  const bare = await world.addCase()
  const alertId = bare.alertIds[0] ?? ''
  await send('alert.resolve', { ...on(bare), alertId }, { note: 'Known payer.' })
  expect((await auditOf(server.db, 'alert', alertId)).at(-1)?.after).toEqual({
    status: 'resolved',
    facts: { without: 'unread' },
  })
})
