/** Writing on the note of a decision before it goes out: what a template asks for only a person knows. */
import type { Effect, Plan } from '#src/commands/command.ts'
import { fillNote, NEEDS_WORDS, templateRef, type NoteAbout, type NoteChoice } from '#src/features/templates/public.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import type { NoteDraft } from './case-deps.ts'

/** The one thing that a plan left out for want of words; null for none, and for several, which one note does not fit. */
export function wantsWords({ skipped }: Plan): string | null {
  const [first, another] = skipped.filter(({ reason }) => reason === NEEDS_WORDS)
  return first && !another ? first.id : null
}

/** Opens the note of a choice, filled as far as it can be; what is written there runs the command. */
export function openNote(
  choice: NoteChoice,
  about: NoteAbout,
  decision: Pick<NoteDraft, 'kind' | 'command' | 'args' | 'label'>,
): Effect {
  const { reason } = choice
  const { variables: facts } = about
  const draft: NoteDraft = { ...decision, reason, template: templateRef(choice), facts, ...fillNote(choice, about) }
  openDrawer('alert resolve', draft)
  return { announce: 'The note needs your words' }
}
