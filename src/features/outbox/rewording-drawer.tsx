// The drawer 'other words': the note of a decision that was not taken, to be sent again as it is written there.
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { Button } from '#src/ui/button.tsx'
import { closeDrawer } from '#src/ui/drawer-store.ts'
import { Field, TextArea } from '#src/ui/field.tsx'
import type { Rewording } from './commands.ts'

export function RewordingDrawer({ value: { opId, label, text } }: { value: Rewording }) {
  const { runner, context, registry } = useCommandLayer()
  const { drafts } = useData()
  const about = `reword ${opId}`
  const [opened] = useState(() => (drafts.read(about) as string | null | undefined) ?? text)
  const [note, setNote] = useState(opened)
  const [isWarned, setWarned] = useState(false)

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (note.trim() === '') return
    const atoms = { ...context.read(), overlay: 'drawer', typing: false } as const
    const words = { opId, note: note.trim() }
    if (runner.execute('outbox.reword', { source: 'key', args: { words }, atoms }) !== 'done') return
    drafts.drop(about)
    closeDrawer()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return send(event)
    if (event.key !== 'Escape' || isWarned || note === opened) return
    event.preventDefault()
    event.stopPropagation()
    setWarned(true)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and submit from any of its fields
    <form className="grid max-w-[720px] gap-4" onSubmit={send} onKeyDown={handleKey}>
      <Field label={`Note: ${label}`}>
        <TextArea
          value={note}
          rows={8}
          onChange={(event) => {
            setNote(event.target.value)
            drafts.write(about, event.target.value, `Other words for ${label}`)
            setWarned(false)
          }}
        />
      </Field>
      <div className="flex items-center justify-end gap-2">
        <span role="alert" className="grow text-warn">
          {isWarned && 'Not sent. Esc again closes; the words are there when you come back.'}
        </span>
        <Button onClick={closeDrawer} keys={registry.labelsOf('escape')}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" keys={registry.labelsOf('mod+enter')} disabled={note.trim() === ''}>
          Send again
        </Button>
      </div>
    </form>
  )
}
