/** How a district comes into the world: its customers, their payments with what the rules say of them, and alerts on accounts. */
import type { Kysely } from 'kysely'
import { ingestAll } from '#server/monitoring/ingestion/ingest-all.ts'
import { storeCustomers } from '#server/monitoring/ingestion/store-transactions.ts'
import type { Database } from '#server/schema/database.ts'
import { screen } from '#server/screening/screen.ts'
import { raiseAccountAlerts, type AccountAlert } from './customers/account-alerts.ts'
import { districtWorld, type District } from './district.ts'

/** A district that is there, before anybody has done anything about it. */
export interface LoadedDistrict extends Pick<District, 'platform' | 'number'> {
  customerIds: string[]
  transactionIds: string[]
  /** The truth: transactions that belong to a pattern of laundering. */
  laundering: ReadonlySet<string>
  accountAlerts: AccountAlert[]
}

/**
 * Takes a district in, as live payments are; a second time changes nothing. Every number that the database counts up
 * and others refer to, as an alert's, is given here.
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
    // those who had no payment
    await screen(tx, platform, { kind: 'batch', customers: customerIds, changed: [], transactions: [] }, anchor)
    return await raiseAccountAlerts(tx, { platform, customerIds, staff, anchor })
  })
  const laundering = new Set(truth.flatMap((story) => (story.isLaundering ? story.transactions : [])))
  const transactionIds = transactions.map(({ id }) => id)
  return { platform, number, customerIds, transactionIds, laundering, accountAlerts }
}
