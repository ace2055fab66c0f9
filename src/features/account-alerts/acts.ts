/** The basis of a decision on account alerts: targets, template variables, included similar alerts. */
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import type { Ctx, Reads } from '#src/commands/command.ts'
import type { DecisionTargets } from '#src/features/account-alerts/queue/plans.ts'
import { alertQueue } from '#src/features/account-alerts/queue/queue.ts'
import { targetAlerts } from '#src/features/account-alerts/queue/targets.ts'
import { evidenceOn, readFactsAhead } from '#src/features/facts/public.ts'
import { aboutAccountAlert, accountNoteFacts, writeNote, type NoteChoice } from '#src/features/templates/public.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import type { AccountAlerts } from './account-alerts.ts'

export function accountAlertActs(accountAlerts: AccountAlerts) {
  const queue = alertQueue(accountAlerts)
  const { triage } = queue
  const { me, assignees, writing } = accountAlerts.ports
  const of = (c: Ctx) => targetAlerts(c, queue)
  const subjectOf = ({ id, platform }: AccountAlertItem) => ({ kind: 'alert', id, platform }) as const
  const evidenceOf = (row: AccountAlertItem) => evidenceOn(accountAlerts.data, subjectOf(row))
  const rowsOf = (c: Ctx) => {
    const { ids, rowOf } = of(c)
    return ids.flatMap((id) => rowOf(id) ?? [])
  }

  return {
    accountAlerts,
    queue,
    me,
    writing,
    of,
    deciding: (c: Ctx): DecisionTargets => ({ ...of(c), evidenceOf }),
    /** Reads before a decision: facts that are missing or too old, and precedents with them. */
    reads: (c: Ctx): Reads | null => {
      const wanted = rowsOf(c).filter((row) => evidenceOf(row).isWanted)
      if (wanted.length === 0) return null
      return { total: wanted.length, read: (tell) => readFactsAhead(accountAlerts.data, wanted.map(subjectOf), tell) }
    },
    noteOf: (choice: NoteChoice) => (row: AccountAlertItem) =>
      writeNote(choice, row.ruleType, aboutAccountAlert(row, writing())),
    ruleTypesOf: (c: Ctx) => {
      const { ids, rowOf } = of(c)
      return [...new Set(ids.flatMap((id) => rowOf(id)?.ruleType ?? []))]
    },
    /** The one alert meant; none where there are several, whose facts differ. */
    only: (c: Ctx) => {
      const { ids, rowOf } = of(c)
      const row = ids.length === 1 ? rowOf(ids[0] ?? '') : undefined
      return row && aboutAccountAlert(row, writing())
    },
    /** Reads the facts of the targets while a note is chosen. */
    readFacts: (c: Ctx) => void readFactsAhead(accountAlerts.data, rowsOf(c).map(subjectOf)),
    /** The rows that may stand for stacks: in triage what is in front is decided by itself. */
    stacked: (c: Ctx) => (c.atoms.triage ? [] : c.targets),
    tooSoon: (c: Ctx) =>
      c.source === 'repeat' && c.atoms.triage && !triage.isReadable()
        ? 'Too fast: wait a moment, then press again'
        : null,
    /** In triage a decision advances to the next alert, and undo returns. */
    goOn: (c: Ctx) => (c.atoms.triage ? triage.advance(true) : {}),
    managerOptions: (c: Ctx, query: string) => {
      const { ids, rowOf } = of(c)
      const rows = ids.flatMap((id) => rowOf(id) ?? [])
      const platform = rows[0]?.platform ?? queue.store.getState().platform
      const customerIds = rows.map(({ customerId }) => customerId)
      return assignees(platform, query, { queue: 'accountAlert', customerIds })
    },
    /** The current alert, with all similar ones. */
    group: (c: Ctx) => {
      const targets = of(c)
      const row = targets.rowOf(targets.ids[0] ?? '')
      const ids = row ? [row.id, ...queue.similarTo(row).map(({ id }) => id)] : []
      return { row, targets: { ids, rowOf: (id: string) => targets.rowOf(id) ?? queue.rowOf(id) } }
    },
    openComment: (c: Ctx) => {
      const { ids, rowOf, label } = of(c)
      const row = rowOf(ids[0] ?? '')
      const facts = row ? accountNoteFacts(row, writing()) : {}
      openDrawer('case comment', { ids, label, kind: 'account', command: 'accountAlert.note', facts })
    },
    whyNotReopen: (c: Ctx) => {
      const { ids, rowOf } = of(c)
      const isDecided = ids.some((id) => !isOpenAlert(rowOf(id)?.status ?? 'new'))
      return isDecided ? null : 'Only decided alerts can be reopened'
    },
  }
}

export type AccountAlertActs = ReturnType<typeof accountAlertActs>
