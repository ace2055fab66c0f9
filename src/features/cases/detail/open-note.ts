/** Writing on the note of a decision before it goes out: what a template asks for only a person knows. */
import type { CommandId, Effect, Plan } from '#src/commands/command.ts'
import {
  aboutAlert,
  fillNote,
  NEEDS_WORDS,
  templateRef,
  withOwnWords,
  type NoteAbout,
  type NoteChoice,
} from '#src/features/templates/public.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import type { CaseDeps, NoteDraft, Targets } from './case-deps.ts'

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

/** The note with what was written on it: also the answer to what its template passes over, or to what is against it. */
export function writtenNote({ made, reason, template, stating, isOverride }: NoteDraft, words: string): NoteChoice {
  const answers = { ...(words && { explained: words }), ...(isOverride && { override: words }) }
  return {
    text: withOwnWords(made, words),
    ...(reason && { reason }),
    template,
    stating: { ...stating, ...answers },
  }
}

/** Opens the note on the one alert whose note wants words; null where that is not what kept a plan from writing. */
export function openAlertNote(
  deps: Pick<CaseDeps, 'writing'>,
  { ids, rowOf }: Pick<Targets, 'ids' | 'rowOf'>,
  plan: Plan,
  choice: NoteChoice,
  { id: command, verb }: { id: CommandId; verb: string },
): Effect | null {
  const wanted = wantsWords(plan)
  for (const row of ids.flatMap((id) => rowOf(id) ?? [])) {
    const alert = row.alerts.find(({ id }) => id === wanted)
    if (!alert) continue
    const label = `${verb}: ${alert.ruleName} on ${row.id}`
    return openNote(choice, aboutAlert(row, alert, deps.writing()), { command, args: {}, label })
  }
  return null
}
