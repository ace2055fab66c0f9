/** The database of version 1.0.0, for PostgreSQL 15 and later. Later versions change it by migrations of their own. */
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import table from '#server/reference/country-distances.json' with { type: 'json' }

/** In the order in which they refer to one another. */
const PARTS = [
  'text',
  'accounts',
  'devices',
  'audit',
  'settings',
  'customers',
  'transactions',
  'rules',
  'cases',
  'alerts',
  'allowlists',
  'approvals',
  'forms',
  'helpdesk',
  'files',
  'screening',
  'staff',
  'quality',
  'assistant',
  'feed',
]

/** Other codes that are in use for a country of the table. */
const ALIASES = [
  { code: 'KV', of: 'XK' },
  { code: 'TP', of: 'TL' },
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of PARTS) {
    await sql.raw(await readFile(new URL(`baseline/${part}.sql`, import.meta.url), 'utf8')).execute(db)
  }
  await insertDistances(db)
}

/** The table lists of each country the distances to those before it, in tens of km. */
async function insertDistances(db: Kysely<unknown>): Promise<void> {
  const { countries } = table
  const rows = countries.map(({ code, tens }, n) => {
    const before = tens.map((each) => each * 10)
    const after = countries.slice(n + 1).map((later) => (later.tens[n] ?? 0) * 10)
    return { code, n: n + 1, km: [...before, 0, ...after] }
  })
  const aliases = ALIASES.flatMap(({ code, of }) =>
    rows.filter((row) => row.code === of).map((row) => ({ ...row, code })),
  )
  await sql`insert into country_distance select * from jsonb_populate_recordset(null::country_distance,
    ${JSON.stringify([...rows, ...aliases])}::jsonb)`.execute(db)
}
