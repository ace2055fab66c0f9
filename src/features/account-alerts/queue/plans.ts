/** The operations of account alert commands: pure, so that they can be previewed. */
import {
  accountAlertKey,
  accountAlertMay,
  needsNote,
  type AccountAlertItem,
} from '#contract/model/cases/account-alert.ts'
import { ALERT_LABELS, isOpenAlert } from '#contract/model/cases/alert.ts'
import type { Person } from '#contract/model/common.ts'
import { ALERT_TARGETS, type AlertTarget, type Reason } from '#contract/model/values.ts'
import type { StackDecision } from '#contract/model/cases/stacks.ts'
import type { Target } from '#contract/ops/op.ts'
import type { Plan } from '#src/commands/command.ts'
import { MANY, planEach, planAssignment, type RowTargets } from '#src/features/cases/public.ts'
import { joinSeals, type ReadEvidence } from '#src/features/facts/public.ts'
import { bodyOf, leftOut, NEEDS_TEXT, usesOf, type Unwritten, type Written } from '#src/features/templates/public.ts'
import { countOf } from '#src/format/count.ts'

export type AlertTargets = RowTargets<AccountAlertItem>

/** The same for a change of status, with what was read of each. */
export interface DecisionTargets extends AlertTargets {
  /** Checks whether the facts of an alert were read, and what a decision carries of them. */
  evidenceOf: (row: AccountAlertItem) => ReadEvidence
}

export const alerts = (count: number) => countOf(count, 'account alert')
/** The label of the record, without customer data. */
export const nameOf = (rows: readonly AccountAlertItem[]) =>
  rows.length === 1 ? `${rows[0]!.ruleName} on ${rows[0]!.customerId}` : alerts(rows.length)
export const statusOf = (row: AccountAlertItem) => ALERT_LABELS[accountAlertKey(row)]

export const targetOf = ({ platform, customerId, id }: AccountAlertItem): Target => ({
  platform,
  customerId,
  alertId: id,
})

/** The new status of an alert, with its note if it takes one. */
export interface StatusChange {
  status: AlertTarget
  sar?: 0 | 1
  /** The note of one alert. */
  noteOf?: (row: AccountAlertItem) => Written
  reason?: Reason | undefined
  /** The record of the stack that a row is decided with. */
  stackOf?: (id: string) => StackDecision | undefined
  /** As `id@revision`. */
  template?: string | undefined
}

const DONE: Record<AlertTarget, string> = {
  new: 'Set new',
  await: 'Awaiting response',
  in_progress: 'In progress',
  resolved: 'Resolved',
}

/** Sets the status of alerts. A SAR, a hard stop among them, or many of them, ask for confirmation. */
export function planStatus(targets: DecisionTargets, change: StatusChange): Plan {
  const { status, sar = 0, noteOf, reason, template, stackOf } = change
  let stops = 0
  const isClosing = status === 'resolved' && sar === 0 && reason !== 'STR_PROCEED'
  const isMany = targets.ids.length > 1
  const counts = { contradicted: 0, unread: 0, alone: 0 }
  const { ops, skipped, rows } = planEach(targets, (row) => {
    if (row.status === status) return `already “${ALERT_LABELS[status]}”`
    if (!accountAlertMay(row.status, status)) return `is “${statusOf(row)}”`
    const evidence = targets.evidenceOf(row)
    if (isClosing && evidence.unread !== null) {
      counts.unread += 1
      return evidence.unread
    }
    const alone = isClosing && isMany ? evidence.againstBulk(row) : null
    if (alone !== null) {
      counts.alone += 1
      return alone
    }
    const note = noteOf?.(row) ?? null
    const written = note === null ? null : bodyOf(note)
    if (note !== null && !written) {
      const { against, isContradicted = false } = note as Unwritten
      if (isContradicted) counts.contradicted += 1
      return against
    }
    // typed words are not yet the reason for it
    if (isClosing && evidence.stepsOf(row).length > 0 && !written?.stepsPassed) return NEEDS_TEXT
    if (note === null && needsNote(row.status, status)) return `is “${statusOf(row)}”: reopening it needs a note`
    if (row.alertLevel === 'hardstop' && status === 'resolved') stops += 1
    const stack = stackOf?.(row.id)
    const facts = status === 'resolved' ? joinSeals(written?.facts, evidence.sealFor(row)) : undefined
    const more = {
      ...(reason && { reason }),
      ...(template && { template }),
      ...(stack && { stack }),
      ...(facts && { facts }),
    }
    return {
      kind: 'accountAlert.status',
      target: targetOf(row),
      body: { status, sar, ...written, ...more },
      expect: { status: row.status, sar: row.sar },
    }
  })
  const left = leftOut(counts, ops.length)
  const warnings = [
    ...left,
    ...(sar === 1 && ops.length > 0 ? ['with a SAR'] : []),
    ...(stops > 0 ? [countOf(stops, 'hard stop')] : []),
  ]
  const summary = [`${DONE[status]}${sar === 1 ? ' with SAR' : ''}: ${nameOf(rows)}`, ...left].join('; ')
  const asks = ops.length > 0 && (warnings.length > 0 || ops.length > MANY)
  return {
    ops,
    skipped,
    warnings,
    summary,
    uses: usesOf(
      template,
      rows.map(({ ruleType }) => ruleType),
    ),
    ...(template && { template }),
    ...(asks && { confirm: [summary, ...warnings].join(', ') }),
  }
}

/** The way back from one open status to another, once it is with the server; a decision is not taken back by a key. */
export function planBack(plan: Plan): Plan {
  const ops = plan.ops.flatMap((op) => {
    const from = op.expect?.['status']
    const before = ALERT_TARGETS.find((one) => one === from)
    const { status } = op.body as { status: AlertTarget }
    return before && isOpenAlert(before) ? [{ ...op, body: { status: before, sar: 0 }, expect: { status } }] : []
  })
  return { ...plan, ops }
}

/** Assigns alerts. */
export const planAssign = (targets: AlertTargets, manager: Person): Plan =>
  planAssignment(targets, manager, {
    nameOf,
    count: alerts,
    against: (row) => (isOpenAlert(row.status) ? null : `is “${statusOf(row)}”`),
    draft: (row) => ({
      kind: 'accountAlert.assign',
      target: targetOf(row),
      body: { manager },
      expect: { manager: row.manager?.id ?? null },
    }),
  })

/** Writes the same note on each alert. */
export function planNote(targets: AlertTargets, note: string): Plan {
  const { ops, skipped, rows } = planEach(targets, (row) => ({
    kind: 'accountAlert.note',
    target: targetOf(row),
    body: { note },
  }))
  return {
    ops,
    skipped,
    warnings: [],
    summary: `Note on ${nameOf(rows)}`,
    ...(ops.length > MANY && { confirm: `The same note on ${alerts(ops.length)}` }),
  }
}
