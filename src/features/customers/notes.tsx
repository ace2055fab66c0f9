import { useQuery } from '@tanstack/react-query'
import { useData } from '#src/data/data.ts'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Aged, Part } from './part.tsx'
import { customerQueries, type Who } from './queries.ts'

/** What was written about the customer, the latest first: its platform's notes and those on its alerts. */
export function Notes({ who }: { who: Who }) {
  const { api } = useData()
  const query = useQuery(customerQueries.notes(api, who))
  return (
    <Part
      noun="notes"
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={<Empty title="No note">Nobody has written about this customer.</Empty>}
    >
      {({ items }) => (
        <div className="grid max-w-[720px] gap-3 p-4">
          <Aged query={query} />
          <ol className="grid gap-4">
            {items.map((note) => (
              <li key={note.id} className="grid gap-0.5 text-list">
                <span className="flex flex-wrap gap-x-2 text-muted">
                  <span className="font-medium text-text">{note.author}</span>
                  <DateDisplay value={note.createAt.date} />
                </span>
                <span className="break-words whitespace-pre-wrap">{note.text}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Part>
  )
}
