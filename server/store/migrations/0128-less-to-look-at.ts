/** What monitoring asks for with every batch, kept ready; what it never asks for, left out. */
import { sql, type Kysely } from 'kysely'

const statements = [
  // the name in the form in which it is compared, computed once for each change of the customer
  `drop index customer_address`,
  `alter table customer add column address_key text generated always as (address_key(profile)) stored`,
  `create index customer_address on customer (platform, type, address_key) where address_key is not null`,
  // most payments are with somebody outside
  `drop index transaction_counterparty`,
  `create index transaction_counterparty on transaction (platform, counterparty_id, at) where counterparty_id is not null`,
  // names of counterparties, by SHA-256, that match nobody on the list in force: most come again
  `create table sanctions_unlike (
    platform text not null,
    name bytea not null,
    primary key (platform, name)
  )`,
  // parts of a backtest have another meaning now: those under way start again
  `update task set status = 'Error', message = 'Docket was updated meanwhile: start it again.', ended_at = now()
    where kind = 'rule-backtest' and status = 'Processing'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
