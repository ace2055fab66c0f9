/** What the commands on cases would write: pure, so that it can be shown before it is done. */
import type { Plan } from '#src/commands/command.ts'
import { isOpenAlert } from '#contract/model/alert.ts'
import { caseMay, type CaseAct, type CaseAlert, type CaseItem } from '#contract/model/case.ts'
import type { Person } from '#contract/model/common.ts'
import type { Reason, StrAction } from '#contract/model/values.ts'
import type { AnyDraft } from '#contract/ops/kinds.ts'
import type { Target } from '#contract/ops/op.ts'
import { readAt } from '#src/data/read-at.ts'
import type { StrReview } from './case-deps.ts'
import { againstApproval } from './recommendations.ts'
import { usesOf, type Written } from '#src/features/templates/public.ts'
import { countOf } from '#src/format/count.ts'

/** The cases meant, and of their alerts those in `only`, where it is not every open one. */
export interface PlanTargets {
  ids: readonly string[]
  rowOf: (id: string) => CaseItem | undefined
  only?: ReadonlySet<string>
}

/** Above this, a plan asks once more. */
export const MANY = 50

/** The note of one alert. */
export type NoteOf = (row: CaseItem, alert: CaseAlert) => Written

const NOT_LOADED = 'not loaded yet'

const targetOf = (row: CaseItem, alertId?: string): Target => ({
  platform: row.platform,
  customerId: row.customerId,
  caseId: row.id,
  caseUuid: row.uuid,
  ...(alertId !== undefined && { alertId }),
})

const cases = (n: number) => countOf(n, 'case')
const alertsOf = (n: number) => countOf(n, 'alert')

type Skipped = { id: string; reason: string }

/** Plans one draft a case, leaving out what is not loaded, what may not happen and what is so already. */
function eachCase(
  { ids, rowOf }: PlanTargets,
  act: CaseAct,
  draft: (row: CaseItem) => AnyDraft | string,
): { ops: AnyDraft[]; skipped: Skipped[]; rows: CaseItem[] } {
  const ops: AnyDraft[] = []
  const skipped: Skipped[] = []
  const rows: CaseItem[] = []
  for (const id of ids) {
    const row = rowOf(id)
    const made = row === undefined ? NOT_LOADED : caseMay(act, row.status) ? draft(row) : `is ${row.status}`
    if (typeof made === 'string' || row === undefined) skipped.push({ id, reason: made as string })
    else {
      ops.push(made)
      rows.push(row)
    }
  }
  return { ops, skipped, rows }
}

const name = (rows: readonly CaseItem[]) => (rows.length === 1 ? rows[0]!.id : cases(rows.length))

/** Gives cases to somebody. Work taken from others is called out, and leaving it to them offered instead. */
export function planAssign(targets: PlanTargets, manager: Person, isTakingOver = true): Plan {
  let taken = 0
  const { ops, skipped, rows } = eachCase(targets, 'assign', (row) => {
    if (row.manager?.id === manager.id) return `already with ${manager.name}`
    if (row.manager !== null && !isTakingOver) return `with ${row.manager.name}`
    if (row.manager !== null) taken += 1
    return {
      kind: 'case.assign',
      target: targetOf(row),
      body: { manager },
      expect: { manager: row.manager?.id ?? null },
    }
  })
  const free = rows.length - taken
  const warnings = taken > 0 ? [`unassigned: ${free}`, `taken from others: ${taken}`] : []
  return {
    ops,
    skipped,
    warnings,
    summary: `${name(rows)} → ${manager.name}`,
    ...(ops.length > MANY && { confirm: `${cases(ops.length)} to ${manager.name}` }),
    ...(taken > 0 &&
      free > 0 && {
        instead: { title: `only the ${free} unassigned`, plan: planAssign(targets, manager, false) },
      }),
  }
}

const openAlerts = (row: CaseItem) => row.alerts.filter((alert) => isOpenAlert(alert.status))

/** Resolves or rejects every open alert of the cases. A hard stop among them, or many of them, asks once more. */
export function planClose(
  targets: PlanTargets,
  act: 'resolve' | 'reject',
  noteOf: NoteOf,
  reason: Reason | undefined,
  template?: string,
): Plan {
  const { ids, rowOf, only } = targets
  const ops: AnyDraft[] = []
  const skipped: Skipped[] = []
  const touched: CaseItem[] = []
  const ruleTypes: (string | undefined)[] = []
  let stops = 0
  for (const id of ids) {
    const row = rowOf(id)
    if (row === undefined) {
      skipped.push({ id, reason: NOT_LOADED })
      continue
    }
    if (!caseMay('resolveAlert', row.status)) {
      skipped.push({ id, reason: `is ${row.status}` })
      continue
    }
    const open = openAlerts(row).filter((alert) => only === undefined || only.has(alert.id))
    if (open.length === 0) skipped.push({ id, reason: 'no open alert' })
    else touched.push(row)
    for (const alert of open) {
      const note = noteOf(row, alert)
      if (typeof note !== 'string') {
        skipped.push({ id: alert.id, reason: note.against })
        continue
      }
      if (alert.alertLevel === 'hardstop') stops += 1
      ruleTypes.push(alert.ruleType)
      ops.push({
        kind: act === 'resolve' ? 'alert.resolve' : 'alert.reject',
        target: targetOf(row, alert.id),
        body: { note, ...(reason && { reason }), ...(template && { template }) },
        expect: { status: alert.status },
      })
    }
  }
  const done = act === 'resolve' ? 'Resolved' : 'Rejected'
  const warnings = stops > 0 ? [`${stops} hard ${stops === 1 ? 'stop' : 'stops'}`] : []
  return {
    ops,
    skipped,
    warnings,
    summary: `${done} ${alertsOf(ops.length)} of ${name(touched)}`,
    uses: usesOf(template, ruleTypes),
    ...(template && { template }),
    ...((stops > 0 || ops.length > MANY) && {
      confirm: [`${act === 'resolve' ? 'Resolve' : 'Reject'} ${alertsOf(ops.length)}`, ...warnings].join(', '),
    }),
  }
}

/** Waits for the customer, or stops waiting. */
export function planStatus(targets: PlanTargets, to: 'await' | 'new'): Plan {
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
export function planNote(targets: PlanTargets, note: string): Plan {
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

/**
 * Recommends an STR, or none; both close the case, so it always asks once more. It is decided on everything there is,
 * notes too, so that it states the version: whatever somebody else did since asks (offline design, 2.5). Under four eyes
 * the first who recommends an STR proposes it, another approves it, and no STR gives it back.
 */
export function planRecommend(
  targets: PlanTargets,
  action: StrAction,
  note: Written,
  review: StrReview,
  template?: string,
  now = Date.now(),
): Plan {
  const { isReviewed } = review
  let left = 0
  const { ops, skipped, rows } = eachCase(targets, 'recommendStr', (row) => {
    const at = readAt(row)
    if (at > 0 && now - at > OLDEST_MS) return 'last read more than a day ago: connect first'
    const open = openAlerts(row).length
    if (open > 0) return `${alertsOf(open)} still open`
    const isProposed = row.strProposal !== undefined
    const against = action === 'proceed' ? againstApproval(row, review) : null
    if (against !== null) return against
    if (typeof note !== 'string') return note.against
    const leavesOpen = isReviewed && isProposed === (action === 'reject')
    if (leavesOpen) left += 1
    return {
      kind: 'case.recommendStr',
      target: targetOf(row),
      body: {
        note,
        action,
        reason: action === 'proceed' ? 'STR_PROCEED' : 'STR_REJECTED',
        ...(template && { template }),
        ...(leavesOpen && { leavesOpen }),
      },
      expect: { status: row.status, recommendedStr: row.recommendedStr, version: row.version },
    }
  })
  const isLeftOpen = left > 0 && left === ops.length
  const words = (isLeftOpen ? LEFT_OPEN : CLOSED)[action]
  return {
    ops,
    skipped,
    warnings: ops.length > left ? ['This closes the case'] : isLeftOpen ? [THEN[action]] : [],
    summary: `${name(rows)}: ${words}`,
    ...(template && { template }),
    ...(ops.length > 0 && { confirm: `${name(rows)}: ${words}${isLeftOpen ? '' : ', and closed'}` }),
  }
}

/** Nothing older than this is enough to file an STR on, or not to, ms. */
const OLDEST_MS = 24 * 3_600_000
const CLOSED: Record<StrAction, string> = { proceed: 'STR recommended', reject: 'no STR' }
const LEFT_OPEN: Record<StrAction, string> = { proceed: 'STR proposed', reject: 'proposal of an STR returned' }
const THEN: Record<StrAction, string> = {
  proceed: 'Somebody else has to approve it',
  reject: 'The case stays open',
}
