/** A customer much of whose business is with countries on the list. */
import { sql } from 'kysely'
import { daysInterval, defineRuleType, spokenDays } from '#server/monitoring/rule-type.ts'

export const highRiskTransactionality = defineRuleType({
  type: 'high_risk_transactionality',
  label: 'High-risk transactionality',
  description: 'Of the transactions of the period, at least the given part is with the countries of the list.',
  appliesTo: 'customer',
  fields: [
    { name: 'countries', label: 'Countries', kind: 'countries', default: ['IR', 'KP', 'MM'] },
    { name: 'percentTransactions', label: 'Of the transactions, %', kind: 'percent', default: 25 },
    { name: 'period', label: 'Period', kind: 'days', default: 30 },
  ],
  needs: ['country'],
  reachDays: ({ period }) => period,
  worth: ({ countries }) => ({
    candidate: sql`(c.id = '' or c.country = any(${countries}) or c.other_country = any(${countries}))`,
  }),
  // Only a transaction with such a country: the others would repeat the alert until the period ends.
  query: ({ countries, percentTransactions, period }, { rows }) => sql`
    select id, account, jsonb_build_object('count', risky, 'of', n) as saw
    from (
      select id, account, candidate, is_risky, count(*) filter (where id <> '') over span as n,
        count(*) filter (where is_risky) over span as risky
      from (
        select *, id <> '' and coalesce(country = any(${countries}), false)
          or coalesce(other_country = any(${countries}), false) as is_risky
        from ${rows} m
      ) told
      window span as (partition by no order by at range between ${daysInterval(period)} preceding and current row)
    ) counted
    where candidate and (is_risky or id = '') and risky > 0 and risky * 100 >= n * ${percentTransactions}::numeric`,
  measured: ['percentTransactions'],
  meets: ({ percentTransactions }, saw) => Number(saw['count']) * 100 >= Number(saw['of']) * percentTransactions,
  explain: ({ countries, percentTransactions, period }, saw) => ({
    text: `${saw['count']} of ${saw['of']} transactions within ${spokenDays(period)} are with ${countries.join(', ')}`,
    facts: [
      {
        label: `Of the transactions in ${spokenDays(period)}, %`,
        saw: ((100 * Number(saw['count'])) / Number(saw['of'])).toFixed(0),
        allows: `less than ${percentTransactions}`,
      },
    ],
  }),
})
