/** What of account alerts is read ahead: the next rows of the queue, each with its customer. Loaded when that is first shown. */
import { startWindowPack } from '#src/data/window-pack.ts'
import type { OfflinePack } from '#src/data/offline-pack.ts'
import { nextRows } from '#src/features/lists/public.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { accountAlertQueries } from './queries.ts'
import type { AlertQueue } from './queue.ts'

/** So many of the rows below the cursor. */
const NEXT = 60

/** Begins to read ahead for the queue of this window. */
export function startPack({ data }: Pick<AccountAlerts, 'data'>, queue: AlertQueue): OfflinePack {
  const { api } = data
  return startWindowPack(data, {
    marks: queue.marks,
    lock: 'docket-pack-account-alerts',
    itemOf(id) {
      const row = queue.rowOf(id)
      if (!row) return { id, queries: [] }
      const { view, ofCustomer, customer } = accountAlertQueries
      // its own comes last: the mark on the row is looked up when that has been read
      return { id, queries: [ofCustomer(api, row), customer(api, row), view(api, row)] }
    },
    wanted: () => Promise.resolve(queue.store.getState().platform ? nextRows(queue.list, NEXT) : []),
  })
}
