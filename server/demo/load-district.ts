/** Loads a district: its customers, their payments with the alerts of rules, and account alerts. */
import type { Kysely } from 'kysely'
import { ingestAll } from '#server/monitoring/ingestion/ingest-all.ts'
import { storeCustomers } from '#server/monitoring/ingestion/store-transactions.ts'
import type { Database } from '#server/schema/database.ts'
import { screen } from '#server/screening/screen-parties.ts'
import { raiseAccountAlerts, type AccountAlert } from './customers/account-alerts.ts'
import { districtWorld, type District } from './district.ts'

/** A loaded district without any act of the staff. */
export interface LoadedDistrict extends Pick<District, 'platform' | 'number'> {
  customerIds: string[]
  transactionIds: string[]
  /** The ground truth: the transactions that belong to a pattern of laundering. */
  laundering: ReadonlySet<string>
  accountAlerts: AccountAlert[]
}

/**
 * Ingests a district like live payments; a second run changes nothing. Ids that the database would count up and other
 * rows refer to, such as those of alerts, are set here.
 */
export async function loadDistrict(
  db: Kysely<Database>,
  district: District,
  staff: readonly string[],
  anchor: Date,
): Promise<LoadedDistrict> {
  const { platform, number } = district
  const { customers, transactions, truth } = districtWorld(district, anchor)
  const customerIds = customers.map(({ id }) => id)
  await storeCustomers(db, platform, customers)
  await ingestAll(db, transactions, { platform, now: anchor })
  const accountAlerts = await db.transaction().execute(async (tx) => {
    // the customers without a payment
    await screen(tx, platform, { kind: 'batch', customers: customerIds, changed: [], transactions: [] }, anchor)
    return await raiseAccountAlerts(tx, { platform, customerIds, staff, anchor })
  })
  const laundering = new Set(truth.flatMap((story) => (story.isLaundering ? story.transactions : [])))
  const transactionIds = transactions.map(({ id }) => id)
  return { platform, number, customerIds, transactionIds, laundering, accountAlerts }
}
