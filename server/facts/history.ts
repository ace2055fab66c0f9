/** The customer's own payments: by month, of this amount, and new values. */
import { sql } from 'kysely'
import type { FactItem, FactSource } from '#contract/model/facts/facts.ts'
import { activityRows, monthRows, MONTHS, type ActivityFactId } from '#server/fact-definitions/activity.ts'
import { withSubject } from '#server/fact-definitions/one-subject.ts'
import { firstOf, paymentRows, type PaymentFactId, type SeenFactId } from '#server/fact-definitions/payments.ts'
import type { Db } from '#server/store/sql.ts'
import { dayOf, factOf, type Found } from './to-facts.ts'
import { oneSubject, type FactSubject, type Payment, type Reading } from './subject.ts'

type Values = Readonly<Record<ActivityFactId | PaymentFactId, number | string | null>>

interface Row {
  months: { month: string; incoming: number; outgoing: number }[]
  activity: Readonly<Record<ActivityFactId, number | null>>
  /** None without a payment. */
  payment: (Values & Readonly<Record<string, string | number | null>>) | null
}

async function read(db: Db, subject: FactSubject, { least, now }: Reading): Promise<Row | undefined> {
  const { at } = subject
  const month = (of: Date) => sql`date_trunc('month', ${of}::timestamptz at time zone 'UTC')`
  const { rows } = await sql<Row>`
    ${withSubject(oneSubject(subject, now), { isMoved: true })},
    told as (
      select to_char(m, 'YYYY-MM') as month, coalesce(p.incoming, 0)::float8 as incoming,
        coalesce(p.outgoing, 0)::float8 as outgoing
      from generate_series(${month(at)} - ${MONTHS - 1}::int * interval '1 month', ${month(at)}, '1 month') m
      left join (${monthRows()}) p on p.month = m
      order by m
    )
    select (select jsonb_agg(told) from told) as months,
      (select to_jsonb(a) from (${activityRows()}) a) as activity,
      (select to_jsonb(p) from (${paymentRows(least)}) p) as payment`.execute(db)
  return rows[0]
}

/** The payment among the customer's own, and its new values. Fewer than `least` payments make no distribution. */
function ofPayment(values: NonNullable<Row['payment']>, payment: Payment, least: number): Found[] {
  const source: FactSource = { kind: 'transaction', id: payment.id }
  const n = values['amount.sample']
  const few = `Too few: ${n} earlier ${payment.direction} payments in 12 months, and ${least} are needed`
  const sample = `${n} earlier ${payment.direction} payments in 12 months`
  const isEnough = values['amount.percentile'] !== null
  const seen = (id: SeenFactId, reason: string) => {
    const first = values[firstOf(id)]
    return factOf(id, source, values[id], reason, first ? { since: dayOf(new Date(first)) } : {})
  }
  return [
    factOf('amount.usd', source, values['amount.usd'], ''),
    factOf('amount.sample', source, n, ''),
    factOf('amount.percentile', source, values['amount.percentile'], few, { sample }),
    factOf(
      'amount.zScore',
      source,
      values['amount.zScore'],
      isEnough ? 'All earlier payments have the same amount' : few,
      { sample },
    ),
    seen('counterparty.earlier', 'The payment names no counterparty'),
    factOf('counterparty.country', source, values['counterparty.country'], 'The payment names no counterparty country'),
    seen('counterpartyCountry.earlier', 'The payment names no counterparty country'),
    seen('device.earlier', 'The payment names no device'),
    seen('ip.earlier', 'The payment has no IP address'),
    seen('ipCountry.earlier', 'The payment has no IP country'),
    factOf('transaction.purpose', source, purposeOf(payment), 'The payment has no description'),
  ]
}

const purposeOf = ({ data: { transactionDesc: text } }: Payment): string | null =>
  typeof text === 'string' && text.trim() !== '' ? text.trim() : null

const DIRECTIONS = ['incoming', 'outgoing'] as const
const PROFILE_WORDS = { incoming: 'deposits', outgoing: 'withdrawals' } as const

/** Incoming or outgoing payments in the month up to the event, compared with the declared amount. */
function activityIn(direction: (typeof DIRECTIONS)[number], { months, activity }: Row, source: FactSource): Found[] {
  const undeclared = `The profile declares no monthly ${PROFILE_WORDS[direction]}`
  const items = months.map((month): FactItem => ({
    source: null,
    label: month.month,
    on: month.month,
    [direction]: month[direction].toFixed(2),
  }))
  const told = (what: 'Actual' | 'Declared' | 'Ratio' | 'MonthsOver', more: { items?: FactItem[] } = {}) => {
    const id = `activity.${direction}${what}` as const
    return factOf(id, source, activity[id], undeclared, more)
  }
  return [told('Declared'), told('Actual', { items }), told('Ratio'), told('MonthsOver')]
}

/** Facts of the twelve months up to the event, in each direction, and of the payment among them. */
export async function historyFacts(db: Db, subject: FactSubject, reading: Reading): Promise<Found[]> {
  const row = await read(db, subject, reading)
  if (!row) return []
  const source: FactSource = { kind: 'customer', id: subject.customerId }
  const { payment } = subject
  return [
    ...DIRECTIONS.flatMap((direction) => activityIn(direction, row, source)),
    ...(payment && row.payment ? ofPayment(row.payment, payment, reading.least) : []),
  ]
}
