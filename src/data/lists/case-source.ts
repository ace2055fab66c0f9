/** The list of cases as a source of rows, with pending operations folded in. */
import type { Input } from '#contract/call.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { systemClock } from '#engine/base/clock.ts'
import type { Data } from '#src/data/data.ts'
import type { Pending } from '#src/data/engine-client/pending.ts'
import { loadPage } from '#src/data/engine-client/replica-client.ts'
import type { SendOptions } from '#src/data/net/api.ts'
import { ApiError } from '#src/data/net/errors.ts'
import type { PendingRows } from './own-changes.ts'
import { listCases } from './list-cases.ts'
import { createPagedSource } from './paged-source.ts'
import type { Page, RowSource } from './row-source.ts'

type CaseQuery = NonNullable<Input<typeof cases.list>['query']>

export interface CaseSourceOptions {
  platform: string
  /** The list's query; page and size are the source's. */
  query: Omit<CaseQuery, 'page' | 'pageSize'>
  /** Only these, each read by itself; empty for whatever the query finds. */
  ids?: readonly string[]
  /** True if a row is in the filter: decides what my own operation takes out. */
  belongs: (row: CaseItem) => boolean
}

/** Pending operations on cases. */
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
export function createCaseSource(
  data: Data,
  { platform, query, ids = [], belongs }: CaseSourceOptions,
): RowSource<CaseItem> {
  const { pending, engine, connectivity } = data
  return createPagedSource<CaseItem>({
    load: async (page, pageSize, { signal, isBackground }) => {
      const options = { signal, platform, quiet: isBackground }
      if (ids.length > 0) return readEach(data, ids, belongs, options)
      return loadPage(engine.replica, [platform, 'case', query], { page, pageSize }, () =>
        listCases(data, { ...query, platform }, { page, pageSize }, options),
      )
    },
    changed: engine.replica.subscribeRows,
    freshen: () => engine.replica.sync(platform),
    keyOf: (row) => row.id,
    belongs,
    pending: pendingCases(pending),
    clock: systemClock,
    connectivity,
    keep: {
      store: engine.snapshots,
      key: `cases|${platform}|${JSON.stringify(ids.length > 0 ? ids : query)}`,
      platform,
    },
  })
}

/** Cases by id, in one page, without missing and no longer matching ones. */
async function readEach(
  { api }: Data,
  ids: readonly string[],
  belongs: (row: CaseItem) => boolean,
  options: SendOptions,
): Promise<Page<CaseItem>> {
  const found = await Promise.all(
    ids.map((caseId) =>
      api.send(cases.view, { params: { caseId } }, { ...options, quiet: true }).catch((error: unknown) => {
        if (error instanceof ApiError && error.kind === 'missing') return null
        throw error
      }),
    ),
  )
  const items = found.filter((row) => row !== null && belongs(row)) as CaseItem[]
  return { items, total: items.length }
}
