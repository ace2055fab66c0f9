import { useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/call.ts'
import type { customers } from '#contract/calls/customers.ts'
import { useData } from '#src/data/data.ts'
import { customerQueries, type Who } from '#src/features/customers/queries.ts'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Aged, SectionPart } from './section.tsx'

/** Notes on the customer, latest first: its platform's and those on its alerts. */
export function Notes({ who }: { who: Who }) {
  const { api } = useData()
  const query = useQuery(customerQueries.notes(api, who))
  return (
    <SectionPart
      noun="notes"
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={<Empty title="No note">No notes on this customer.</Empty>}
    >
      {({ items }) => (
        <div className="grid max-w-[720px] gap-3 p-4">
          <Aged query={query} />
          <NoteItems notes={items} />
        </div>
      )}
    </SectionPart>
  )
}

type Note = Output<typeof customers.notes>['items'][number]

/** Notes as they follow each other. */
export function NoteItems({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return <p className="text-list text-muted">No note yet.</p>
  return (
    <ol className="grid gap-4">
      {notes.map((note) => (
        <li key={note.id} className="grid gap-0.5 text-list">
          <span className="flex flex-wrap gap-x-2 text-muted">
            <span className="font-medium text-text">{note.author}</span>
            <DateDisplay value={note.createAt.date} />
          </span>
          <span className="break-words whitespace-pre-wrap">{note.text}</span>
        </li>
      ))}
    </ol>
  )
}
