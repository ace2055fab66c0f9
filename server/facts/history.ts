/** The customer's own payments: by month, of this amount, and new values. */
import { sql } from 'kysely'
import type { FactItem, FactSource } from '#contract/model/facts/facts.ts'
import { sidesOf } from '#server/customers/transactions.ts'
import type { Db } from '#server/store/sql.ts'
import { factOf, type Found } from './to-facts.ts'
import type { FactSubject, Payment } from './subject.ts'

const MONTHS = 12
/** The number of recent payments compared. */
const MOST = 5000

interface Seen {
  n: number
  first: Date | null
}

interface Row {
  months: { month: string; incoming: number; outgoing: number }[]
  n: number
  below: number
  average: number | null
  deviation: number | null
  party: Seen
  party_country: Seen
  ip: Seen
  ip_country: Seen
  device: Seen
}

const textOf = (data: Record<string, unknown>, field: string) => {
  const value = data[field]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The origin of a payment: the address, and the device if the platform sends one. */
const origin = ({ data }: Payment) => ({
  ip: textOf(data, 'transactionIp') ?? textOf(data, 'currentIp'),
  device: textOf(data, 'deviceId'),
})

async function read(db: Db, subject: FactSubject): Promise<Row | undefined> {
  const { platform, customerId, at, payment } = subject
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - MONTHS + 1))
  const end = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
  const parts = sidesOf({ platform, id: customerId }, { between: [null, end] }).map(
    ({ side, from }) => sql`(select t.id, t.at, ${side.direction} as direction, t.usd::float8 as usd,
      t.${sql.ref(side.other)} as party, ${side.name} as name, ${side.country} as party_country, t.country,
      coalesce(t.data ->> 'transactionIp', t.data ->> 'currentIp') as ip, t.data ->> 'deviceId' as device
      ${from} order by t.at desc limit ${MOST})`,
  )
  const { ip, device } = payment ? origin(payment) : { ip: null, device: null }
  const isParty = payment?.counterpartyId
    ? sql`party = ${payment.counterpartyId}`
    : sql`lower(name) = lower(${payment?.counterpartyName ?? null}::text)`
  const seen = (condition: unknown) => sql`jsonb_build_object('n', count(*) filter (where is_before and ${condition}),
    'first', to_char(min(at) filter (where is_before and ${condition}) at time zone 'UTC', 'YYYY-MM-DD'))`
  const before = sql`is_before and direction = ${payment?.direction ?? null}::text and at >= ${at}::timestamptz - interval '1 year'`
  const { rows } = await sql<Row>`
    with moved as materialized (
      select *, (at, id) < (${at}, ${payment?.id ?? ''}) as is_before from (${sql.join(parts, sql` union all `)}) as both_sides
    ), months as (
      select to_char(m, 'YYYY-MM') as month,
        coalesce(sum(usd) filter (where direction = 'incoming'), 0) as incoming,
        coalesce(sum(usd) filter (where direction = 'outgoing'), 0) as outgoing
      from generate_series(${first}::timestamptz at time zone 'UTC', ${at}::timestamptz at time zone 'UTC', '1 month') m
      left join moved on date_trunc('month', moved.at at time zone 'UTC') = m
      group by m order by m
    )
    select (select jsonb_agg(months) from months) as months,
      (count(*) filter (where ${before}))::int as n,
      (count(*) filter (where ${before} and usd <= ${payment?.usd ?? 0}))::int as below,
      avg(usd) filter (where ${before}) as average, stddev_samp(usd) filter (where ${before}) as deviation,
      ${seen(isParty)} as party,
      ${seen(sql`party_country = ${payment?.counterpartyCountry ?? null}::text`)} as party_country,
      ${seen(sql`ip = ${ip}::text`)} as ip, ${seen(sql`device = ${device}::text`)} as device,
      ${seen(sql`country = ${payment?.country ?? null}::text`)} as ip_country
    from moved`.execute(db)
  return rows[0]
}

/** The payment among the customer's own, and its new values. Fewer than `least` payments make no distribution. */
function ofPayment(row: Row, payment: Payment, least: number): Found[] {
  const source: FactSource = { kind: 'transaction', id: payment.id }
  const { n, below, average, deviation } = row
  const few = `Too few: ${n} earlier ${payment.direction} payments in 12 months, and ${least} are needed`
  const sample = `${n} earlier ${payment.direction} payments in 12 months`
  const isEnough = n >= least && n > 0
  const spread = isEnough && average !== null && deviation !== null && deviation > 0
  const { ip, device } = origin(payment)
  const seen = (id: Found['id'], what: unknown, { n: count, first }: Seen, reason: string) =>
    factOf(id, source, what === null ? null : count, reason, first ? { since: String(first) } : {})
  return [
    factOf('amount.usd', source, payment.usd, ''),
    factOf('amount.sample', source, n, ''),
    factOf('amount.percentile', source, isEnough ? Math.round((1000 * below) / n) / 10 : null, few, { sample }),
    factOf(
      'amount.zScore',
      source,
      spread ? Math.round((10 * (payment.usd - average)) / deviation) / 10 : null,
      isEnough ? 'All earlier payments have the same amount' : few,
      { sample },
    ),
    seen('counterparty.earlier', payment.counterpartyName || null, row.party, 'The payment names no counterparty'),
    factOf('counterparty.country', source, payment.counterpartyCountry, 'The payment names no counterparty country'),
    seen(
      'counterpartyCountry.earlier',
      payment.counterpartyCountry,
      row.party_country,
      'The payment names no counterparty country',
    ),
    seen('device.earlier', device, row.device, 'The payment names no device'),
    seen('ip.earlier', ip, row.ip, 'The payment has no IP address'),
    seen('ipCountry.earlier', payment.country, row.ip_country, 'The payment has no IP country'),
    factOf(
      'transaction.purpose',
      source,
      textOf(payment.data, 'transactionDesc')?.trim(),
      'The payment has no description',
    ),
  ]
}

/** The declared monthly amount in a direction, in USD. */
export type Declared = Readonly<Record<'incoming' | 'outgoing', number | null>>

const DIRECTIONS = ['incoming', 'outgoing'] as const
const PROFILE_WORDS = { incoming: 'deposits', outgoing: 'withdrawals' } as const
const toCents = (usd: number) => Math.round(usd * 100) / 100

/** Incoming or outgoing payments in the month of the event, compared with the declared amount. */
function activityIn(
  direction: (typeof DIRECTIONS)[number],
  { months }: Row,
  declared: Declared,
  source: FactSource,
): Found[] {
  const sums = months.map((month) => month[direction])
  const actual = sums.at(-1) ?? 0
  const expected = declared[direction]
  const undeclared = `The profile declares no monthly ${PROFILE_WORDS[direction]}`
  const items = months.map(({ month, incoming, outgoing }): FactItem => ({
    source: null,
    label: month,
    on: month,
    [direction]: (direction === 'incoming' ? incoming : outgoing).toFixed(2),
  }))
  return [
    factOf(`activity.${direction}Declared`, source, expected, undeclared),
    factOf(`activity.${direction}Actual`, source, toCents(actual), '', { items }),
    factOf(`activity.${direction}Ratio`, source, expected === null ? null : toCents(actual / expected), undeclared),
    factOf(
      `activity.${direction}MonthsOver`,
      source,
      expected === null ? null : sums.slice(0, -1).filter((sum) => sum > expected).length,
      undeclared,
    ),
  ]
}

/** Facts of the twelve months up to that of the event, in each direction, and of the payment among them. */
export async function historyFacts(
  db: Db,
  subject: FactSubject,
  { declared, least }: { declared: Declared; least: number },
): Promise<Found[]> {
  const row = await read(db, subject)
  if (!row) return []
  const source: FactSource = { kind: 'customer', id: subject.customerId }
  return [
    ...DIRECTIONS.flatMap((direction) => activityIn(direction, row, declared, source)),
    ...(subject.payment ? ofPayment(row, subject.payment, least) : []),
  ]
}
