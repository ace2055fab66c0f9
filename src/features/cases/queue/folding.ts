/** The case queue with what is alike in it folded; fetched after the first rows, or when a folded queue is opened. */
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { Data } from '#src/data/data.ts'
import { createFoldedCases } from '#src/data/lists/folded-rows.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { createReviewed, createStacks, samplingQuery, type Stacks } from '#src/features/stacks/public.ts'
import { stillMatches, toQuery, type CaseFilter } from './filter.ts'
import type { Queue } from './queue.ts'

/** The parts that opening a folded queue needs. */
export interface Folding {
  stacks: Stacks<CaseItem>
  open(platform: string, filter: CaseFilter): RowSource<CaseItem>
}

export function createFolding(data: Data, queue: Queue, dwellMs: () => number): Folding {
  const platform = () => queue.store.getState().platform
  const stacks = createStacks({
    view: queue,
    many: 'cases',
    rulesOf: ({ alerts }) => alerts.map(({ ruleId }) => ruleId),
    sampling: () => data.queries.getQueryData(samplingQuery(data.api, platform()).queryKey),
    reviewed: createReviewed(data.user, 'cases', platform),
    dwellMs,
  })
  queue.stacks = stacks
  return {
    stacks,
    open: (of, filter) =>
      createFoldedCases(data, {
        platform: of,
        query: toQuery(filter, of),
        belongs: stillMatches(filter),
      }),
  }
}
