// The optimistic view of an operation equals the server's state afterwards.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { sync } from '#contract/calls/sync.ts'
import { wholeCase } from '#contract/model/cases/case.ts'
import { ALERT_STATUSES, ALERT_TARGETS, CASE_STATUSES, REASONS } from '#contract/model/values.ts'
import { fold, OP_KINDS, type AnyDraft, type OpName } from '#contract/ops/kinds.ts'
import type { Op } from '#contract/ops/op.ts'
import type { MadeAccountAlert } from '#tests/support/account-world.ts'
import { NOON, type MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const mara = { id: 'analyst', name: 'Mara Lindqvist' }
const { server, world } = await startWorld({ now: () => NOW })

/** The three views of a case and its first alert, without what the fold leaves to the server. */
async function views(one: MadeCase) {
  const { items } = await server.call(cases.list, {
    query: { search: one.transactionId, 'searchFields[]': ['transactionId'], pageSize: 1 },
  })
  const caseItem = items.find(({ id }) => id === one.id)
  if (!caseItem) throw new Error(`${one.id} is not listed`)
  const caseDetail = wholeCase(await server.call(cases.view, { params: { caseId: one.id } }))
  const alert = await server.call(alerts.view, { params: { alertId: one.alertIds[0] as string } })
  return { caseItem, caseDetail, alert }
}
type Shown = Awaited<ReturnType<typeof views>>

/** Due dates follow from a policy that the server has; whether the customer was reported before, from all its work. */
const UNDATED = { version: 0, dueAt: null, dueSoonAt: null, hadStr: undefined }

/** Versions, the log of what was done and due dates are the server's to say. */
function owned({ caseItem, caseDetail, alert }: Shown) {
  return {
    caseItem: { ...caseItem, ...UNDATED },
    caseDetail: { ...caseDetail, ...UNDATED, activity: [] },
    alert: { ...alert, version: 0 },
  }
}

const foldAll = (shown: Shown, ops: readonly Op[]): Shown => ({
  caseItem: fold('caseItem', shown.caseItem, ops),
  caseDetail: fold('caseDetail', shown.caseDetail, ops),
  alert: fold('alert', shown.alert, ops),
})

let count = 0
const toOp = (draft: AnyDraft): Op => {
  count += 1
  const opId = `0192f0c0-0000-7000-8000-${String(count).padStart(12, '0')}`
  return { ...draft, opId, at: NOW.getTime(), by: mara }
}

/** True if the server took it. */
async function send(op: Op): Promise<boolean> {
  const entry = {
    opId: op.opId,
    devSeq: count,
    kind: op.kind,
    kindV: OP_KINDS[op.kind as OpName].kindV,
    target: op.target,
    body: op.body,
    expect: {},
    clientTime: NOW.toISOString(),
    skewMs: 0,
    offline: false,
  }
  const { results } = await server.call(sync.ops, { body: { device: 'desk', incarnation: 'one', ops: [entry] } })
  return results[0]?.status === 200
}

const note = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => /^\S(.*\S)?$/u.test(text) && !text.includes('\0'))
const day = fc.constantFrom('2026-03-11', '2026-04-20', '2027-01-01')
const reason = fc.option(fc.constantFrom(...REASONS), { nil: undefined })
type Body<K extends OpName> = Extract<AnyDraft, { kind: K }>['body']
const BODIES: { [K in OpName]: fc.Arbitrary<Body<K>> } = {
  'alert.resolve': fc.oneof(
    fc.record({ note, reason }),
    fc.record({ note, reason: fc.constant('MONITOR' as const), review: fc.record({ on: day, watch: note }) }),
  ),
  'alert.reject': fc.record({ note, reason }),
  'accountAlert.status': fc.record({
    status: fc.constantFrom(...ALERT_TARGETS),
    note: fc.option(note, { nil: undefined, freq: 9 }),
    sar: fc.constantFrom(0, 0, 1),
    reason,
  }),
  'accountAlert.note': fc.record({ note }),
  'accountAlert.assign': fc.constant({ manager: mara }),
  'accountAlert.release': fc.constant({}),
  'accountAlert.escalate': fc.record({ manager: fc.constant({ id: 'manager', name: 'Ingrid Okafor' }), note }),
  'case.note': fc.record({ note }),
  'case.review': fc.record({ on: fc.option(day, { nil: null }) }),
  'case.assign': fc.constant({ manager: mara }),
  'case.release': fc.constant({}),
  'case.escalate': fc.record({ manager: fc.constant({ id: 'manager', name: 'Ingrid Okafor' }), note }),
  'case.await': fc.constant({}),
  'case.renew': fc.constant({}),
  'case.recommendStr': fc.record({ note, action: fc.constantFrom('proceed', 'reject'), reason }),
}
const isOnAccount = (kind: string) => kind.startsWith('accountAlert.')
const actsOf = (kinds: string[]) =>
  fc.oneof(
    ...kinds.map((kind) =>
      (BODIES[kind as OpName] as fc.Arbitrary<object>).map((body) => ({ kind: kind as OpName, body })),
    ),
  )
const ON_ACCOUNTS = Object.keys(BODIES).filter(isOnAccount)
const ON_CASES = Object.keys(BODIES).filter((kind) => !isOnAccount(kind))
const start = fc.record({
  status: fc.constantFrom(...CASE_STATUSES, 'new' as const, 'await' as const),
  manager: fc.constantFrom(null, 'analyst2'),
  // on both sides of a day ago
  createdAt: fc.integer({ min: 0, max: 48 }).map((hours) => new Date(NOW.getTime() - hours * 3_600_000 - 1000)),
  alerts: fc.array(
    fc.record({
      status: fc.constantFrom('new' as const, ...ALERT_STATUSES),
      level: fc.constantFrom('alert', 'hardstop'),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})
const RULES = ['limit', 'velocity', 'country'] as const

function draftOn(one: MadeCase, { kind, body }: { kind: OpName; body: object }): AnyDraft {
  const target = { platform: one.platform, customerId: one.customerId, caseId: one.id, caseUuid: one.uuid }
  const onAlert = kind.startsWith('alert.') ? { alertId: one.alertIds[0] as string } : {}
  return { kind, body, target: { ...target, ...onAlert } } as AnyDraft
}

test('fold(view, accepted operations) equals the server’s view afterwards', { timeout: 120_000 }, async () => {
  const taken = new Set<string>()
  await fc.assert(
    fc.asyncProperty(start, fc.array(actsOf(ON_CASES), { minLength: 1, maxLength: 6 }), async (state, acts) => {
      const withRules = state.alerts.map((alert, index) => Object.assign({ rule: RULES[index] }, alert))
      const one = await world.addCase({ ...state, alerts: withRules as never })
      const before = await views(one)
      const done: Op[] = []
      for (const each of acts) {
        const op = toOp(draftOn(one, each))
        if (await send(op)) done.push(op)
      }
      for (const { kind } of done) taken.add(kind)
      expect(owned(foldAll(before, done))).toEqual(owned(await views(one)))
    }),
    { numRuns: 60, seed: 20_260_310 },
  )
  // a kind that was never taken would have been tested on nothing
  expect([...taken].toSorted()).toEqual(ON_CASES.toSorted())
})

/** The two views of an account alert, without what the fold leaves to the server. */
async function accountViews({ id, ruleId }: MadeAccountAlert) {
  const { items } = await server.call(accountAlerts.queue, { query: { rule: ruleId, pageSize: 1000 } })
  const accountAlertItem = items.find((one) => one.id === id)
  if (!accountAlertItem) throw new Error(`${id} is not listed`)
  const alert = await server.call(alerts.view, { params: { alertId: id } })
  const notes = alert.notes.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return { accountAlertItem: { ...accountAlertItem, ...UNDATED }, alert: { ...alert, notes, version: 0 } }
}

const accountStart = fc.record({
  status: fc.constantFrom('new' as const, ...ALERT_STATUSES),
  manager: fc.constantFrom(null, 'analyst2'),
  createdAt: fc.integer({ min: 0, max: 48 }).map((hours) => new Date(NOW.getTime() - hours * 3_600_000 - 1000)),
})

test('the same holds for an account alert', { timeout: 120_000 }, async () => {
  const taken = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      accountStart,
      fc.array(actsOf(ON_ACCOUNTS), { minLength: 1, maxLength: 6 }),
      async (state, acts) => {
        const one = await world.addAccountAlert(state)
        const { platform, customerId, id: alertId } = one
        const before = await accountViews(one)
        const done: Op[] = []
        for (const { kind, body } of acts) {
          const op = toOp({ kind, body, target: { platform, customerId, alertId } } as AnyDraft)
          if (await send(op)) done.push(op)
        }
        for (const { kind } of done) taken.add(kind)
        const after = await accountViews(one)
        expect(fold('accountAlertItem', before.accountAlertItem, done)).toEqual(after.accountAlertItem)
        expect(fold('alert', before.alert, done)).toEqual(after.alert)
      },
    ),
    { numRuns: 60, seed: 20_260_311 },
  )
  expect([...taken].toSorted()).toEqual(ON_ACCOUNTS.toSorted())
})

test('every kind of operation is covered', () => {
  expect(Object.keys(BODIES).toSorted()).toEqual(Object.keys(OP_KINDS).toSorted())
})
