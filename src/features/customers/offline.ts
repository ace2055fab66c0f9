/** Read-ahead of customers: recently opened ones and the next rows of the list. Loaded on first use. */
import type { Data } from '#src/data/data.ts'
import type { OfflinePack } from '#src/data/offline/offline-pack.ts'
import { createOpened, startReadAhead } from '#src/data/offline/read-ahead.ts'
import { nextRows } from '#src/features/lists/public.ts'
import type { Customers } from './customers.ts'
import type { CustomerList } from './customer-list.ts'
import { customerQueries, type Who } from './queries.ts'

/** The number of rows below the cursor. */
const NEXT = 20

/** A customer's offline data, without documents and transactions. */
const kept = (api: Data['api'], who: Who) => [
  customerQueries.infoBeside(api, who),
  customerQueries.alerts(api, who),
  customerQueries.alertSummary(api, who),
  customerQueries.riskProfile(api, who),
  customerQueries.sanctions(api, who),
  customerQueries.notes(api, who),
  customerQueries.tree(api, who),
  customerQueries.log(api, who),
  customerQueries.activity(api, who),
]

/** Begins to read ahead for the list of this window. */
export function startOfflinePack({ data, store }: Customers, { view, marks }: CustomerList): OfflinePack {
  const { api, engine } = data
  const platformNow = () => view.store.getState().platform
  const opened = createOpened(engine.snapshots, 'customers')
  store.subscribe(({ opened: who }, was) => {
    if (who && who.customerId !== was.opened?.customerId) opened.note(who.platform, who.customerId)
  })
  return startReadAhead(data, {
    marks,
    lock: 'docket-pack-customers',
    itemOf: (customerId) => ({ id: customerId, queries: kept(api, { platform: platformNow(), customerId }) }),
    wanted: async () => {
      const platform = platformNow()
      if (!platform) return []
      const next = nextRows(view.list, NEXT)
      return [...next.slice(0, 3), ...(await opened.read(platform)), ...next]
    },
  })
}
