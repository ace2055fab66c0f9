/** Writing on the note of a decision before it goes out: what a template asks for only a person knows. */
import { factsOf, outstandingSteps } from '#contract/model/facts/seen-facts.ts'
import type { Effect, Plan } from '#src/commands/command.ts'
import {
  askForSteps,
  asksReview,
  fillNote,
  NEEDS_TEXT,
  templateRef,
  type Filled,
  type NoteAbout,
  type NoteChoice,
} from '#src/features/templates/public.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import type { NoteDraft } from './case-deps.ts'

/** The one thing that a plan left out for want of words; null for none, and for several, which one note does not fit. */
export function caseWithoutText({ skipped }: Plan): string | null {
  const [first, another] = skipped.filter(({ reason }) => reason === NEEDS_TEXT)
  return first && !another ? first.id : null
}

/** With the request for the reason of outstanding procedure steps, where the words were typed without a template. */
function withSteps(filled: Filled, { sheet, alertId = null }: NoteAbout): Filled {
  const steps = sheet && alertId !== null && !filled.asksSteps ? outstandingSteps(factsOf(sheet, alertId)) : []
  if (steps.length === 0) return filled
  const prompt = askForSteps(steps).replaceAll(/[[\]{}]/g, '')
  const before = filled.text === '' ? '' : `${filled.text}\n\n`
  const slot = { prompt, start: before.length, end: before.length + prompt.length + 2 }
  return { ...filled, text: `${before}[${prompt}]`, slots: [...filled.slots, slot], asksSteps: true }
}

/** Opens the note of a choice, filled as far as it can be; what is written there runs the command. */
export function openNote(
  choice: NoteChoice,
  about: NoteAbout,
  decision: Pick<NoteDraft, 'kind' | 'command' | 'args' | 'label'>,
): Effect {
  const { reason } = choice
  const { variables: facts } = about
  const draft: NoteDraft = {
    ...decision,
    reason,
    template: templateRef(choice),
    facts,
    asksReview: asksReview(choice, about),
    ...withSteps(fillNote(choice, about), about),
  }
  openDrawer('alert resolve', draft)
  return { announce: 'The note needs your words' }
}
