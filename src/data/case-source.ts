/** The list of cases as a source of rows, with pending operations folded in. */
import { cases } from '#contract/calls/cases.ts'
import type { Input } from '#contract/call.ts'
import type { CaseItem } from '#contract/model/case.ts'
import type { Data } from './data.ts'
import { systemClock } from './engine/clock.ts'
import { createPagedSource, type PendingRows } from './paged-source.ts'
import type { Pending } from './pending.ts'
import type { RowSource } from './row-source.ts'

type CaseQuery = NonNullable<Input<typeof cases.list>['query']>

export interface CaseSourceOptions {
  platform: string
  /** What the list is asked for; page and size are the source's. */
  query: Omit<CaseQuery, 'page' | 'pageSize'>
  /** Whether a row is in the filter: decides what my own operation takes out. */
  belongs: (row: CaseItem) => boolean
}

/** What is pending on cases. */
export function pendingCases(pending: Pending): PendingRows<CaseItem> {
  return {
    fold: (row) => pending.foldOnce('caseItem', row),
    states() {
      const states = new Map<string, boolean>()
      for (const { op, state } of pending.list()) {
        const { caseId } = op.target
        if (caseId !== undefined) states.set(caseId, (states.get(caseId) ?? true) && state === 'acked')
      }
      return states
    },
    subscribe: pending.subscribe,
  }
}

/** Opens a list of cases; dispose of it when it is no longer shown. */
export function createCaseSource(data: Data, { platform, query, belongs }: CaseSourceOptions): RowSource<CaseItem> {
  const { api, pending, engine, connectivity } = data
  return createPagedSource<CaseItem>({
    load: (page, pageSize, { signal, isBackground }) =>
      api.send(
        cases.list,
        { query: { ...query, platform, page, pageSize } },
        { signal, platform, quiet: isBackground },
      ),
    keyOf: (row) => row.id,
    belongs,
    pending: pendingCases(pending),
    clock: systemClock,
    connectivity,
    keep: { store: engine.snapshots, key: `cases|${platform}|${JSON.stringify(query)}`, platform },
  })
}
