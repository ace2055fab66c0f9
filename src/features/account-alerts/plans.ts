/** What the commands on account alerts would write: pure, so that it can be shown before it is done. */
import { accountAlertKey, accountAlertMay, needsNote, type AccountAlertItem } from '#contract/model/account-alert.ts'
import { ALERT_LABELS, isOpenAlert } from '#contract/model/alert.ts'
import type { Person } from '#contract/model/common.ts'
import { ALERT_TARGETS, type AlertTarget, type Reason } from '#contract/model/values.ts'
import type { AnyDraft } from '#contract/ops/kinds.ts'
import type { Target } from '#contract/ops/op.ts'
import type { Plan } from '#src/commands/command.ts'
import { usesOf, type Written } from '#src/features/templates/public.ts'
import { countOf } from '#src/format/count.ts'

export interface AlertTargets {
  ids: readonly string[]
  rowOf: (id: string) => AccountAlertItem | undefined
}

/** Above this, a plan asks once more. */
const MANY = 50

const alerts = (count: number) => countOf(count, 'account alert')
/** No word of a customer: what was written is kept under this. */
const nameOf = (rows: readonly AccountAlertItem[]) =>
  rows.length === 1 ? `${rows[0]!.ruleName} on ${rows[0]!.customerId}` : alerts(rows.length)
const statusOf = (row: AccountAlertItem) => ALERT_LABELS[accountAlertKey(row)]

const targetOf = ({ platform, customerId, id }: AccountAlertItem): Target => ({ platform, customerId, alertId: id })

/** Plans one draft an alert, leaving out what is not loaded, and what the draft says cannot be, in words. */
function eachAlert({ ids, rowOf }: AlertTargets, draft: (row: AccountAlertItem) => AnyDraft | string) {
  const ops: AnyDraft[] = []
  const skipped: { id: string; reason: string }[] = []
  const rows: AccountAlertItem[] = []
  for (const id of ids) {
    const row = rowOf(id)
    const made = row ? draft(row) : 'not loaded yet'
    if (typeof made === 'string') skipped.push({ id, reason: made })
    else {
      ops.push(made)
      rows.push(row!)
    }
  }
  return { ops, skipped, rows }
}

/** What an alert is set to, and the words for it where it takes some. */
export interface StatusChange {
  status: AlertTarget
  sar?: 0 | 1
  /** The note of one alert. */
  noteOf?: (row: AccountAlertItem) => Written
  reason?: Reason | undefined
  /** As `id@revision`. */
  template?: string | undefined
}

const DONE: Record<AlertTarget, string> = {
  new: 'Set new',
  await: 'Awaiting response',
  in_progress: 'In progress',
  resolved: 'Resolved',
}

/** Sets the status of alerts. A SAR, a hard stop among them, or many of them, ask once more. */
export function planStatus(targets: AlertTargets, change: StatusChange): Plan {
  const { status, sar = 0, noteOf, reason, template } = change
  let stops = 0
  const { ops, skipped, rows } = eachAlert(targets, (row) => {
    if (row.status === status) return `already “${ALERT_LABELS[status]}”`
    if (!accountAlertMay(row.status, status)) return `is “${statusOf(row)}”`
    const note = noteOf?.(row) ?? null
    if (note !== null && typeof note !== 'string') return note.against
    if (note === null && needsNote(row.status, status)) return `is “${statusOf(row)}”: taking it up again needs a note`
    if (row.alertLevel === 'hardstop' && status === 'resolved') stops += 1
    return {
      kind: 'accountAlert.status',
      target: targetOf(row),
      body: { status, sar, ...(note !== null && { note }), ...(reason && { reason }), ...(template && { template }) },
      expect: { status: row.status, sar: row.sar },
    }
  })
  const warnings = [
    ...(sar === 1 && ops.length > 0 ? ['with a SAR'] : []),
    ...(stops > 0 ? [countOf(stops, 'hard stop')] : []),
  ]
  const summary = `${DONE[status]}${sar === 1 ? ' with SAR' : ''}: ${nameOf(rows)}`
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
    return before && isOpenAlert(before as 'new')
      ? [{ ...op, body: { status: before, sar: 0 }, expect: { status } }]
      : []
  })
  return { ...plan, ops }
}

/** Gives alerts to somebody. Work taken from others is called out, and leaving it to them offered instead. */
export function planAssign(targets: AlertTargets, manager: Person, isTakingOver = true): Plan {
  let taken = 0
  const { ops, skipped, rows } = eachAlert(targets, (row) => {
    if (!isOpenAlert(row.status)) return `is “${statusOf(row)}”`
    if (row.manager?.id === manager.id) return `already with ${manager.name}`
    if (row.manager !== null && !isTakingOver) return `with ${row.manager.name}`
    if (row.manager !== null) taken += 1
    return {
      kind: 'accountAlert.assign',
      target: targetOf(row),
      body: { manager },
      expect: { manager: row.manager?.id ?? null },
    }
  })
  const free = rows.length - taken
  return {
    ops,
    skipped,
    warnings: taken > 0 ? [`unassigned: ${free}`, `taken from others: ${taken}`] : [],
    summary: `${nameOf(rows)} → ${manager.name}`,
    ...(ops.length > MANY && { confirm: `${alerts(ops.length)} to ${manager.name}` }),
    ...(taken > 0 &&
      free > 0 && {
        instead: { title: `only the ${free} unassigned`, plan: planAssign(targets, manager, false) },
      }),
  }
}

/** Writes the same note on each alert. */
export function planNote(targets: AlertTargets, note: string): Plan {
  const { ops, skipped, rows } = eachAlert(targets, (row) => ({
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
