/** Decisions that claim something of the facts: what was made up or contradicted is refused, what has changed is on record. */
import { beforeAll, describe, expect, test } from 'vitest'
import { facts as calls } from '#contract/calls/cases/facts.ts'
import { settings } from '#contract/calls/settings.ts'
import { sync } from '#contract/calls/sync.ts'
import { evaluateClaims, stated, type Claim } from '#contract/model/facts/claims.ts'
import { BUILT_IN_CLAIMS } from '#contract/model/facts/default-claims.ts'
import { FACTS, type FactSheet } from '#contract/model/facts/facts.ts'
import type { Seal } from '#contract/model/facts/seal.ts'
import { factsOf, sealOf } from '#contract/model/facts/seen-facts.ts'
import { testServer } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON, type MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp, targetOf } from '#tests/support/sync-op.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)

const { server, world } = await startWorld({ now: () => NOW })

async function resolve(one: MadeCase, body: object, on = server) {
  const target = { ...targetOf(one), alertId: one.alertIds[0] ?? '' }
  const op = syncOp('alert.resolve', target, { note: 'Covered.', ...body }, { clientTime: NOW.toISOString() })
  const { results } = await on.call(sync.ops, { body: { device: 'claims', incarnation: 'one', ops: [op] } })
  return results[0]
}
const sheetOf = (one: MadeCase, on = server) => on.call(calls.ofCase, { params: { caseId: one.id } })
async function sealIn(one: MadeCase, on = server): Promise<Seal | undefined> {
  const entries = await auditOf(on.db, 'alert', one.alertIds[0] ?? '')
  return (entries.at(-1)?.after as { facts?: Seal } | undefined)?.facts
}
/** The claims as a window sends them. */
function carried(sheet: FactSheet, one: MadeCase, claims: readonly Claim[]) {
  const alertId = one.alertIds[0] ?? ''
  return { facts: sealOf(sheet, alertId), claims: stated(evaluateClaims(claims, factsOf(sheet, alertId))) }
}
const claimsOf = (id: string) => BUILT_IN_CLAIMS[id] ?? []

describe('refusals', () => {
  test('a claim that contradicts the sealed facts, without any decision', async () => {
    const one = await world.addCase()
    const body = { ...carried(await sheetOf(one), one, claimsOf('allowlisted')), template: 'allowlisted@5' }
    expect(body.claims).toMatchObject([{ verdict: 'contradicted' }, {}, {}])
    expect(await resolve(one, body)).toMatchObject({
      status: 422,
      problem: { message: expect.stringContaining('The facts contradict “An allowlist covers the alert”') },
    })
    // a policy that refuses takes no reason either
    expect(await resolve(one, { ...body, override: 'I know the payer.' })).toMatchObject({ status: 422 })
    expect(await auditOf(server.db, 'alert', one.alertIds[0] ?? '')).toEqual([])
  })

  test('a false result of a claim', async () => {
    const one = await world.addCase()
    const { facts, claims } = carried(await sheetOf(one), one, claimsOf('allowlisted'))
    const forged = claims.map((claim) => ({ ...claim, verdict: 'supported' }))
    expect(await resolve(one, { facts, claims: forged, template: 'allowlisted@5' })).toMatchObject({ status: 400 })
    expect(await resolve(one, { claims: forged, template: 'allowlisted@5' })).toMatchObject({
      status: 400,
      problem: { message: expect.stringContaining('version is not sent') },
    })
  })

  test('an unknown fact, and claims of the template that the decision leaves out', async () => {
    const one = await world.addCase()
    const { facts } = carried(await sheetOf(one), one, [])
    const claim = { sentence: 'It is fine', fact: 'customer.mood', is: 'eq', value: 'good', verdict: 'unknown' }
    expect(await resolve(one, { facts, claims: [claim] })).toMatchObject({
      status: 400,
      problem: { message: expect.stringContaining('customer.mood') },
    })
    expect(await resolve(one, { facts, claims: [], template: 'allowlisted@5' })).toMatchObject({ status: 400 })
    expect(await resolve(one, { facts, template: 'allowlisted@5' })).toMatchObject({ status: 422 })
  })

  test('a template that cites an unknown fact, or compares it with another type', async () => {
    const save = (claim: object) =>
      server.send(settings.save, {
        body: {
          scope: 'mine',
          kind: 'template',
          id: 'own',
          version: 0,
          value: {
            title: 'Own',
            revision: 1,
            gist: '',
            body: 'Seen.',
            use: 'resolve',
            ruleTypes: [],
            evidence: [],
            claims: [claim],
          },
        },
      } as never)
    const sentence = 'It is fine'
    expect((await save({ sentence, fact: 'customer.mood', is: 'eq', value: 'good' })).status).toBe(400)
    expect((await save({ sentence, fact: 'customer.strs', is: 'eq', value: 'none' })).status).toBe(400)
    expect((await save({ sentence, fact: 'customer.strs', is: 'eq', value: 0 })).status).toBe(200)
  })
})

test('valid claims are sealed with their facts', async () => {
  const one = await world.addCase()
  const claims: Claim[] = [
    { sentence: 'The customer has no STR', fact: 'customer.strs', is: 'eq', value: 0 },
    { sentence: 'The device is known', fact: 'device.earlier', is: 'gte', value: 1 },
  ]
  const body = carried(await sheetOf(one), one, claims)
  expect(await resolve(one, body)).toMatchObject({ status: 200 })
  expect((await sealIn(one))?.claims).toMatchObject([
    {
      fact: 'customer.strs',
      stated: 'supported',
      now: 'supported',
      isSame: true,
      evidence: expect.stringContaining('0'),
    },
    { fact: 'device.earlier', stated: 'unknown', now: 'unknown' },
  ])
})

test('a difference caused by time alone is accepted, and recorded', async () => {
  const one = await world.addCase()
  const body = carried(await sheetOf(one), one, [
    { sentence: 'The customer has no STR', fact: 'customer.strs', is: 'eq', value: 0 },
  ])
  expect(body.claims).toMatchObject([{ verdict: 'supported' }])
  await world.addCase({ status: 'complete', recommendedStr: 1, alerts: [{ status: 'resolved' }] })
  expect(await resolve(one, body)).toMatchObject({ status: 200 })
  const seal = await sealIn(one)
  expect(seal?.isCurrent).toBe(false)
  expect(seal?.claims).toMatchObject([{ stated: 'supported', now: 'contradicted', isSame: false }])
})

test('a contradiction needs a reason if the policy asks for one, and the reason is recorded', async () => {
  const asking = await testServer({ now: () => NOW, env: { CONTRADICTED_CLAIMS: 'ask' } })
  const one = await (await makeWorld(asking.db)).addCase()
  const body = { ...carried(await sheetOf(one, asking), one, claimsOf('allowlisted')), template: 'allowlisted@5' }
  expect(await resolve(one, body, asking)).toMatchObject({ status: 422 })
  expect(await resolve(one, { ...body, override: ' ' }, asking)).toMatchObject({ status: 422 })
  expect(await resolve(one, { ...body, override: 'The list is being renewed.' }, asking)).toMatchObject({ status: 200 })
  expect(await sealIn(one, asking)).toMatchObject({
    override: 'The list is being renewed.',
    claims: [{ stated: 'contradicted', now: 'contradicted' }, {}, {}],
  })
  await asking.close()
})

test('templates without claims and free texts make none and are accepted', async () => {
  const one = await world.addCase()
  expect(await resolve(one, { template: 'allowlisted@2' })).toMatchObject({ status: 200 })
  const other = await world.addCase()
  expect(await resolve(other, { facts: sealOf(await sheetOf(other), other.alertIds[0] ?? '') })).toMatchObject({
    status: 200,
  })
  expect((await sealIn(other))?.claims).toBeUndefined()
})

describe('a template that passes over a fact of its rule', () => {
  const own = (part: object) => ({
    title: 'Own',
    revision: 1,
    gist: '',
    body: 'Seen.',
    use: 'resolve',
    ruleTypes: [],
    evidence: [],
    ...part,
  })
  const keep = (id: string, part: object) =>
    server.call(settings.save, {
      body: { scope: 'mine', kind: 'template', id, version: 0, value: own(part) },
    } as never)
  const PASSED = {
    status: 422,
    problem: { code: 'facts-passed-over', message: expect.stringContaining(`“${FACTS['amount.percentile'].label}”`) },
  }
  const beside: Claim = { sentence: 'STRs were looked up', fact: 'customer.strs', is: 'gte', value: 0 }
  const usual: Claim = { sentence: 'Usual', fact: 'amount.percentile', is: 'gte', value: 0 }
  beforeAll(async () => {
    await keep('plain', {})
    await keep('beside', { claims: [beside] })
    await keep('speaks', { claims: [usual] })
  })

  test('is refused, whether the server knows it or not, and nothing is closed', async () => {
    const one = await world.addCase()
    const sheet = await sheetOf(one)
    expect(await resolve(one, { ...carried(sheet, one, []), template: 'plain@1' })).toMatchObject(PASSED)
    expect(await resolve(one, { ...carried(sheet, one, [beside]), template: 'beside@1' })).toMatchObject(PASSED)
    expect(await resolve(one, { ...carried(sheet, one, [beside]), template: 'unknown@9' })).toMatchObject(PASSED)
    const blank = { ...carried(sheet, one, []), template: 'plain@1', explained: '  ' }
    expect(await resolve(one, blank)).toMatchObject(PASSED)
    expect(await auditOf(server.db, 'alert', one.alertIds[0] ?? '')).toEqual([])
  })

  test('stands with a person’s words, which are sealed', async () => {
    const one = await world.addCase()
    const body = { ...carried(await sheetOf(one), one, []), template: 'plain@1', explained: 'The yearly bonus.' }
    expect(await resolve(one, body)).toMatchObject({ status: 200 })
    expect(await sealIn(one)).toMatchObject({ explained: 'The yearly bonus.' })
  })

  test('and one that speaks to it, a note of one’s own, and a report, need none', async () => {
    const speaking = await world.addCase()
    const body = { ...carried(await sheetOf(speaking), speaking, [usual]), template: 'speaks@1' }
    expect(await resolve(speaking, body)).toMatchObject({ status: 200 })
    const typed = await world.addCase()
    expect(await resolve(typed, carried(await sheetOf(typed), typed, []))).toMatchObject({ status: 200 })
    const reported = await world.addCase()
    const report = { ...carried(await sheetOf(reported), reported, []), template: 'plain@1', reason: 'STR_PROCEED' }
    expect(await resolve(reported, report)).toMatchObject({ status: 200 })
  })
})
