import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import type { Alert } from '#contract/model/cases/alert.ts'
import type { CaseDetail, CaseItem } from '#contract/model/cases/case.ts'
import { toStamp } from '../model/common.ts'
import { ALERT_STATUSES, CASE_STATUSES } from '../model/values.ts'
import { findKind, fold, OP_KINDS, type OpName } from './kinds.ts'
import type { Op, Views } from './op.ts'

const AT = Date.UTC(2026, 0, 5)
const created = toStamp(new Date(AT - 3_600_000))
const person = fc.constantFrom({ id: 'u1', name: 'Ana' }, { id: 'u2', name: 'Ben' })

const caseItem: fc.Arbitrary<CaseItem> = fc.record({
  id: fc.constantFrom('PX1', 'PX2'),
  uuid: fc.constant('uuid'),
  statusCases: fc.constant('new' as const),
  isDay: fc.boolean(),
  activeHardStop: fc.constant(0),
  alertCount: fc.nat({ max: 3 }),
  alerts: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('a1', 'a2'),
      ruleId: fc.constant('r1'),
      ruleName: fc.constant('Velocity'),
      text: fc.constant(''),
      status: fc.constantFrom(...ALERT_STATUSES),
      alertLevel: fc.constantFrom('alert' as const, 'hardstop' as const),
    }),
    { selector: ({ id }) => id },
  ),
  assignDate: fc.constant(null),
  clientType: fc.constant('personal' as const),
  complete: fc.boolean(),
  createAt: fc.constant(created),
  data: fc.constant({
    transactionId: 'TX1',
    transactionType: 'p2p',
    transactionDirection: 'incoming',
    transactionAmount: '1',
    transactionCurrency: 'USD',
    transactionUsdAmount: '1',
    transactionCountry: 'CA',
    clientName: 'Client',
    counterpartyName: 'Other',
  } as const),
  customerId: fc.constant('7'),
  manager: fc.option(person),
  platform: fc.constant('paxum'),
  recommendedStr: fc.constantFrom(0 as const, 1 as const),
  status: fc.constantFrom(...CASE_STATUSES),
  review: fc.option(
    fc.record({
      on: fc.constantFrom('2026-02-05', '2026-02-20'),
      watch: fc.constant('deposits'),
      isDue: fc.boolean(),
    }),
  ),
  transactionStatus: fc.constant('new'),
  version: fc.nat(),
})

const caseDetail: fc.Arbitrary<CaseDetail> = caseItem.map((item) => ({
  ...item,
  customerName: 'Client',
  clientInfo: {},
  failedRule: null,
  hardStopCount: 0,
  activity: [],
  notes: [],
  transaction: {},
}))

const alert: fc.Arbitrary<Alert> = fc.record({
  id: fc.constantFrom('a1', 'a2'),
  platform: fc.constant('paxum'),
  caseId: fc.constantFrom('PX1', 'PX2'),
  customerId: fc.constant('7'),
  alertLevel: fc.constant('alert' as const),
  createAt: fc.constant(created),
  criteria: fc.constant({}),
  sar: fc.constant(0 as const),
  report: fc.constantFrom(undefined, null, { recommendedStr: 0, status: 'new' }),
  note: fc.constant(null),
  notes: fc.constant([]),
  files: fc.constant([]),
  resolveDate: fc.constant(null),
  resolvedManager: fc.constant(null),
  revId: fc.constant('1'),
  ruleId: fc.constant('r1'),
  ruleName: fc.constant('Velocity'),
  ruleType: fc.constant('account_velocity'),
  ruleDescription: fc.constant(''),
  manager: fc.constant(null),
  status: fc.constantFrom(...ALERT_STATUSES),
  triggerInfo: fc.constant({ text: '', facts: [] }),
  enrichmentData: fc.constant({}),
  isProcedures: fc.constant(false),
  version: fc.nat(),
})

const accountAlertItem: fc.Arbitrary<AccountAlertItem> = fc.record({
  id: fc.constantFrom('a1', 'a2'),
  platform: fc.constant('paxum'),
  customerId: fc.constant('7'),
  customerName: fc.constant('Client'),
  customerType: fc.constant('personal' as const),
  ruleId: fc.constant('r1'),
  ruleName: fc.constant('Country changed'),
  ruleType: fc.constant('permission_transaction'),
  text: fc.constant('GB, was CA'),
  alertLevel: fc.constant('alert' as const),
  status: fc.constantFrom(...ALERT_STATUSES),
  sar: fc.constantFrom(0 as const, 1 as const),
  createAt: fc.constant(created),
  manager: fc.option(person),
  isDay: fc.boolean(),
  version: fc.nat(),
})

const VIEWS: { [V in keyof Views]: fc.Arbitrary<Views[V]> } = { caseItem, caseDetail, alert, accountAlertItem }
const NAMES = Object.keys(OP_KINDS) as OpName[]

const BODIES: Record<OpName, fc.Arbitrary<unknown>> = {
  'alert.resolve': fc.record({
    note: fc.constantFrom('seen', 'checked'),
    reason: fc.constantFrom(undefined, 'MONITOR'),
    review: fc.constantFrom(undefined, { on: '2026-02-10', watch: 'deposits' }),
  }),
  'alert.reject': fc.record({ note: fc.constantFrom('seen', 'checked') }),
  'accountAlert.status': fc.oneof(
    fc.record({ status: fc.constantFrom('new', 'await', 'in_progress'), sar: fc.constant(0) }),
    fc.record({ status: fc.constant('resolved'), sar: fc.constantFrom(0, 1), note: fc.constant('why') }),
  ),
  'accountAlert.note': fc.record({ note: fc.constantFrom('seen', 'checked') }),
  'accountAlert.assign': fc.record({ manager: person }),
  'accountAlert.release': fc.constant({}),
  'accountAlert.escalate': fc.record({ manager: person, note: fc.constantFrom('seen', 'checked') }),
  'case.note': fc.record({ note: fc.constantFrom('seen', 'checked') }),
  'case.assign': fc.record({ manager: person }),
  'case.review': fc.record({ on: fc.constantFrom(null, '2026-02-01', '2026-03-01') }),
  'case.release': fc.constant({}),
  'case.escalate': fc.record({ manager: person, note: fc.constantFrom('seen', 'checked') }),
  'case.await': fc.constant({}),
  'case.renew': fc.constant({}),
  'case.recommendStr': fc.record({ note: fc.constant('why'), action: fc.constantFrom('proceed', 'reject') }),
}

const opOf = (kind: OpName): fc.Arbitrary<Op> =>
  fc
    .record({
      opId: fc.uuid({ version: 7 }),
      at: fc.integer({ min: AT, max: AT + 1e9 }),
      by: person,
      caseId: fc.constantFrom('PX1', 'PX2'),
      alertId: fc.constantFrom('a1', 'a2'),
      body: BODIES[kind],
    })
    .map(({ caseId, alertId, ...rest }) => ({
      ...rest,
      kind,
      target: { platform: 'paxum', customerId: '7', caseId, ...(/alert\./i.test(kind) && { alertId }) },
    }))
const anyOp = fc.oneof(...NAMES.map(opOf))

/** Notes as a set: operations that commute may add them in either order. */
const sorted = <T extends object>(view: T): T =>
  'notes' in view && Array.isArray(view.notes)
    ? { ...view, notes: view.notes.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)) }
    : view

describe.each(Object.keys(VIEWS) as (keyof Views)[])('applying operations to %s', (view) => {
  const base = VIEWS[view] as fc.Arbitrary<Views[typeof view]>

  it('is unchanged without operations, by unknown ones, and by those on other objects', () => {
    fc.assert(
      fc.property(base, anyOp, (one, op) => {
        const elsewhere = { ...op, target: { ...op.target, caseId: 'PX9', alertId: 'a9' } }
        expect([
          fold(view, one, []),
          fold(view, one, [{ ...op, kind: 'case.later' }]),
          fold(view, one, [elsewhere]),
        ]).toEqual([one, one, one])
        expect(fold(view, one, [elsewhere])).toBe(one)
      }),
    )
  })

  it.each(NAMES)('shows %s once, however often it is queued', (name) => {
    fc.assert(
      fc.property(base, opOf(name), (one, op) => {
        expect(fold(view, one, [op, op])).toEqual(fold(view, one, [op]))
      }),
    )
  })

  it('gives the same result in parts and as a whole', () => {
    fc.assert(
      fc.property(base, fc.array(anyOp), fc.nat(), (one, ops, n) => {
        const at = ops.length === 0 ? 0 : n % ops.length
        expect(fold(view, fold(view, one, ops.slice(0, at)), ops.slice(at))).toEqual(fold(view, one, ops))
      }),
    )
  })

  it('does not depend on the order of commuting operations', () => {
    const free = NAMES.filter((name) => findKind(name)?.commutes)
    expect(free).toContain('case.note')
    fc.assert(
      fc.property(base, fc.oneof(...free.map(opOf)), anyOp, (one, op, other) => {
        fc.pre(op.opId !== other.opId)
        expect(sorted(fold(view, one, [op, other]))).toEqual(sorted(fold(view, one, [other, op])))
      }),
    )
  })
})

it('shows every kind of operation', () => {
  expect(NAMES.filter((name) => Object.keys(findKind(name)?.apply ?? {}).length === 0)).toEqual([])
})
