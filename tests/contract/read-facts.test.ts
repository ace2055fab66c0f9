/** Closing without a report rests on facts that were read, and not too long ago; whoever decides without is on record. */
import { describe, expect, test } from 'vitest'
import { policies } from '#contract/calls/policies.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { facts as calls } from '#contract/calls/cases/facts.ts'
import { sync } from '#contract/calls/sync.ts'
import { toStamp } from '#contract/model/common.ts'
import type { Evidence } from '#contract/model/facts/seal.ts'
import { sealOf, type SeenFacts } from '#contract/model/facts/seen-facts.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON, type MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp } from '#tests/support/sync-op.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const MINUTE = 60_000
/** As the product has it. */
const UNREAD = { UNREAD_FACTS: '' }

const { server, world } = await startWorld({ now: () => NOW, env: UNREAD })

interface Sent {
  kind?: string
  on?: TestServer
  /** When the person acted. */
  at?: Date
  offline?: boolean
  expect?: Record<string, unknown>
}
async function decide(
  one: MadeCase | { alertId: string },
  body: object,
  { kind = 'alert.resolve', on = server, at = NOW, offline = false, ...more }: Sent = {},
) {
  const target =
    'alertId' in one
      ? { alertId: one.alertId }
      : {
          caseId: one.id,
          caseUuid: one.uuid,
          ...(kind.startsWith('alert.') && { alertId: one.alertIds[0] ?? '' }),
        }
  const sent = { clientTime: at.toISOString(), offline, ...more }
  const op = syncOp(kind, target, { note: 'Known payer.', ...body }, sent)
  const { results } = await on.call(sync.ops, { body: { device: 'read', incarnation: 'one', ops: [op] } })
  return results[0]
}
const sheetOf = (one: MadeCase, on = server) => on.call(calls.ofCase, { params: { caseId: one.id } })
const sealOn = async (one: MadeCase, on = server) => sealOf(await sheetOf(one, on), one.alertIds[0] ?? null)
const readAt = (seen: SeenFacts, minutesAgo: number): SeenFacts => ({
  ...seen,
  asOf: toStamp(new Date(NOW.getTime() - minutesAgo * MINUTE)),
})
async function evidenceIn(kind: string, id: string, on = server): Promise<Evidence | undefined> {
  const entries = await auditOf(on.db, kind, id)
  return (entries.at(-1)?.after as { facts?: Evidence } | undefined)?.facts
}

describe('refusals', () => {
  test('a closing of an alert, a case or an account alert without facts', async () => {
    const one = await world.addCase()
    expect(await decide(one, {})).toMatchObject({ status: 422, problem: { code: 'facts-unread' } })
    expect(await auditOf(server.db, 'alert', one.alertIds[0] ?? '')).toEqual([])
    const decided = await world.addCase({ alerts: [{ status: 'resolved' }] })
    const state = { status: 'new', recommendedStr: 0, version: 1 }
    expect(await decide(decided, { action: 'reject' }, { kind: 'case.recommendStr', expect: state })).toMatchObject({
      status: 422,
      problem: { code: 'facts-unread' },
    })
    const { id: alertId } = await world.addAccountAlert()
    expect(await decide({ alertId }, { status: 'resolved', sar: 0 }, { kind: 'accountAlert.status' })).toMatchObject({
      status: 422,
      problem: { code: 'facts-unread' },
    })
  })

  test('facts that leave out what the decision rests on', async () => {
    const one = await world.addCase({ alerts: [{ rule: 'country' }] })
    const seen = await sealOn(one)
    for (const id of ['sanctions.open', 'customer.strs', 'ipCountry.earlier'])
      expect(
        await decide(one, {
          facts: { ...seen, versions: Object.fromEntries(Object.entries(seen.versions).filter(([of]) => of !== id)) },
        }),
      ).toMatchObject({ status: 422, problem: { code: 'facts-unread', message: expect.stringContaining(id) } })
    expect(await decide(one, { facts: { ...seen, versions: {} } })).toMatchObject({ status: 422 })
  })

  test('facts that are older than the policy at the moment of the decision, or of the future', async () => {
    const one = await world.addCase()
    const seen = await sealOn(one)
    expect(await decide(one, { facts: readAt(seen, 61) })).toMatchObject({
      status: 422,
      problem: { code: 'facts-too-old', message: expect.stringContaining('61 minutes') },
    })
    expect(await decide(one, { facts: readAt(seen, 1441) }, { offline: true })).toMatchObject({ status: 422 })
    expect(await decide(one, { facts: readAt(seen, -30) })).toMatchObject({ status: 400 })
    expect(await decide(one, { facts: { ...seen, asOf: { date: 'soon', timezone: 'UTC' } } })).toMatchObject({
      status: 400,
    })
    expect(await auditOf(server.db, 'alert', one.alertIds[0] ?? '')).toEqual([])
  })

  test('a call of the catalogue too, where the policy says so', async () => {
    const as = { as: 'admin' } as const
    const set = async (value: string) => {
      const { items } = await server.call(policies.list, {}, as)
      const version = items.find(({ id }) => id === 'unreadFacts')?.version ?? 0
      return server.send(policies.set, { params: { policy: 'unreadFacts' }, body: { value, version, reason: 'x' } }, as)
    }
    expect((await set('refuse')).status).toBe(200)
    const one = await world.addCase()
    const [alertId = ''] = one.alertIds
    expect((await server.send(alerts.resolve, { params: { alertId }, body: { note: 'Seen.' } })).status).toBe(422)
    expect((await set('catalogue')).status).toBe(200)
  })
})

test('a decision made offline is judged by its own time, and by what was read then', async () => {
  const one = await world.addCase()
  const seen = readAt(await sealOn(one), 300)
  // decided 50 minutes after reading, and sent four hours later
  const at = new Date(NOW.getTime() - 250 * MINUTE)
  expect(await decide(one, { facts: seen }, { at })).toMatchObject({ status: 200 })
  expect(await evidenceIn('alert', one.alertIds[0] ?? '')).toMatchObject({ asOf: seen.asOf.date })
  const other = await world.addCase()
  expect(await decide(other, { facts: readAt(await sealOn(other), 300) }, { offline: true })).toMatchObject({
    status: 200,
  })
})

test('a report and a rejection are decided without facts: they clear nobody', async () => {
  const one = await world.addCase()
  expect(await decide(one, { reason: 'STR_PROCEED' })).toMatchObject({ status: 200 })
  const other = await world.addCase()
  expect(await decide(other, {}, { kind: 'alert.reject' })).toMatchObject({ status: 200 })
})

test('a call of the catalogue says nothing of facts: it stands, and the record says so', async () => {
  const one = await world.addCase()
  const [alertId = ''] = one.alertIds
  expect((await server.send(alerts.resolve, { params: { alertId }, body: { note: 'Seen.' } })).status).toBe(200)
  expect(await evidenceIn('alert', alertId)).toEqual({ without: 'catalogue' })
  const close = { params: { caseId: one.id }, body: { note: 'None.', action: 'reject' as const } }
  expect((await server.send(cases.recommendStr, close)).status).toBe(200)
  expect(await evidenceIn('case', one.id)).toEqual({ without: 'catalogue' })
})

test('on a server of the catalogue alone every closing is on record as such', async () => {
  const plain = await testServer({ now: () => NOW, env: { CATALOGUE_ONLY: '1', ...UNREAD } })
  const one = await (await makeWorld(plain.db)).addCase()
  const [alertId = ''] = one.alertIds
  expect((await plain.send(alerts.resolve, { params: { alertId }, body: { note: 'Seen.' } })).status).toBe(200)
  expect(await evidenceIn('alert', alertId, plain)).toEqual({ without: 'catalogue' })
  await plain.close()
})
