/**
 * Read-ahead of account alerts: the next rows of the queue and one's own, each with its customer. Loaded on first use.
 */
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { ALERT_STATUSES } from '#contract/model/values.ts'
import type { Data } from '#src/data/data.ts'
import type { OfflinePack, PackPorts } from '#src/data/offline/offline-pack.ts'
import { startReadAhead } from '#src/data/offline/read-ahead.ts'
import type { AccountAlerts } from '#src/features/account-alerts/account-alerts.ts'
import { accountAlertQueries } from '#src/features/account-alerts/queries.ts'
import { caseQueries, proceduresQuery } from '#src/features/cases/public.ts'
import { factsQuery } from '#src/features/facts/public.ts'
import { nextRows } from '#src/features/lists/public.ts'
import type { AlertQueue } from './alert-queue.ts'

/** The number of one's own, and of rows below the cursor. */
const MINE = 100
const NEXT = 60

interface ReadsPorts {
  api: Data['api']
  replica: Pick<Data['engine']['replica'], 'page'>
  me: AccountAlerts['ports']['me']
  rowOf: AlertQueue['rowOf']
  platform: () => string | null
  next: () => readonly string[]
}

/** The wanted alerts, with their reads. */
export function reads({ api, replica, me, rowOf, platform, next }: ReadsPorts): Pick<PackPorts, 'itemOf' | 'wanted'> {
  const mine = new Map<string, AccountAlertItem>()
  const readMine = async (of: string): Promise<string[]> => {
    const user = me()?.id
    if (!user) return []
    const query = { 'status[]': ALERT_STATUSES.filter(isOpenAlert), user }
    const found = await replica.page(of, 'accountAlert', query, { page: 1, pageSize: MINE, isUnanswered: true })
    mine.clear()
    for (const row of found?.items ?? []) mine.set(row.id, row)
    return [...mine.keys()]
  }
  return {
    itemOf(id) {
      const row = rowOf(id) ?? mine.get(id)
      if (!row) return { id, queries: [] }
      const { view, ofCustomer, customer } = accountAlertQueries
      // its own comes last: the mark on the row is looked up when that has been read
      const facts = factsQuery(api, { kind: 'alert', id, platform: row.platform })
      const steps = proceduresQuery(api, { alertId: id, isOnAccount: true })
      const allowlists = caseQueries.allowlists(api, id)
      return { id, queries: [ofCustomer(api, row), customer(api, row), steps, allowlists, facts, view(api, row)] }
    },
    wanted: async () => {
      const of = platform()
      if (!of) return []
      const rows = next()
      return [...rows.slice(0, 5), ...(await readMine(of)), ...rows]
    },
  }
}

/** Begins to read ahead for the queue of this window. */
export function startOfflinePack(
  { data, ports }: Pick<AccountAlerts, 'data' | 'ports'>,
  queue: AlertQueue,
): OfflinePack {
  return startReadAhead(data, {
    marks: queue.marks,
    lock: 'docket-pack-account-alerts',
    ...reads({
      api: data.api,
      replica: data.engine.replica,
      me: ports.me,
      rowOf: queue.rowOf,
      platform: () => queue.store.getState().platform,
      next: () => nextRows(queue.list, NEXT),
    }),
  })
}
