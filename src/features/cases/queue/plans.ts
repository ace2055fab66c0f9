/** The operations of case commands: pure, so that they can be previewed. */
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { caseMay, type CaseAct, type CaseAlert, type CaseItem } from '#contract/model/cases/case.ts'
import { NO_REPORT, type StackDecision } from '#contract/model/cases/stacks.ts'
import type { Person } from '#contract/model/common.ts'
import type { Reason, StrAction } from '#contract/model/values.ts'
import type { AnyDraft } from '#contract/ops/kinds.ts'
import type { Target } from '#contract/ops/op.ts'
import type { Plan } from '#src/commands/command.ts'
import { readAt } from '#src/data/net/read-time.ts'
import { joinSeals, STEPS_OUTSTANDING, type ReadEvidence } from '#src/features/facts/public.ts'
import type { StrReview } from '#src/features/cases/detail/case-deps.ts'
import { againstApproval } from '#src/features/cases/recommendations.ts'
import {
  bodyOf,
  leftOut,
  NEEDS_TEXT,
  usesOf,
  type Proven,
  type Unwritten,
  type Written,
} from '#src/features/templates/public.ts'
import { countOf } from '#src/format/count.ts'
import { MANY, NOT_LOADED, planEach, planAssignment, type RowTargets } from './plan-rows.ts'

/** The cases meant, and of their alerts those in `only`, where it is not every open one. */
export interface PlanTargets extends RowTargets<CaseItem> {
  only?: ReadonlySet<string>
  /** The record of the stack that a case is decided with. */
  stackOf?: (id: string) => StackDecision | undefined
}

/** The same for a decision, with what was read of each case. */
export interface DecisionTargets extends PlanTargets {
  /** Checks whether the facts of a case were read, and what a decision carries of them. */
  evidenceOf: (row: CaseItem) => ReadEvidence
}

/** The note of one alert. */
export type NoteOf = (row: CaseItem, alert: CaseAlert) => Written

export const targetOf = (row: CaseItem, alertId?: string): Target => ({
  platform: row.platform,
  customerId: row.customerId,
  caseId: row.id,
  caseUuid: row.uuid,
  ...(alertId !== undefined && { alertId }),
})

export const cases = (n: number) => countOf(n, 'case')
const alertsOf = (n: number) => countOf(n, 'alert')

/** Plans one draft a case, leaving out what may not happen too. */
export const eachCase = (targets: RowTargets<CaseItem>, act: CaseAct, draft: (row: CaseItem) => AnyDraft | string) =>
  planEach(targets, (row) => (caseMay(act, row.status) ? draft(row) : `is ${row.status}`))

/** One case by its number, several by how many. */
export const name = (rows: readonly CaseItem[]) => (rows.length === 1 ? rows[0]!.id : cases(rows.length))

/** Assigns cases. */
export const planAssign = (targets: RowTargets<CaseItem>, manager: Person): Plan =>
  planAssignment(targets, manager, {
    nameOf: name,
    count: cases,
    against: (row) => (caseMay('assign', row.status) ? null : `is ${row.status}`),
    draft: (row) => ({
      kind: 'case.assign',
      target: targetOf(row),
      body: { manager },
      expect: { manager: row.manager?.id ?? null },
    }),
  })

const openAlerts = (row: CaseItem) => row.alerts.filter((alert) => isOpenAlert(alert.status))

/** Closing a case without an STR with the last of its alerts. */
export interface CloseCase {
  /** The note of the case, with the alerts that are decided with it; null where its template asks for words, which leaves the case open. */
  noteOf(row: CaseItem, decided: ReadonlySet<string>): string | null
  now?: number
}

/** True if a case closes without an STR once these of its alerts are resolved: nothing else is open, and no STR is proposed. */
export const closesWith = (row: CaseItem, closed: ReadonlySet<string>, now = Date.now()): boolean =>
  caseMay('recommendStr', row.status) &&
  row.strProposal === undefined &&
  !isTooOld(row, now) &&
  openAlerts(row).every(({ id }) => closed.has(id))

interface Deciding {
  act: 'resolve' | 'reject'
  noteOf: NoteOf
  reason: Reason | undefined
  template: string | undefined
  closing: CloseCase | undefined
}

/** An object that is left out; `told` where its number is told too. */
interface Exclusion {
  id: string
  reason: string
  told?: 'contradicted' | 'unread' | 'alone'
}

/** The decision on one case. */
interface Decided {
  skipped: Exclusion[]
  alerts: { row: CaseItem; alert: CaseAlert; op: AnyDraft }[]
  /** The closing of the case with the last of its alerts. */
  close: AnyDraft | null
}

/**
 * Resolves or rejects every open alert of the cases. A hard stop among them, or many of them, ask for confirmation. With
 * `closing`, a case whose last open alerts are resolved closes without an STR in the same step.
 */
export function planClose(
  targets: DecisionTargets,
  act: 'resolve' | 'reject',
  noteOf: NoteOf,
  reason: Reason | undefined,
  template?: string,
  closing?: CloseCase,
): Plan {
  const decided = targets.ids.map((id) => decideCase(targets, id, { act, noteOf, reason, template, closing }))
  const ops: AnyDraft[] = []
  for (const { alerts, close } of decided) {
    const needs = alerts.map(({ op }) => ops.push(op) - 1)
    if (close) ops.push({ ...close, needs })
  }
  const ruleTypes = decided.flatMap(({ alerts }) => alerts.map(({ alert }) => alert.ruleType))
  return {
    ops,
    skipped: decided.flatMap(({ skipped }) => skipped.map(({ id, reason }) => ({ id, reason }))),
    ...closeWords(act, decided),
    uses: usesOf(template, ruleTypes),
    ...(template && { template }),
  }
}

function decideCase(targets: DecisionTargets, id: string, deciding: Deciding): Decided {
  const { rowOf, only, stackOf, evidenceOf } = targets
  const { act, reason, closing } = deciding
  const row = rowOf(id)
  const none = (why: string): Decided => ({ skipped: [{ id, reason: why }], alerts: [], close: null })
  if (row === undefined) return none(NOT_LOADED)
  if (!caseMay('resolveAlert', row.status)) return none(`is ${row.status}`)
  const stack = stackOf?.(id)
  if (stack && reason === 'STR_PROCEED') return none(NO_REPORT)
  const open = openAlerts(row).filter((alert) => only === undefined || only.has(alert.id))
  if (open.length === 0) return none('no open alert')
  const evidence = evidenceOf(row)
  const size = { cases: targets.ids.length, alerts: open.length }
  const made = open.map((alert) => decideAlert(row, alert, { ...deciding, evidence, stack, size }))
  const skipped = made.filter((one) => 'reason' in one)
  const alerts = made.filter((one) => 'op' in one)
  const closed = new Set(alerts.map(({ alert }) => alert.id))
  const isLast = act === 'resolve' && alerts.length > 0 && closing && closesWith(row, closed, closing.now)
  const note = isLast ? closing.noteOf(row, closed) : null
  const facts = evidence.sealFor(null)
  const close = note === null ? null : recommendation(row, 'reject', { note, ...(facts && { facts }) }, { stack })
  return { skipped, alerts, close }
}

interface DecidingAlert extends Deciding {
  evidence: ReadEvidence
  stack: StackDecision | undefined
  /** The number of cases that are decided together, and of alerts of this one. */
  size: { cases: number; alerts: number }
}

function decideAlert(row: CaseItem, alert: CaseAlert, deciding: DecidingAlert): Exclusion | Decided['alerts'][number] {
  const { act, noteOf, reason, template, evidence, stack, size } = deciding
  const { id } = alert
  const isClosing = act === 'resolve' && reason !== 'STR_PROCEED'
  if (isClosing && evidence.unread !== null) return { id, reason: evidence.unread, told: 'unread' }
  const isOutstanding = isClosing && evidence.stepsOf(alert).length > 0
  const isMany = size.cases > 1 || size.alerts > 1
  const alone =
    (isClosing && size.cases > 1 ? evidence.againstBulk(alert) : null) ??
    (isOutstanding && isMany ? STEPS_OUTSTANDING : null)
  if (alone !== null) return { id, reason: alone, told: 'alone' }
  const note = noteOf(row, alert)
  const written = bodyOf(note)
  if (!written) {
    const { against, isContradicted = false } = note as Unwritten
    return { id, reason: against, ...(isContradicted && { told: 'contradicted' }) }
  }
  // typed words are not yet the reason for it
  if (isOutstanding && !written.stepsPassed) return { id, reason: NEEDS_TEXT }
  const facts = joinSeals(written.facts, evidence.sealFor(alert))
  const op: AnyDraft = {
    kind: act === 'resolve' ? 'alert.resolve' : 'alert.reject',
    target: targetOf(row, id),
    body: {
      ...written,
      ...(reason && { reason }),
      ...(template && { template }),
      ...(stack && { stack }),
      ...(facts && { facts }),
    },
    expect: { status: alert.status },
  }
  return { row, alert, op }
}

/** The words of a plan to close, with its confirmation. */
function closeWords(act: Deciding['act'], decided: readonly Decided[]) {
  const alerts = decided.flatMap((one) => one.alerts)
  const touched = decided.flatMap((one) => one.alerts.slice(0, 1).map(({ row }) => row))
  const closed = decided.filter(({ close }) => close).length
  const stops = alerts.filter(({ alert }) => alert.alertLevel === 'hardstop').length
  const toldAs = (as: Exclusion['told']) =>
    decided.flatMap((one) => one.skipped.filter(({ told }) => told === as)).length
  const left = { contradicted: toldAs('contradicted'), unread: toldAs('unread'), alone: toldAs('alone') }
  const count = alerts.length
  const told = leftOut(left, count)
  const warnings = [...told, ...(stops > 0 ? [`${stops} hard ${stops === 1 ? 'stop' : 'stops'}`] : [])]
  const alsoClosed =
    closed === 0 ? '' : closed === 1 && touched.length === 1 ? ', no STR' : `, ${cases(closed)} without an STR`
  const done = act === 'resolve' ? 'Resolved' : 'Rejected'
  const asks = `${act === 'resolve' ? 'Resolve' : 'Reject'} ${alertsOf(count)} of ${name(touched)}${closed > 0 ? ` and close ${closed === 1 ? 'it' : cases(closed)} without an STR` : ''}`
  return {
    warnings,
    summary: [`${done} ${alertsOf(count)} of ${name(touched)}${alsoClosed}`, ...told].join('; '),
    asks,
    ...((warnings.length > 0 || count > MANY) && { confirm: [asks, ...warnings].join(', ') }),
  }
}

/** Waits for the customer, or stops waiting. */
export function planStatus(targets: RowTargets<CaseItem>, to: 'await' | 'new'): Plan {
  const { ops, skipped, rows } = eachCase(targets, to, (row) =>
    row.status === to
      ? `already ${to}`
      : {
          kind: to === 'await' ? 'case.await' : 'case.renew',
          target: targetOf(row),
          body: {},
          expect: { status: row.status },
        },
  )
  const words = to === 'await' ? 'awaiting response' : 'new again'
  return {
    ops,
    skipped,
    warnings: [],
    summary: `${name(rows)} ${words}`,
    ...(ops.length > MANY && { confirm: `${cases(ops.length)} ${words}` }),
  }
}

/** Writes the same note on each case. */
export function planNote(targets: RowTargets<CaseItem>, note: string): Plan {
  const { ops, skipped, rows } = eachCase(targets, 'note', (row) => ({
    kind: 'case.note',
    target: targetOf(row),
    body: { note },
  }))
  return {
    ops,
    skipped,
    warnings: [],
    summary: `Note on ${name(rows)}`,
    ...(ops.length > MANY && { confirm: `The same note on ${cases(ops.length)}` }),
  }
}

interface Recommended {
  template?: string | undefined
  leavesOpen?: boolean
  stack?: StackDecision | undefined
}

/** One recommendation on a case, with what the case was like when it was decided. */
const recommendation = (
  row: CaseItem,
  action: StrAction,
  written: Proven,
  { template, leavesOpen = false, stack }: Recommended = {},
): AnyDraft => ({
  kind: 'case.recommendStr',
  target: targetOf(row),
  body: {
    ...written,
    action,
    reason: action === 'proceed' ? 'STR_PROCEED' : 'STR_REJECTED',
    ...(template && { template }),
    ...(leavesOpen && { leavesOpen }),
    ...(stack && { stack }),
  },
  expect: { status: row.status, recommendedStr: row.recommendedStr, version: row.version },
})

/**
 * Recommends an STR, or none. The decision rests on all data including notes, so that it names the version: any change
 * since is a conflict (docs/design/offline.md#conflicts). An STR also closes open alerts as suspicious, and always asks
 * for confirmation; no STR is refused with open alerts. Under four eyes the first person proposes an STR, another
 * approves it, and no STR returns the proposal.
 */
export function planRecommend(
  targets: DecisionTargets,
  action: StrAction,
  note: Written,
  review: StrReview,
  template?: string,
  now = Date.now(),
): Plan {
  const ops: AnyDraft[] = []
  const { isReviewed } = review
  let left = 0
  let alerts = 0
  const {
    ops: decisions,
    skipped,
    rows,
  } = eachCase(targets, 'recommendStr', (row) => {
    if (isTooOld(row, now)) return 'last read more than a day ago: connect first'
    const open = openAlerts(row)
    if (open.length > 0 && action === 'reject') return `${alertsOf(open.length)} still open`
    const evidence = targets.evidenceOf(row)
    const stack = targets.stackOf?.(row.id)
    if (stack && action === 'proceed') return NO_REPORT
    const isProposed = row.strProposal !== undefined
    const against = action === 'proceed' ? againstApproval(row, review) : null
    if (against !== null) return against
    const written = bodyOf(note)
    if (!written) return (note as Unwritten).against
    const leavesOpen = isReviewed && isProposed === (action === 'reject')
    if (action === 'reject' && !leavesOpen && evidence.unread !== null) return evidence.unread
    if (leavesOpen) left += 1
    const needs = open.map((alert) => ops.push(escalation(row, alert, written.note, template)) - 1)
    alerts += open.length
    const facts = joinSeals(written.facts, evidence.sealFor(null))
    const grounds = { ...written, ...(facts && { facts }) }
    const made = recommendation(row, action, grounds, { template, leavesOpen, stack })
    ops.push({ ...made, ...(needs.length > 0 && { needs }) })
    return made
  })
  const isLeftOpen = left > 0 && left === decisions.length
  const words = (isLeftOpen ? LEFT_OPEN : CLOSED)[action]
  const along = alerts > 0 ? `, ${countOf(alerts, 'alert')} closed as suspicious` : ''
  const isAsked = action === 'proceed' || isLeftOpen || decisions.length > MANY
  const asks = question(name(rows), action, isLeftOpen, alerts)
  return {
    ops,
    skipped,
    warnings: decisions.length > left ? ['This closes the case'] : isLeftOpen ? [THEN[action]] : [],
    summary: `${name(rows)}: ${words}${along}`,
    ...(template && { template }),
    asks,
    ...(isAsked && decisions.length > 0 && { confirm: asks }),
  }
}

/** Closes an open alert as suspicious: its note gives the grounds, and never denies them. */
const escalation = (row: CaseItem, alert: CaseAlert, note: string, template: string | undefined): AnyDraft => ({
  kind: 'alert.resolve',
  target: targetOf(row, alert.id),
  body: { note, reason: 'STR_PROCEED', ...(template && { template }) },
  expect: { status: alert.status },
})

/** The confirmation of a recommendation, in the future tense. */
function question(what: string, action: StrAction, isLeftOpen: boolean, alerts: number): string {
  const first = alerts > 0 ? `Close ${alertsOf(alerts)} of ${what} as suspicious, and ` : ''
  const words = isLeftOpen
    ? { proceed: `propose an STR on ${what}`, reject: `return the proposal of an STR on ${what}` }
    : { proceed: `recommend an STR and close ${what}`, reject: `close ${what} without an STR` }
  const asked = `${first}${words[action]}`
  return `${asked[0]?.toUpperCase()}${asked.slice(1)}`
}

const isTooOld = (row: CaseItem, now: number) => {
  const at = readAt(row)
  return at > 0 && now - at > OLDEST_MS
}

/** The maximum age of data for a recommendation, ms. */
const OLDEST_MS = 24 * 3_600_000
const CLOSED: Record<StrAction, string> = { proceed: 'STR recommended', reject: 'no STR' }
const LEFT_OPEN: Record<StrAction, string> = { proceed: 'STR proposed', reject: 'proposal of an STR returned' }
const THEN: Record<StrAction, string> = {
  proceed: 'Somebody else has to approve it',
  reject: 'The case stays open',
}
