/** What detectors ask the database for beside transactions: how far countries lie apart, and who shares an address. */
import { sql, type Kysely } from 'kysely'
import table from '#server/reference/country-distances.json' with { type: 'json' }

/** Other codes that are in use for a country of the table. */
const ALIASES = [
  { code: 'KV', of: 'XK' },
  { code: 'TP', of: 'TL' },
]

const statements = [
  `create table country_distance (
    code text primary key,
    -- the place of the country in the others' lists, from 1
    n smallint not null,
    km smallint[] not null
  )`,
  // at least so far, from border to border: 0 between neighbours, null where a country is not known
  `create function country_km(a text, b text) returns int language sql stable parallel safe as $$
    select x.km[y.n]::int from country_distance x, country_distance y where x.code = a and y.code = b
  $$`,
  // a home as it is compared: line, city, postcode and country, without case and outer space
  `create function address_key(profile jsonb) returns text language sql immutable parallel safe as $$
    select nullif(lower(concat_ws('|', nullif(btrim(profile -> 'address' ->> 'line'), ''),
      nullif(btrim(profile -> 'address' ->> 'city'), ''), nullif(btrim(profile -> 'address' ->> 'zip'), ''),
      nullif(btrim(profile -> 'address' ->> 'country'), ''))), '')
    where btrim(profile -> 'address' ->> 'line') <> ''
  $$`,
  `create index customer_address on customer (platform, type, address_key(profile))
    where address_key(profile) is not null`,
  `create index customer_registration_ip on customer (platform, (profile ->> 'registrationIp'))
    where profile ->> 'registrationIp' is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  const { countries } = table
  const rows = countries.map(({ code, tens }, n) => {
    const before = tens.map((each) => each * 10)
    const after = countries.slice(n + 1).map((later) => (later.tens[n] ?? 0) * 10)
    return { code, n: n + 1, km: [...before, 0, ...after] }
  })
  const aliases = ALIASES.flatMap(({ code, of }) =>
    rows.filter((row) => row.code === of).map((row) => ({ ...row, code })),
  )
  await sql`insert into country_distance
    select * from jsonb_populate_recordset(null::country_distance, ${JSON.stringify([...rows, ...aliases])}::jsonb)`.execute(
    db,
  )
}
