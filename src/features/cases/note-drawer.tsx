// The drawers in which words are written: a note on cases, and the note of a decision before it goes out.
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { CommandId } from '#src/commands/command.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { Button } from '#src/ui/button.tsx'
import { closeDrawer, drawerStore } from '#src/ui/drawer-store.ts'
import { Field, TextArea } from '#src/ui/field.tsx'
import type { NoteDraft } from './case-deps.ts'

const LONGEST = 20_000

/** What was written and not sent, by what it was about: closing the drawer loses no word. */
const drafts = new Map<string, string>()

interface NoteFormProps {
  label: string
  initial: string
  /** Selected when the form opens: the first place where words are missing. */
  select?: { start: number; end: number } | undefined
  verb: string
  onSubmit: (text: string) => boolean
}

function NoteForm({ label, initial, select, verb, onSubmit }: NoteFormProps) {
  const [opened] = useState(() => drafts.get(label) ?? initial)
  const [text, setText] = useState(() => opened + drawerStore.getState().typedAhead)
  const [isWarned, setWarned] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const start = select?.start
  const end = select?.end

  useEffect(() => {
    const element = area.current
    if (!element) return
    element.focus()
    element.setSelectionRange(start ?? element.value.length, end ?? element.value.length)
  }, [start, end])

  const write = (next: string) => {
    setText(next)
    setWarned(false)
    drafts.set(label, next)
  }
  const submit = () => {
    if (text.trim() === '' || !onSubmit(text.trim())) return
    drafts.delete(label)
    closeDrawer()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  // the first Escape over words that were written warns, the second closes
  const handleEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isWarned || text === opened || text.trim() === '') return
    event.preventDefault()
    event.stopPropagation()
    setWarned(true)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any of its fields
    <form className="grid max-w-[720px] gap-4" onSubmit={handleSubmit} onKeyDown={handleEscape}>
      <Field label={label} hint="Who, what, where, when, why and how: a reader in five years has only this.">
        <TextArea
          ref={area}
          rows={10}
          maxLength={LONGEST}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={handleKeyDown}
        />
      </Field>
      <div className="flex items-center justify-end gap-2">
        <span role="alert" className="grow text-warn">
          {isWarned && 'Not sent. Esc again closes; the words are there when you come back.'}
        </span>
        <Button onClick={closeDrawer} keys={['esc']}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" keys={['mod', '⏎']} disabled={text.trim() === ''}>
          {verb}
        </Button>
      </div>
    </form>
  )
}

/** Runs a command for the page below the drawer, with the words as an argument. */
function useRunBelow() {
  const { runner, context } = useCommandLayer()
  return (id: CommandId, args: Record<string, unknown>) => {
    const outcome = runner.execute(id, {
      source: 'key',
      args,
      atoms: { ...context.read(), overlay: 'none', typing: false },
    })
    return outcome === 'done' || outcome === 'asked'
  }
}

/** The drawer 'case comment'. */
export function CommentDrawer({ value }: { value: { label: string } }) {
  const run = useRunBelow()
  return (
    <NoteForm
      label={`Note on ${value.label}`}
      initial=""
      verb="Save note"
      onSubmit={(text) => run('case.note', { text })}
    />
  )
}

/** The drawer 'alert resolve'. */
export function DecisionDrawer({ value }: { value: NoteDraft }) {
  const run = useRunBelow()
  const { command, args, reason, text, slots, label } = value
  return (
    <NoteForm
      label={label}
      initial={text}
      select={slots[0]}
      verb="Decide"
      onSubmit={(words) => run(command, { ...args, note: { text: words, ...(reason && { reason }) } })}
    />
  )
}
