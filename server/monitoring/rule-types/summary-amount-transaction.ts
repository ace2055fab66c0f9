/** Payments that come to at least an amount within a period. */
import { sql } from 'kysely'
import { daysInterval, decimalUsd, defineRuleType, spokenDays, spokenUsd } from '#server/monitoring/rule-type.ts'

export const summaryAmountTransaction = defineRuleType({
  type: 'summary_amount_transaction',
  label: 'Total of transactions',
  description: 'The transactions of the period, this one included, come to the total.',
  appliesTo: 'period',
  fields: [
    { name: 'total', label: 'Total, USD', kind: 'amount', default: '25000' },
    { name: 'period', label: 'Period', kind: 'days', default: 1 },
  ],
  reachDays: ({ period }) => period,
  worth: ({ total }) => ({ account: sql`a.cents >= ${total}` }),
  query: ({ total, period }, { rows }) => sql`
    select id, account, jsonb_build_object('cents', sum, 'count', n) as saw
    from (
      select id, account, candidate, sum(cents) over span as sum, count(*) over span as n
      from ${rows} m
      window span as (partition by no order by at range between ${daysInterval(period)} preceding and current row)
    ) summed
    where candidate and sum >= ${total}`,
  measured: ['total'],
  meets: ({ total }, { cents }) => Number(cents) >= total,
  explain: ({ total, period }, { cents, count }) => ({
    text: `${spokenUsd(cents)} in ${count} transactions within ${spokenDays(period)}; the limit is ${spokenUsd(total)}`,
    facts: [
      {
        label: `Total in ${spokenDays(period)}, USD`,
        saw: decimalUsd(cents),
        allows: `less than ${decimalUsd(total)}`,
      },
      { label: 'Transactions', saw: String(count), allows: null },
    ],
  }),
})
