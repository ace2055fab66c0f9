/** The rows of the queue: the list call through a filter, with what is pending folded in. */
import type { CaseItem } from '#contract/model/case.ts'
import { createCaseSource } from '#src/data/case-source.ts'
import type { Data } from '#src/data/data.ts'
import type { RowSource } from '#src/data/row-source.ts'
import { stillMatches, toQuery, type CaseFilter } from './filter.ts'

/** Opens the cases of a platform through a filter. */
export function openCases(data: Data, platform: string, filter: CaseFilter): RowSource<CaseItem> {
  return createCaseSource(data, {
    platform,
    query: toQuery(filter, platform),
    ids: filter.ids,
    belongs: (row) => stillMatches(filter, row),
  })
}
