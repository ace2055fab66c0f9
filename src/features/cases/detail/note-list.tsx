import type { Note } from '#contract/model/cases/case.ts'
import { DateDisplay } from '#src/ui/date-display.tsx'

/** Notes, the latest first, with who wrote them and when. */
export function NoteList({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return <p className="text-list text-muted">No note yet.</p>
  return (
    <ol className="grid gap-3">
      {notes.toReversed().map((note) => (
        <li key={note.id} className="grid gap-0.5 text-list">
          <span className="flex flex-wrap gap-x-2 text-muted">
            <span className="font-medium text-text">{note.author.name}</span>
            <DateDisplay value={note.createAt.date} />
            {note.alertId && <span>on alert {note.alertId}</span>}
            {note.writtenBeforeClose && <span>written before it was closed</span>}
          </span>
          <span className="whitespace-pre-wrap break-words">{note.text}</span>
        </li>
      ))}
    </ol>
  )
}
