/** The temporary tables of conditions; their rows live as long as the transaction. */
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'

const TABLES: Readonly<Record<string, string>> = {
  condition_candidate: `n int not null, id text collate "C" not null, account text collate "C" not null,
    at timestamptz not null, fields jsonb not null`,
  condition_type: `rule int not null, place text not null, id text collate "C" not null,
    account text collate "C" not null`,
  condition_survivor: `rule int not null, n int not null`,
  condition_part: `n int not null, part int not null, values jsonb not null`,
  condition_value: `n int not null, values jsonb not null`,
  condition_hit: `rule int not null, id text collate "C" not null, account text collate "C" not null,
    seen jsonb not null`,
  fact_subject: `n int not null, customer_id text not null, transaction_id text, at timestamptz not null,
    as_of timestamptz not null, direction text, usd numeric, party text, party_name text, party_country text,
    country text, service text, ip text, device text, card text, case_id text, own bigint[], declared_in numeric,
    declared_out numeric, rules int[]`,
  fact_moved: `customer_id text not null, id text collate "C" not null, at timestamptz not null,
    direction text not null, usd numeric not null, party text, name text, party_country text, country text,
    service text, ip text, device text, card text`,
}

/** Makes the tables where the session does not have them, and empties them. */
export async function makeConditionTables(db: Kysely<Database>): Promise<void> {
  for (const [name, columns] of Object.entries(TABLES)) {
    await sql`create temporary table if not exists ${sql.table(name)} (${sql.raw(columns)})
      on commit delete rows`.execute(db)
  }
  await sql`truncate ${sql.raw(Object.keys(TABLES).join(', '))}`.execute(db)
}
