/** What of cases is read ahead: mine, what was opened lately, and the next rows of the queue. Loaded after the first rows. */
import { hashKey } from '@tanstack/react-query'
import type { Data } from '#src/data/data.ts'
import { OfflinePack } from '#src/data/offline-pack.ts'
import type { CaseDeps } from './case-deps.ts'
import { caseQueries } from './queries.ts'

/** So many of mine, of what was opened, and of the rows below the cursor. */
const MINE = 100
const OPENED = 50
const NEXT = 60

/** Begins to read ahead for the queue of this window. */
export function startPack(data: Data, { queue, me }: Pick<CaseDeps, 'queue' | 'me'>): OfflinePack {
  const { api, queries, engine, marks, connectivity } = data
  const itemOf = (id: string) => ({
    id,
    queries: [caseQueries.view(api, id), caseQueries.alerts(api, id), caseQueries.rules(api, id)],
  })

  const mine = async (platform: string): Promise<string[]> => {
    const user = me()?.id
    if (!user) return []
    const query = { 'status[]': ['new' as const, 'await' as const], user }
    const found = await engine.replica.page(platform, 'case', query, { page: 1, pageSize: MINE, isUnanswered: true })
    return found?.items.map(({ id }) => id) ?? []
  }
  const next = (): string[] => {
    const { order } = queue.list.order.getState()
    const from = Math.max(0, queue.list.cursor.getState().index)
    const ids = Array.from({ length: Math.min(NEXT, order.total - from) }, (_, i) => order.idAt(from + i))
    return ids.filter((id) => id !== undefined)
  }
  const opened = createOpened(data, queue)

  let pressed = 0
  addEventListener('keydown', () => (pressed = Date.now()), { capture: true, passive: true })
  const pack = new OfflinePack({
    queries,
    marks,
    isOnline: connectivity.isOnline,
    agesOf: (keys) => engine.snapshotAges(keys),
    itemOf,
    wanted: async () => {
      const { platform } = queue.store.getState()
      return platform ? [...next().slice(0, 5), ...(await opened(platform)), ...(await mine(platform)), ...next()] : []
    },
    lastKey: () => pressed,
    isSparing,
    whenIdle: (run) =>
      'requestIdleCallback' in globalThis ? requestIdleCallback(run, { timeout: 5000 }) : setTimeout(run),
    alone: (run, signal) => navigator.locks.request('docket-pack', { signal }, run),
  })
  pack.start()
  return pack
}

/** Data saver is on, or the window is not in front. */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return document.visibilityState !== 'visible' || connection?.saveData === true
}

/** The cases that were opened last on this device, the latest first; kept sealed. */
function createOpened({ engine }: Data, queue: CaseDeps['queue']): (platform: string) => Promise<readonly string[]> {
  const keyOf = (platform: string) => hashKey(['cases', 'opened', platform])
  const read = async (platform: string): Promise<readonly string[]> => {
    const found = await engine.snapshots.get(keyOf(platform)).catch(() => null)
    return (found?.value as string[] | undefined) ?? []
  }
  let last: Promise<unknown> = Promise.resolve()
  queue.store.subscribe(({ opened }, was) => {
    if (!opened || opened.id === was.opened?.id) return
    const { id, platform } = opened
    last = last.then(async () => {
      const ids = [id, ...(await read(platform)).filter((one) => one !== id)].slice(0, OPENED)
      // not kept is a case that is not read ahead, and nothing worse
      await engine.snapshots.put(keyOf(platform), platform, ids, Date.now()).catch(() => undefined)
    })
  })
  return read
}
