/**
 * The demo customers' data beside their names: contacts, documents, products, contracts, companies, risk, history.
 * Everything is derived from the customer's id, one statement per table.
 */
import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { writeCompanies } from './customers/companies.ts'
import { writeContracts } from './customers/contracts.ts'
import { writeFacts } from './customers/facts.ts'
import { writeRisk } from './customers/risk.ts'
import { BUSINESS, PLACES } from './places.ts'

/** The telephone codes of the countries where customers live. */
const DIAL: Record<string, string> = {
  CA: '+1',
  US: '+1',
  GB: '+44',
  CO: '+57',
  RO: '+40',
  DE: '+49',
  PH: '+63',
  UA: '+380',
  NG: '+234',
  JP: '+81',
  AE: '+971',
  BR: '+55',
}

/** Adds the details of new customers of a platform. Runs in the caller's transaction; no date is after the anchor. */
export async function seedCustomers(
  tx: Transaction<Database>,
  { platform, customerIds }: { platform: string; customerIds: readonly string[] },
  anchor: Date,
): Promise<void> {
  await gather(tx, platform, customerIds)
  await writeFacts(tx, anchor)
  await writeContracts(tx, anchor)
  await writeCompanies(tx)
  await writeRisk(tx, anchor)
}

/** The customers with the values that the statements above use, in a temporary table of the transaction. */
async function gather(tx: Transaction<Database>, platform: string, customerIds: readonly string[]): Promise<void> {
  const places = PLACES.map(({ country, currency, rate, first, last }) => {
    return { country, currency, rate, first, last, dial: DIAL[country] ?? '+1' }
  })
  await sql`drop table if exists demo_customer`.execute(tx)
  await sql`
    create temporary table demo_customer on commit drop as
    select c.platform, c.id, c.type, c.name, c.username, c.country, c.created_at, c.kyc_status, c.profile,
      p.currency, p.rate, p.dial, p.first, p.last,
      lead(c.id) over (partition by c.type order by c.id) as neighbour,
      array(select jsonb_array_elements_text(${JSON.stringify(BUSINESS.first)}::jsonb)) as words
    from customer c
    left join json_to_recordset(${JSON.stringify(places)}::json)
      as p (country text, currency text, rate numeric, dial text, first text[], last text[]) on p.country = c.country
    where c.platform = ${platform} and c.id = any(${customerIds})`.execute(tx)
  await sql`analyze demo_customer`.execute(tx)
}
