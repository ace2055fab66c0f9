// The drawers in which words are written: a note on cases, and the note of a decision before it goes out.
import { useRef, useState, type FormEvent } from 'react'
import type { AlertKind } from '#contract/model/templates/template.ts'
import type { Chosen, CommandId } from '#src/commands/command.ts'
import { useFormActions, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import type { Source } from '#src/commands/ports.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { literalsOf, NoteField, openSlot, type Facts, type NoteText } from '#src/features/templates/public.ts'
import { dayText } from '#src/format/day.ts'
import { readLater } from '#src/format/later.ts'
import { DAY_HINT } from '#src/format/iso-day.ts'
import { Button } from '#src/ui/button.tsx'
import { Field, TextInput } from '#src/ui/form/field.tsx'
import { closeDrawer } from '#src/ui/overlay/drawer-store.ts'
import { useEscapeWarning } from '#src/ui/overlay/use-escape-warning.ts'
import type { NoteDraft } from './case-deps.ts'
import { reviewDayFault } from '#src/features/cases/review.ts'
import { writtenNote } from './written-note.ts'

interface NoteFormProps {
  /** Under which words are kept that are not sent: closing the drawer, or a lock, loses none. */
  about: string
  label: string
  initial: NoteText
  /** The kind of its alert. */
  kind?: AlertKind | undefined
  /** Variables of inserted templates. */
  facts: Facts
  verb: string
  /** Saves and keeps the field open for another note, where that makes sense. */
  verbStaying?: string
  /** The day of review is null where it is not asked for. */
  onSubmit: (text: string, source: Source, reviewOn: string | null) => boolean
  /** Asks for the day on which the case comes back. */
  asksReview?: boolean | undefined
  /** The generated text: own text is optional. */
  made?: string
}

function NoteForm({
  about,
  label,
  initial,
  kind,
  facts,
  verb,
  verbStaying,
  onSubmit,
  made = '',
  asksReview = false,
}: NoteFormProps) {
  const { registry } = useCommandLayer()
  const { drafts } = useData()
  const [opened] = useState(() => (drafts.read(about) as NoteText | null | undefined) ?? initial)
  const [note, setNote] = useState(opened)
  const [asksFor, setAsksFor] = useState<string>()
  const [reviewText, setReviewText] = useState('')
  const [now] = useState(Date.now)
  const reviewOn = readLater(reviewText, now) ?? ''
  const [reviewFault, setReviewFault] = useState<string>()
  const { isWarned, calm, onKeyDown } = useEscapeWarning(note.text !== opened.text && note.text.trim() !== '')
  const form = useRef<HTMLFormElement>(null)

  const write = (next: NoteText) => {
    setNote(next)
    setAsksFor(undefined)
    calm()
    if (next.text.trim() === '') drafts.drop(about)
    else drafts.write(about, next, label)
  }
  const isEmpty = made === '' && note.text.trim() === ''
  const submit = (isStaying: boolean, source: Source) => {
    const slot = openSlot(note)
    if (slot) return setAsksFor(slot.prompt)
    const fault = asksReview ? reviewDayFault(reviewOn, now) : null
    setReviewFault(fault ?? undefined)
    if (fault !== null) return form.current?.querySelector<HTMLElement>('[data-review] input')?.focus()
    if (isEmpty || !onSubmit(note.text.trim(), source, asksReview ? reviewOn : null)) return undefined
    if (!isStaying || verbStaying === undefined) {
      drafts.drop(about)
      return closeDrawer()
    }
    write({ text: '', prompts: [] })
    return form.current?.querySelector('textarea')?.focus()
  }
  const submitAndStay = verbStaying === undefined ? undefined : () => submit(true, 'key')
  useFormActions(form, { submit: () => submit(false, 'key'), submitAndStay })
  const keys = useKeysOf('dialog.submit')
  const stayingKeys = useKeysOf('dialog.submitAndStay')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit(false, 'pointer')
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any of its fields
    <form ref={form} className="grid max-w-[720px] grid-cols-1 gap-4" onSubmit={handleSubmit} onKeyDown={onKeyDown}>
      {made && (
        <figure className="grid gap-1">
          <figcaption className="text-label font-medium text-muted">The template says, and the facts show</figcaption>
          <p className="rounded-md border border-line bg-raised p-3 text-list whitespace-pre-line">{made}</p>
        </figure>
      )}
      <NoteField label={label} note={note} kind={kind} facts={facts} asksFor={asksFor} onChange={write} />
      {asksReview && (
        <div data-review="" className="max-w-60">
          <Field label="Review on" error={reviewFault}>
            <TextInput
              value={reviewText}
              placeholder="YYYY-MM-DD, 2w or mon"
              aria-description={`Enter ${DAY_HINT}.`}
              autoComplete="off"
              onChange={({ target }) => setReviewText(target.value)}
            />
          </Field>
          <p aria-live="polite" className="text-label text-muted">
            {reviewOn && `${dayText(reviewOn)}, ${reviewOn}`}
          </p>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span role="alert" className="grow text-warn">
          {isWarned && 'Not sent. Esc again closes; the words are there when you come back.'}
        </span>
        <Button onClick={closeDrawer} keys={registry.labelsOf('escape')}>
          Cancel
        </Button>
        {verbStaying && (
          <Button onClick={() => submit(true, 'pointer')} keys={stayingKeys} disabled={note.text.trim() === ''}>
            {verbStaying}
          </Button>
        )}
        <Button type="submit" variant="primary" keys={keys} disabled={isEmpty}>
          {verb}
        </Button>
      </div>
    </form>
  )
}

/** Runs a command for the page below the drawer, with the words as an argument. */
function useInvoke() {
  const { runner } = useCommandLayer()
  return (id: CommandId, args: Chosen, source: Source) => {
    const outcome = runner.invoke(id, args, source)
    return outcome === 'done' || outcome === 'asked'
  }
}

/** The value of the drawer 'case comment'. */
export interface Comment {
  /** The targets, which key the draft. */
  ids: readonly string[]
  label: string
  /** The kind of its alert; transaction by default. */
  kind?: AlertKind
  /** The command that takes the note as its argument `text`. */
  command: CommandId
  /** Variables of inserted templates, for the first target. */
  facts: Facts
}

/** The drawer 'case comment'. */
export function CommentDrawer({ value: { ids, label, kind, command, facts } }: { value: Comment }) {
  const run = useInvoke()
  return (
    <NoteForm
      about={['note', ...ids].join(' ')}
      label={`Note on ${label}`}
      initial={{ text: '', prompts: [] }}
      kind={kind}
      facts={facts}
      verb="Save note"
      verbStaying="Save, and another"
      onSubmit={(text, source) => run(command, { text }, source)}
    />
  )
}

/** The drawer 'alert resolve'. */
export function DecisionDrawer({ value }: { value: NoteDraft }) {
  const run = useInvoke()
  const { kind, command, args, facts, text, slots, label, made, asksReview } = value
  return (
    <NoteForm
      about={label}
      label={label}
      initial={{ text, prompts: slots.map(({ prompt }) => prompt), literals: literalsOf({ text, slots }) }}
      kind={kind}
      facts={facts}
      made={made}
      verb="Decide"
      asksReview={asksReview}
      onSubmit={(words, source, reviewOn) =>
        run(command, { ...args, note: writtenNote(value, words, reviewOn ?? undefined) }, source)
      }
    />
  )
}
