import { useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/call.ts'
import type { customers } from '#contract/calls/customers.ts'
import { useData } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import { customerQueries, type Who } from '#src/features/customers/queries.ts'
import { fieldLabel } from '#src/format/field-table.ts'
import { formatField } from '#src/format/field.ts'
import { auditLabel } from '#src/format/record-labels.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Aged, SectionPart } from './section.tsx'

type Entry = Output<typeof customers.log>['items'][number]

/** Entries of one day together, the latest day first. */
function byDay(entries: readonly Entry[]): [day: string, entries: Entry[]][] {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const day = entry.at.date.slice(0, 10)
    const known = days.get(day)
    if (known) known.push(entry)
    else days.set(day, [entry])
  }
  return [...days]
}

/** The history of the profile with authors, by day. */
export function Log({ who }: { who: Who }) {
  const { api } = useData()
  const query = useQuery(customerQueries.log(api, who))
  return (
    <SectionPart
      noun="log"
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={<Empty title="No changes on record" />}
    >
      {({ items }) => (
        <div className="grid max-w-[840px] gap-4 p-4">
          <Aged query={query} />
          {byDay(items).map(([day, entries]) => (
            <section key={day} aria-label={day} className="grid gap-1">
              <h3 className="text-label font-medium text-muted">{day}</h3>
              <ol className="grid border-s border-line">
                {entries.map((entry) => (
                  <li key={entry.id} className="log-entry">
                    <span className="text-muted">{entry.at.date.slice(11)}</span>
                    <span>
                      {auditLabel(entry.action)}
                      <Change entry={entry} />
                    </span>
                    <span className="text-muted">{entry.by}</span>
                  </li>
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
    </SectionPart>
  )
}

function Change({ entry: { field, before, after } }: { entry: Entry }) {
  const names = useNames()
  if (field === undefined) return null
  const shown = (value: string | null | undefined) => formatField(field, value, names) ?? 'nothing'
  return (
    <>
      : {fieldLabel(field)} <span className="text-muted">{shown(before)}</span> → {shown(after)}
    </>
  )
}
