// A case that is closed as monitored comes back on its day: refusals, the day itself, moving and cancelling.
import { describe, expect, test } from 'vitest'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { approvals } from '#contract/calls/cases/approvals.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { sync } from '#contract/calls/sync.ts'
import { OP_KINDS, type AnyDraft } from '#contract/ops/kinds.ts'
import { reopenDue } from '#server/cases/review.ts'
import { auditOf, NOON, type MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const DAY_MS = 86_400_000
const { server, world } = await startWorld({ now: () => NOON, env: { FOUR_EYES: 'hardstop' } })

let count = 0
const targetOf = (one: MadeCase, alertId?: string) => ({
  platform: one.platform,
  customerId: one.customerId,
  caseId: one.id,
  caseUuid: one.uuid,
  ...(alertId !== undefined && { alertId }),
})
/** Sends operations as a device does; answers each status and message. */
async function send(...drafts: AnyDraft[]) {
  const ops = drafts.map((draft) => {
    count += 1
    const { kind, target, body, expect: expected = {} } = draft
    return {
      opId: `0192f0c0-0000-7000-8000-${String(count).padStart(12, '0')}`,
      devSeq: count,
      kind,
      kindV: OP_KINDS[kind].kindV,
      target,
      body,
      expect: expected,
      clientTime: NOON.toISOString(),
      skewMs: 0,
      offline: false,
    }
  })
  const { results } = await server.call(sync.ops, { body: { device: 'desk', incarnation: 'one', ops } })
  return results.map(({ status, problem }) => (problem ? [status, problem.message] : [status]))
}

const review = { on: '2026-03-20', watch: 'Deposits of cash.' }
const note = 'Closed; deposits of cash are watched.'
const monitor = (one: MadeCase, body: object = {}): AnyDraft => ({
  kind: 'alert.resolve',
  target: targetOf(one, one.alertIds[0]),
  body: { note, reason: 'MONITOR', review, ...body },
})
const noStr = (one: MadeCase, action: 'reject' | 'proceed' = 'reject'): AnyDraft => ({
  kind: 'case.recommendStr',
  target: targetOf(one),
  body: { note: 'Why.', action },
})
const move = (one: MadeCase, on: string | null, more: object = {}): AnyDraft => ({
  kind: 'case.review',
  target: targetOf(one),
  body: { on },
  ...more,
})
const view = ({ id }: MadeCase) => server.call(cases.view, { params: { caseId: id } })
/** The server's clock stands still, so that sessions last; the job's goes on. */
const back = (at: Date) => reopenDue(server.db, { platform: 'paxum', now: () => at })
const listed = async (state: 'due' | 'planned') =>
  (await server.call(cases.list, { query: { review: state } })).items.map(({ id }) => id)
/** A case that was closed as monitored. */
async function monitored() {
  const one = await world.addCase({ alerts: [{}] })
  expect((await send(monitor(one), noStr(one))).map(([status]) => status)).toEqual([200, 200])
  return one
}

describe('refusals', () => {
  test.each([
    ['a day that has come', { review: { ...review, on: '2026-03-10' } }, 'review.on: must be after today'],
    ['a day too far away', { review: { ...review, on: '2028-03-11' } }, 'review.on: must be within 731 days'],
    ['no day', { review: { ...review, on: '2026-02-30' } }, 'body.review.on: must be a day, YYYY-MM-DD'],
    ['another reason', { reason: 'FP_DATA' }, 'review: belongs to the reason MONITOR'],
  ])('%s is refused, and the alert stays open', async (_, body, message) => {
    const one = await world.addCase({ alerts: [{}] })
    expect(await send(monitor(one, body))).toEqual([[400, message]])
    expect(await view(one)).toMatchObject({ alerts: [{ status: 'new' }], review: null })
  })

  test('a review is moved where there is one, to a later day, from the day that was read, and not under an STR', async () => {
    const without = await world.addCase()
    expect(await send(move(without, '2026-04-01'))).toEqual([[409, `${without.id} has no review.`]])
    const one = await monitored()
    expect(await send(move(one, '2026-03-10'))).toEqual([[400, 'on: must be after today']])
    expect(await send(move(one, '2026-04-01', { expect: { review: '2026-03-19' } }))).toEqual([
      [412, 'The case was changed after you opened it.'],
    ])
    const reported = await world.addCase({ alerts: [{}] })
    await send(monitor(reported), noStr(reported, 'proceed'))
    expect(await send(move(reported, '2026-04-01'))).toEqual([
      [409, `${reported.id} is reported: there is nothing to review.`],
    ])
    expect((await view(reported)).review).toBeNull()
  })
})

test('the case comes back on its day and not before, once, with the words of what is watched', async () => {
  const one = await monitored()
  expect(await view(one)).toMatchObject({ status: 'complete', review: { ...review, isDue: false } })
  expect(await listed('planned')).toContain(one.id)
  const midnight = new Date('2026-03-20T00:00:00Z')
  expect(await back(new Date(midnight.getTime() - 1))).toBe(0)
  expect(await back(midnight)).toBeGreaterThan(0)
  expect(await back(midnight)).toBe(0)
  const here = await view(one)
  expect(here).toMatchObject({ status: 'new', complete: false, review: { ...review, isDue: true } })
  expect(here.activity.at(-1)).toMatchObject({ action: 'review due', text: 'Review is due: Deposits of cash.' })
  expect(await listed('due')).toContain(one.id)
  expect(await listed('planned')).not.toContain(one.id)
  // its decision answers it
  await send(noStr(one))
  expect(await view(one)).toMatchObject({ status: 'complete', review: null })
})

test('a review that came is moved, and comes again; one that is cancelled does not', async () => {
  const [moved, cancelled] = [await monitored(), await monitored()]
  expect(await send(move(cancelled, null))).toEqual([[200]])
  await back(new Date(NOON.getTime() + 10 * DAY_MS))
  expect(await view(cancelled)).toMatchObject({ status: 'complete', review: null })
  const draft = move(moved, '2026-05-01', { expect: { review: review.on } })
  expect(await send(draft, noStr(moved))).toEqual([[200], [200]])
  expect(await view(moved)).toMatchObject({ status: 'complete', review: { on: '2026-05-01', isDue: false } })
  await back(new Date('2026-05-01T08:00:00Z'))
  expect(await view(moved)).toMatchObject({ status: 'new', review: { on: '2026-05-01', isDue: true } })
  const said = await auditOf(server.db, 'case', moved.id)
  expect(said.map(({ action }) => action)).toEqual([
    'close without STR',
    'review due',
    'move review',
    'close without STR',
    'review due',
  ])
})

test('a review is not moved to the day it has, nor cancelled twice: no entry is written, but for a device that did not know', async () => {
  const one = await monitored()
  const moves = async () =>
    (await auditOf(server.db, 'case', one.id))
      .map(({ action }) => action)
      .filter((action) => action !== 'close without STR')
  const { version } = await view(one)
  const known = { expect: { review: review.on } }
  expect(await send(move(one, review.on, known))).toEqual([
    [409, `The review of ${one.id} is on ${review.on} already.`],
  ])
  expect(await moves()).toEqual([])
  const [first, other] = [move(one, '2026-04-01', known), move(one, '2026-04-01', known)]
  // the second one has a number of its device's series, for which it has to account
  expect(await send(first, other)).toEqual([[200], [200]])
  expect(await moves()).toEqual(['move review', 'move review'])
  expect(await view(one)).toMatchObject({ version: version + 1, review: { on: '2026-04-01', isDue: false } })
  // the plain call has none
  const call = { params: { caseId: one.id }, body: { on: '2026-04-01' } }
  expect(await server.call(cases.review, call)).toEqual({ message: 'Review on 2026-04-01.', version: version + 1 })
  expect(await send(move(one, null))).toEqual([[200]])
  const cancel = { params: { caseId: one.id }, body: { on: null } }
  expect((await server.call(cases.review, cancel)).message).toBe('The review is cancelled.')
  expect(await moves()).toEqual(['move review', 'move review', 'cancel review'])
})

test('a case with alerts that are still open is marked and left as it is; of two days the earlier counts', async () => {
  const one = await world.addCase({ status: 'await', alerts: [{}, { rule: 'nightly' }, { rule: 'velocity' }] })
  const second = {
    ...monitor(one, { review: { on: '2026-03-15', watch: 'Second.' } }),
    target: targetOf(one, one.alertIds[1]),
  }
  await send(monitor(one), second as AnyDraft)
  expect((await view(one)).review).toEqual({ on: '2026-03-15', watch: 'Second.', isDue: false })
  await back(new Date('2026-03-15T01:00:00Z'))
  expect(await view(one)).toMatchObject({ status: 'await', review: { on: '2026-03-15', isDue: true } })
})

test('a call that names no day has one of 30 days, and says so', async () => {
  const one = await world.addCase({ alerts: [{}] })
  const reply = await server.call(alerts.resolve, {
    params: { alertId: one.alertIds[0] as string },
    body: { note, reason: 'MONITOR' },
  })
  expect(reply.message).toBe('Resolved; review on 2026-04-09.')
  expect((await view(one)).review).toEqual({ on: '2026-04-09', watch: note, isDue: false })
})

test('a closing that waits for approval has its review once it is approved', async () => {
  const one = await world.addCase({ alerts: [{ rule: 'country', level: 'hardstop' }] })
  await send(monitor(one))
  expect((await view(one)).review).toBeNull()
  const { items } = await server.call(approvals.list, { query: { kind: 'hardstop' } }, { as: 'analyst2' })
  const { id = '', version = '' } = items.find(({ object }) => object.caseId === one.id) ?? {}
  const body = { note: 'Seen.', version }
  await server.call(approvals.approve, { params: { approvalId: id }, body }, { as: 'analyst2' })
  expect((await view(one)).review).toEqual({ ...review, isDue: false })
})
