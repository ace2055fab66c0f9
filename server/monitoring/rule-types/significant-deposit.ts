/** Money in far above what the account is used to. */
import { sql } from 'kysely'
import { daysInterval, decimalUsd, defineRuleType, spokenUsd } from '#server/monitoring/rule-type.ts'

export const significantDeposit = defineRuleType({
  type: 'significant_deposit',
  label: 'Significant deposit',
  description: 'A deposit of at least the amount that is a multiple of the average deposit of the period before.',
  appliesTo: 'transaction',
  fields: [
    { name: 'amount', label: 'At least, USD', kind: 'amount', default: '3000' },
    { name: 'ratio', label: 'Times the average', kind: 'number', default: 5 },
    { name: 'period', label: 'Period', kind: 'days', default: 90 },
  ],
  reachDays: ({ period }) => period,
  worth: ({ amount }) => ({ candidate: sql`c.direction = 'incoming' and c.cents >= ${amount}` }),
  // An account without an earlier deposit has no average: limits are for those.
  query: ({ amount, ratio, period }, { rows }) => sql`
    select id, account, jsonb_build_object('cents', cents, 'average', round((sum - cents) / (n - 1))) as saw
    from (
      select id, account, candidate, cents, sum(cents) over span as sum, count(*) over span as n
      from ${rows} m
      where direction = 'incoming'
      window span as (partition by no order by at range between ${daysInterval(period)} preceding and current row)
    ) averaged
    where candidate and cents >= ${amount} and n > 1 and cents >= ${ratio}::float8 * (sum - cents) / (n - 1)`,
  measured: ['amount', 'ratio'],
  meets: ({ amount, ratio }, { cents, average }) => Number(cents) >= amount && Number(cents) >= ratio * Number(average),
  explain: ({ amount, ratio, period }, { cents, average }) => ({
    text: `Deposit of ${spokenUsd(cents)} vs ${period}-day average ${spokenUsd(average)}`,
    facts: [
      {
        label: 'Deposit, USD',
        saw: decimalUsd(cents),
        allows: `less than ${decimalUsd(amount)}`,
        field: 'transactionUsdAmount',
      },
      {
        label: 'Times the average',
        saw: Number(average) > 0 ? (Number(cents) / Number(average)).toFixed(1) : 'no average',
        allows: `less than ${ratio}`,
      },
    ],
  }),
})
