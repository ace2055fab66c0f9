/** What the digits do on the step in front: close the alert by a macro, or recommend on the case. */
import type { StrAction } from '#contract/model/values.ts'
import type { CommandId } from '#src/commands/command.ts'
import { readBook, type Book, type NoteChoice } from '#src/features/templates/public.ts'
import type { Step } from './steps.ts'

export interface StripMacro {
  key: string
  title: string
  note: NoteChoice
  act: 'resolve' | 'reject' | { recommend: StrAction }
}

const closing = (macros: Book['macros']): readonly StripMacro[] =>
  macros.map(({ key, title, act, templateId, reason }) => ({
    key,
    title,
    act,
    note: { templateId, reason },
  }))

/** For a case whose alerts are all closed; either asks once more, as it closes the case. */
const RECOMMENDING: readonly StripMacro[] = [
  { key: '1', title: 'No STR', act: { recommend: 'reject' }, note: { templateId: 'no-grounds' } },
  { key: '2', title: 'File an STR', act: { recommend: 'proceed' }, note: { templateId: 'str-grounds' } },
]

/** The macros of a step, in the order of their keys. */
export function stripOf(step: Step | null, { macros }: Book = readBook()): readonly StripMacro[] {
  if (step === null) return []
  return step.alertId === null ? RECOMMENDING : closing(macros)
}

/** The command that does what a macro does, with a note that somebody has written on. */
export function commandOf({ act }: StripMacro): { id: CommandId; args: Record<string, unknown> } {
  if (act === 'resolve') return { id: 'alert.resolve', args: {} }
  if (act === 'reject') return { id: 'alert.reject', args: {} }
  return { id: 'case.recommendStr', args: { action: act.recommend } }
}
