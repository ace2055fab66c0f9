/**
 * Read-ahead of cases: one's own, recently opened ones, and the next rows of the queue. Loaded after the first rows.
 */
import type { Data } from '#src/data/data.ts'
import type { OfflinePack } from '#src/data/offline/offline-pack.ts'
import { createOpened, startReadAhead } from '#src/data/offline/read-ahead.ts'
import type { CaseDeps } from '#src/features/cases/detail/case-deps.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { factsQuery } from '#src/features/facts/public.ts'
import { nextRows } from '#src/features/lists/public.ts'

/** The number of one's own, and of rows below the cursor. */
const MINE = 100
const NEXT = 60

/** Begins to read ahead for the queue of this window. */
export function startOfflinePack(data: Data, { queue, me }: Pick<CaseDeps, 'queue' | 'me'>): OfflinePack {
  const { api, engine, marks } = data
  const mine = async (platform: string): Promise<string[]> => {
    const user = me()?.id
    if (!user) return []
    const query = { 'status[]': ['new' as const, 'await' as const], user }
    const found = await engine.replica.page(platform, 'case', query, { page: 1, pageSize: MINE, isUnanswered: true })
    return found?.items.map(({ id }) => id) ?? []
  }
  const opened = createOpened(engine.snapshots, 'cases')
  queue.atHand.subscribe(({ opened: row }, was) => {
    if (row && row.id !== was.opened?.id) opened.note(row.platform, row.id)
  })
  const factsOf = (id: string) => {
    const { platform } = queue.store.getState()
    return platform ? [factsQuery(api, { kind: 'case', id, platform })] : []
  }
  return startReadAhead(data, {
    marks,
    lock: 'docket-pack',
    itemOf: (id) => ({
      id,
      queries: [
        ...factsOf(id),
        ...(queue.rowOf(id)?.alerts ?? []).map((alert) => caseQueries.allowlists(api, alert.id)),
        caseQueries.missingSteps(api, id),
        caseQueries.view(api, id),
        caseQueries.alerts(api, id),
        caseQueries.rules(api, id),
      ],
    }),
    wanted: async () => {
      const { platform } = queue.store.getState()
      if (!platform) return []
      const next = nextRows(queue.list, NEXT)
      return [...next.slice(0, 5), ...(await opened.read(platform)), ...(await mine(platform)), ...next]
    },
  })
}
