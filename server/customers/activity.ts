/** A customer's payments over twelve months, in totals. */
import { sql } from 'kysely'
import type { CustomerActivity } from '#contract/model/customer.ts'
import type { Db } from '#server/store/sql.ts'
import { sidesOf } from './transactions.ts'

const MONTHS = 12
/** The maximum number of listed countries and parties, largest first. */
const MOST_COUNTRIES = 30
const MOST_PARTIES = 12

interface Sums {
  in_count: number
  in_usd: string
  out_count: number
  out_usd: string
}

const SUMS = sql`
  count(*) filter (where direction = 'incoming')::int as in_count,
  coalesce(sum(usd) filter (where direction = 'incoming'), 0)::text as in_usd,
  count(*) filter (where direction = 'outgoing')::int as out_count,
  coalesce(sum(usd) filter (where direction = 'outgoing'), 0)::text as out_usd`

const incoming = ({ in_count, in_usd }: Sums) => ({ count: in_count, usd: in_usd })
const outgoing = ({ out_count, out_usd }: Sums) => ({ count: out_count, usd: out_usd })

/** The present month, by UTC, and the eleven before it. */
export async function activityOf(
  db: Db,
  customer: { platform: string; id: string },
  now: Date,
): Promise<CustomerActivity> {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1))
  const parts = sidesOf(customer, { between: [first, now] }).map(
    ({ side, from }) => sql`(select t.at, ${side.direction} as direction, t.usd, ${side.name} as name,
      ${side.country} as country, nullif(t.${sql.ref(side.other)}, ${customer.id}) as party ${from})`,
  )
  const moved = sql`with moved as materialized (${sql.join(parts, sql` union all `)})`
  // separate statements: they read the same few rows, and each has its own shape
  const [months, countries, parties] = await Promise.all([
    sql<Sums & { month: string }>`${moved}
      select to_char(m, 'YYYY-MM') as month, ${SUMS}
      from generate_series(${first}::timestamptz at time zone 'UTC', ${now}::timestamptz at time zone 'UTC', '1 month') m
      left join moved on date_trunc('month', moved.at at time zone 'UTC') = m
      group by m order by m`.execute(db),
    sql<Sums & { country: string | null }>`${moved}
      select country, ${SUMS} from moved group by country order by sum(usd) desc, country limit ${MOST_COUNTRIES}`.execute(
      db,
    ),
    sql<Sums & { party: string | null; name: string; country: string | null }>`${moved}
      select party, min(name) as name, country, ${SUMS} from moved
      group by party, country, case when party is null then name end
      order by sum(usd) desc, min(name) limit ${MOST_PARTIES}`.execute(db),
  ])
  return {
    months: months.rows.map((row) => ({ month: row.month, deposits: incoming(row), withdrawals: outgoing(row) })),
    countries: countries.rows.map((row) => ({
      country: row.country,
      incoming: incoming(row),
      outgoing: outgoing(row),
    })),
    parties: parties.rows.map((row) => ({
      id: row.party,
      name: row.name,
      country: row.country,
      incoming: incoming(row),
      outgoing: outgoing(row),
    })),
  }
}
