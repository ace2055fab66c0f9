/** The same amount to or from the same party, again and again. */
import { sql } from 'kysely'
import { daysInterval, decimalUsd, defineRuleType, spokenDays, spokenUsd } from '#server/monitoring/rule-type.ts'

export const repeatedTransaction = defineRuleType({
  type: 'repeated_transaction',
  label: 'Repeated transaction',
  description: 'Transactions with the same party, in the same direction and of about the same amount.',
  appliesTo: 'period',
  fields: [
    { name: 'repeatedCount', label: 'How many', kind: 'count', min: 2, default: 3 },
    { name: 'amountRate', label: 'Amounts differ by at most, %', kind: 'percent', default: 1 },
    { name: 'period', label: 'Period', kind: 'days', default: 7 },
  ],
  reachDays: ({ period }) => period,
  worth: ({ repeatedCount }) => ({ party: sql`p.payments >= ${repeatedCount}` }),
  // Counting with the party alone leaves few; only those are compared by amount.
  query: ({ repeatedCount, amountRate, period }, { rows }) => sql`
    with counted as materialized (
      select id, no, account, other, direction, at, cents, candidate, count(*) over (
        partition by no, other, direction order by at
        range between ${daysInterval(period)} preceding and current row
      ) as n
      from ${rows} m
    )
    select c.id, c.account, jsonb_build_object('count', count(*), 'cents', min(c.cents)) as saw
    from counted c
    join counted b on b.no = c.no and b.other = c.other and b.direction = c.direction
      and b.at between c.at - ${daysInterval(period)} and c.at
      and abs(b.cents - c.cents) <= c.cents * ${amountRate}::float8 / 100
    where c.candidate and c.n >= ${repeatedCount}
    group by c.id, c.account
    having count(*) >= ${repeatedCount}`,
  measured: ['repeatedCount'],
  meets: ({ repeatedCount }, { count }) => Number(count) >= repeatedCount,
  explain: ({ repeatedCount, amountRate, period }, { count, cents }) => ({
    text: `${count} transactions of about ${spokenUsd(cents)} with the same counterparty in ${spokenDays(period)}`,
    facts: [
      {
        label: `Similar transactions in ${spokenDays(period)}`,
        saw: String(count),
        allows: `fewer than ${repeatedCount}`,
      },
      { label: `Amount within ${amountRate} %, USD`, saw: decimalUsd(cents), allows: null },
    ],
  }),
})
