// In place of the rows of a list that has none, or none that could be read.
import type { CommandId } from '#src/commands/command.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { FilterArea } from '#src/features/lists/filter-commands.ts'
import { LoadError } from './load-error.tsx'

export interface NoRowsProps {
  area: FilterArea
  noun: readonly [one: string, many: string]
  /** Undefined where there are no rows. */
  failure: { error: Error | null } | undefined
  unanswered: string | undefined
  unfiltered: string | undefined
}

export function NoRows({ area, noun: [one, many], failure, unanswered, unfiltered }: NoRowsProps) {
  const again: CommandId = `${area}.showNew`
  if (failure && unanswered !== undefined) {
    return (
      <Empty title={`The ${unanswered} could not be read`}>
        <p>{failure.error?.message ?? 'The server does not answer, and nothing of it is saved on this device.'}</p>
        <CommandButton command={again}>Try again</CommandButton>
      </Empty>
    )
  }
  if (failure) return <LoadError noun={many} error={failure.error} again={again} />
  return (
    <Empty title="No results">
      <p>No {one} matches this filter.</p>
      <CommandButton command={`${area}.clearFilter`}>{unfiltered}</CommandButton>
    </Empty>
  )
}
