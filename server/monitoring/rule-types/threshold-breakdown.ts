/** Structuring: payments below a reporting threshold that together reach it. */
import { sql } from 'kysely'
import { daysInterval, decimalUsd, defineRuleType, spokenDays, spokenUsd } from '#server/monitoring/rule-type.ts'

export const thresholdBreakdown = defineRuleType({
  type: 'threshold_breakdown',
  label: 'Threshold breakdown',
  description: 'Transactions below the limit, in one direction, that together reach it within the period.',
  appliesTo: 'period',
  fields: [
    { name: 'limit', label: 'Limit, USD', kind: 'amount', default: '10000' },
    { name: 'repeatedCount', label: 'Transactions at least', kind: 'count', min: 2, default: 2 },
    { name: 'period', label: 'Period', kind: 'days', default: 1 },
  ],
  reachDays: ({ period }) => period,
  worth: ({ limit, repeatedCount }) => ({ account: sql`a.payments >= ${repeatedCount} and a.cents >= ${limit}` }),
  query: ({ limit, repeatedCount, period }, { rows }) => sql`
    select id, account, jsonb_build_object('cents', sum, 'count', n) as saw
    from (
      select id, account, candidate, sum(cents) over span as sum, count(*) over span as n
      from ${rows} m
      where cents < ${limit}
      window span as (
        partition by no, direction order by at range between ${daysInterval(period)} preceding and current row
      )
    ) summed
    where candidate and n >= ${repeatedCount} and sum >= ${limit}`,
  // another limit would have counted other transactions
  measured: ['repeatedCount'],
  meets: ({ repeatedCount }, { count }) => Number(count) >= repeatedCount,
  explain: ({ limit, period }, { cents, count }) => ({
    text: `Possible structuring: ${count} transactions under ${spokenUsd(limit)} totalling ${spokenUsd(cents)} in ${spokenDays(period)}`,
    facts: [
      {
        label: `Total in ${spokenDays(period)}, USD`,
        saw: decimalUsd(cents),
        allows: `less than ${decimalUsd(limit)}`,
      },
      { label: 'Transactions below the limit', saw: String(count), allows: null },
    ],
  }),
})
