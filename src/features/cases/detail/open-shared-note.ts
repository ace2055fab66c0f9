/** Writing on the notes of several alerts before their decision goes out: one note for all of them. */
import type { CommandId, Effect, Plan } from '#src/commands/command.ts'
import {
  aboutAlert,
  asksReview,
  fillNote,
  NEEDS_TEXT,
  sharedField,
  sharedKeys,
  templateRef,
  type Filled,
  type NoteAbout,
  type NoteChoice,
} from '#src/features/templates/public.ts'
import { countOf } from '#src/format/count.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import type { CaseDeps, NoteDraft, Targets } from './case-deps.ts'
import { openNote } from './open-note.ts'

/** The alerts that a plan left out for want of words alone. */
export const wanting = ({ skipped }: Plan): ReadonlySet<string> =>
  new Set(skipped.flatMap(({ id, reason }) => (reason === NEEDS_TEXT ? [id] : [])))

/** The maximum number of notes that are shown before they are written. */
const SHOWN = 20

/** The template's text on one alert, with its slots for own text; lines with only a slot are left out. */
function saidOf({ made, text, slots }: Filled): string {
  const prompts = new Set(slots.map(({ prompt }) => `[${prompt}]`))
  return [made, ...text.split('\n\n').filter((paragraph) => !prompts.has(paragraph))].filter(Boolean).join('\n\n')
}

/**
 * Opens one note for several alerts, with what the template says of each: words are typed once and stand in each note
 * where its slot does. Null where a note asks for a reason of its own.
 */
export function openSharedNote(
  choice: NoteChoice,
  abouts: readonly NoteAbout[],
  decision: Pick<NoteDraft, 'kind' | 'command' | 'args' | 'label'>,
): Effect | null {
  const [first] = abouts
  const notes = abouts.map((about) => ({ about, filled: fillNote(choice, about) }))
  const keys = sharedKeys(notes)
  if (!first || !keys) return null
  const { reason } = choice
  const said = [...new Set(notes.map(({ filled }) => saidOf(filled)))].filter(Boolean)
  const rest = said.length - SHOWN
  const draft: NoteDraft = {
    ...decision,
    ...sharedField(keys),
    reason,
    template: templateRef(choice),
    facts: first.variables,
    made: [...said.slice(0, SHOWN), ...(rest > 0 ? [`and ${countOf(rest, 'more note')}`] : [])].join('\n\n'),
    shared: { choice, keys },
    asksReview: abouts.some((about) => asksReview(choice, about)),
  }
  openDrawer('alert resolve', draft)
  return { announce: 'The notes need your words' }
}

/** Opens the note on the alerts whose notes want words; null where that is not what kept a plan from writing. */
export function openAlertNote(
  deps: Pick<CaseDeps, 'writing'>,
  { ids, rowOf }: Pick<Targets, 'ids' | 'rowOf'>,
  plan: Plan,
  choice: NoteChoice,
  { id: command, verb }: { id: CommandId; verb: string },
): Effect | null {
  const wanted = wanting(plan)
  const found = ids
    .flatMap((id) => rowOf(id) ?? [])
    .flatMap((row) => row.alerts.filter(({ id }) => wanted.has(id)).map((alert) => ({ row, alert })))
  const abouts = found.map(({ row, alert }) => aboutAlert(row, alert, deps.writing()))
  const [first, another] = found
  const [about] = abouts
  if (!first || !about) return null
  const { row, alert } = first
  const rest = { command, args: {} }
  if (!another) return openNote(choice, about, { ...rest, label: `${verb}: ${alert.ruleName} on ${row.id}` })
  const places = [...new Set(found.map((one) => one.row.id))]
  const on = places.length === 1 ? row.id : countOf(places.length, 'case')
  return openSharedNote(choice, abouts, { ...rest, label: `${verb} ${countOf(found.length, 'alert')} of ${on}` })
}
