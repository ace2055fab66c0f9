/** The rows of the queue: the list call through a filter, with what is pending folded in. */
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { Data } from '#src/data/data.ts'
import { createCaseSource } from '#src/data/lists/case-source.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { stillMatches, toQuery, type CaseFilter } from './filter.ts'

/** Opens the cases of a platform through a filter. */
export function openCaseSource(data: Data, platform: string, filter: CaseFilter): RowSource<CaseItem> {
  return createCaseSource(data, {
    platform,
    query: toQuery(filter, platform),
    ids: filter.ids,
    belongs: stillMatches(filter),
  })
}
