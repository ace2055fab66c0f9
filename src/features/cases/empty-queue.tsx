// The empty queue: no work is left, or the filter hides some.
import { useQuery } from '@tanstack/react-query'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { caseFilter, outsideOf, type CaseFilter } from '#src/features/cases/queue/filter.ts'
import { formatCount } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { caseQueries } from './queries.ts'

interface EmptyQueueProps {
  platform: string
  filter: CaseFilter
}

/** "1 match outside New: show", where the status is what hides it. */
export function EmptyQueue({ platform, filter }: EmptyQueueProps) {
  const { api } = useData()
  const outside = outsideOf(filter)
  const { data } = useQuery({
    ...caseQueries.count(api, platform, outside ?? filter),
    enabled: outside !== null,
  })
  if (caseFilter.active(filter).length === 0) {
    return (
      <Empty title="Queue clear">
        <p>No case is new.</p>
      </Empty>
    )
  }
  const status = caseFilter.chipText('status', filter, {})
  const hits = data && `${formatCount(data.total)}${data.capped ? '+' : ''} ${data.total === 1 ? 'match' : 'matches'}`
  const isFound = outside !== null && data !== undefined && data.total > 0
  return (
    <Empty title={isFound ? `No results in ${status}` : 'No results'}>
      <p>No case matches this filter.</p>
      <p role="status">{isFound && `${hits} outside ${status}`}</p>
      <div className="mt-2 flex justify-center gap-2">
        {isFound && (
          <CommandButton command="queue.showOutside" variant="primary">
            {`${hits} outside ${status}: show`}
          </CommandButton>
        )}
        <CommandButton command="queue.clearFilter">Back to new cases</CommandButton>
      </div>
    </Empty>
  )
}
