/** The commands of cases that the first rows do not wait for. */
import type { Command } from '#src/commands/command.ts'
import { namesOf } from '#src/data/names.ts'
import { caseCommands } from '#src/features/cases/detail/case-commands.ts'
import { caseColumns } from '#src/features/cases/queue/columns.tsx'
import { deferredQueueCommands } from '#src/features/cases/queue/deferred-commands.ts'
import { findOnDevice } from '#src/features/cases/queue/find.ts'
import type { FeatureStates, FeatureWindow } from '#src/features/define-feature.ts'
import { actCommands } from './act-commands.ts'
import { handOverCommands } from './hand-over-commands.ts'

export async function commands(
  { data }: FeatureWindow,
  { cases }: Pick<FeatureStates, 'cases'>,
): Promise<readonly Command[]> {
  const { deps, narrowing, keep, queue } = cases
  cases.findWith(findOnDevice)
  const { hrefOf } = narrowing
  const { stacks } = await cases.folding()
  const names = namesOf(data.reference)
  const queueAddress = () => {
    const { platform, filter } = queue.store.getState()
    return platform && hrefOf(platform, filter)
  }
  return [
    ...actCommands(deps),
    ...handOverCommands(deps),
    ...caseCommands({ ...deps, queueAddress, hrefOf }),
    ...deferredQueueCommands({
      ...deps,
      stacks,
      keep,
      narrowing,
      user: data.user,
      columns: () => caseColumns(names, 0),
    }),
  ]
}
