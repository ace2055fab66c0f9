// The drawer 'other words': the note of a decision that the server rejected, to be sent again as it is written there.
import { useRef, useState, type FormEvent } from 'react'
import { useFormActions, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import type { Source } from '#src/commands/ports.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { NoteField, openSlot, type NoteText } from '#src/features/templates/public.ts'
import { Button } from '#src/ui/button.tsx'
import { closeDrawer } from '#src/ui/overlay/drawer-store.ts'
import { useEscapeWarning } from '#src/ui/overlay/use-escape-warning.ts'
import type { Rewording } from './acts.ts'

/** The subject of the text is unavailable here: template variables stay as slots. */
const NO_FACTS = {}

export function RewordingDrawer({ value: { opId, label, text } }: { value: Rewording }) {
  const { runner, registry } = useCommandLayer()
  const { drafts } = useData()
  const about = `other words ${opId}`
  const [opened] = useState(() => (drafts.read(about) as NoteText | null | undefined) ?? { text, prompts: [] })
  const [note, setNote] = useState(opened)
  const [asksFor, setAsksFor] = useState<string>()
  const { isWarned, calm, onKeyDown } = useEscapeWarning(note.text !== opened.text)
  const form = useRef<HTMLFormElement>(null)
  const keys = useKeysOf('dialog.submit')

  const write = (next: NoteText) => {
    setNote(next)
    setAsksFor(undefined)
    drafts.write(about, next, `Edit the note of ${label}`)
    calm()
  }
  const send = (source: Source) => {
    const slot = openSlot(note)
    if (slot) return setAsksFor(slot.prompt)
    if (note.text.trim() === '') return undefined
    const words = { opId, note: note.text.trim() }
    if (runner.invoke('outbox.reword', { words }, source) !== 'done') return undefined
    drafts.drop(about)
    return closeDrawer()
  }
  useFormActions(form, { submit: () => send('key') })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    send('pointer')
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any of its fields
    <form ref={form} className="grid max-w-[720px] gap-4" onSubmit={handleSubmit} onKeyDown={onKeyDown}>
      <NoteField label={`Note: ${label}`} note={note} facts={NO_FACTS} asksFor={asksFor} onChange={write} />
      <div className="flex items-center justify-end gap-2">
        <span role="alert" className="grow text-warn">
          {isWarned && 'Not sent. Esc again closes; the words are there when you come back.'}
        </span>
        <Button onClick={closeDrawer} keys={registry.labelsOf('escape')}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" keys={keys} disabled={note.text.trim() === ''}>
          Send again
        </Button>
      </div>
    </form>
  )
}
