/** Writing on the note of an account alert before its decision goes out. */
import type { CommandId, Effect, Plan } from '#src/commands/command.ts'
import type { AlertTargets } from '#src/features/account-alerts/queue/plans.ts'
import { openNote, wantsWords } from '#src/features/cases/public.ts'
import { aboutAccountAlert, type NoteChoice, type Writing } from '#src/features/templates/public.ts'

/** Opens the note on the one alert whose note wants words; null where that is not what kept a plan from writing. */
export function openAlertNote(
  { rowOf }: AlertTargets,
  plan: Plan,
  choice: NoteChoice,
  { id: command, verb, writing }: { id: CommandId; verb: string; writing: () => Writing },
): Effect | null {
  const row = rowOf(wantsWords(plan) ?? '')
  if (!row) return null
  const label = `${verb}: ${row.ruleName} on ${row.customerId}`
  return openNote(choice, aboutAccountAlert(row, writing()), { kind: 'account', command, args: {}, label })
}
