/** Writing on the notes of account alerts before their decision goes out. */
import type { CommandId, Effect, Plan } from '#src/commands/command.ts'
import type { AlertTargets } from '#src/features/account-alerts/queue/plans.ts'
import { openNote, openSharedNote, wanting } from '#src/features/cases/public.ts'
import { aboutAccountAlert, type NoteChoice, type Writing } from '#src/features/templates/public.ts'
import { countOf } from '#src/format/count.ts'

/** Opens the note on the alerts whose notes want words; null where that is not what kept a plan from writing. */
export function openAlertNote(
  { rowOf }: AlertTargets,
  plan: Plan,
  choice: NoteChoice,
  { id: command, verb, writing }: { id: CommandId; verb: string; writing: () => Writing },
): Effect | null {
  const rows = [...wanting(plan)].flatMap((id) => rowOf(id) ?? [])
  const abouts = rows.map((row) => aboutAccountAlert(row, writing()))
  const [row, another] = rows
  const [about] = abouts
  if (!row || !about) return null
  const rest = { kind: 'account', command, args: {} } as const
  if (!another) return openNote(choice, about, { ...rest, label: `${verb}: ${row.ruleName} on ${row.customerId}` })
  return openSharedNote(choice, abouts, { ...rest, label: `${verb} ${countOf(rows.length, 'alert')}` })
}
