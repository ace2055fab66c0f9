/** Facts of the month of the event, up to it, in each direction: what moved, and what the customer declared. */
import { sql, type RawBuilder } from 'kysely'
import { IS_UP_TO, MOVED, SUBJECTS } from './subjects.ts'

type Sql = RawBuilder<unknown>

/** The months that are compared, that of the event included. */
export const MONTHS = 12
/** The days before the event that they can reach. */
export const ACTIVITY_DAYS = 366

const monthOf = (at: string) => sql.raw(`date_trunc('month', ${at} at time zone 'UTC')`)

export const ACTIVITY_FACTS = [
  'activity.incomingActual',
  'activity.incomingDeclared',
  'activity.incomingRatio',
  'activity.incomingMonthsOver',
  'activity.outgoingActual',
  'activity.outgoingDeclared',
  'activity.outgoingRatio',
  'activity.outgoingMonthsOver',
] as const
export type ActivityFactId = (typeof ACTIVITY_FACTS)[number]

/** The sums of each month with payments: `n, month, incoming, outgoing`; the last month ends with the event. */
export function monthRows(months = MONTHS): Sql {
  const first = sql`((${monthOf('s.at')} - ${months - 1}::int * interval '1 month') at time zone 'UTC')`
  return sql`
    select s.n, ${monthOf('m.at')} as month, sum(m.usd) filter (where m.direction = 'incoming') as incoming,
      sum(m.usd) filter (where m.direction = 'outgoing') as outgoing
    from ${SUBJECTS} s join ${MOVED} m on m.customer_id = s.customer_id and m.at >= ${first} and ${IS_UP_TO}
    group by 1, 2`
}

/** `n` and a column for each wanted fact, of every subject; null where nothing is declared. */
export function activityRows(wanted: readonly ActivityFactId[] = ACTIVITY_FACTS): Sql {
  const areMonthsCounted = wanted.some((id) => id.endsWith('MonthsOver'))
  const isMoved = wanted.some((id) => !id.endsWith('Declared'))
  const summed = sql`(
    select s.n,
      sum(p.incoming) filter (where p.month = ${monthOf('s.at')}) as incoming,
      sum(p.outgoing) filter (where p.month = ${monthOf('s.at')}) as outgoing,
      count(*) filter (where p.month < ${monthOf('s.at')} and p.incoming > s.declared_in)::int as incoming_over,
      count(*) filter (where p.month < ${monthOf('s.at')} and p.outgoing > s.declared_out)::int as outgoing_over
    from ${SUBJECTS} s join (${monthRows(areMonthsCounted ? MONTHS : 1)}) p on p.n = s.n group by s.n) a`
  const of = (direction: string, declared: string) => ({
    Actual: sql.raw(`round(coalesce(a.${direction}, 0), 2)::float8`),
    Declared: sql.raw(`s.${declared}::float8`),
    Ratio: sql.raw(`round(coalesce(a.${direction}, 0) / s.${declared}, 2)::float8`),
    MonthsOver: sql.raw(`case when s.${declared} is not null then coalesce(a.${direction}_over, 0) end`),
  })
  const values = { incoming: of('incoming', 'declared_in'), outgoing: of('outgoing', 'declared_out') }
  const columns = wanted.map((id) => {
    const [, direction = '', what = ''] = /^activity\.(incoming|outgoing)(\w+)$/.exec(id) ?? []
    const value = values[direction as keyof typeof values][what as keyof (typeof values)['incoming']]
    return sql`${value} as ${sql.id(id)}`
  })
  return sql`
    select ${sql.join([sql`s.n`, ...columns])}
    from ${SUBJECTS} s ${isMoved ? sql`left join ${summed} on a.n = s.n` : sql``}`
}
