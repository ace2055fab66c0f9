/** More payments on an account than a period allows. */
import { sql } from 'kysely'
import { daysInterval, defineRuleType, spokenDays } from '#server/monitoring/rule-type.ts'

export const accountVelocity = defineRuleType({
  type: 'account_velocity',
  label: 'Account velocity',
  description: 'More transactions on the account within the period than allowed, this one included.',
  appliesTo: 'period',
  fields: [
    { name: 'maxTransactions', label: 'Transactions allowed', kind: 'count', default: 10 },
    { name: 'period', label: 'Period', kind: 'days', default: 1 },
  ],
  reachDays: ({ period }) => period,
  worth: ({ maxTransactions }) => ({ account: sql`a.payments > ${maxTransactions}` }),
  query: ({ maxTransactions, period }, { rows }) => sql`
    select id, account, jsonb_build_object('count', n) as saw
    from (
      select id, account, candidate, count(*) over (
        partition by no order by at range between ${daysInterval(period)} preceding and current row
      ) as n
      from ${rows} m
    ) counted
    where candidate and n > ${maxTransactions}`,
  measured: ['maxTransactions'],
  meets: ({ maxTransactions }, { count }) => Number(count) > maxTransactions,
  explain: ({ maxTransactions, period }, { count }) => ({
    text: `${count} transactions in ${spokenDays(period)} (threshold: ${maxTransactions})`,
    facts: [{ label: `Transactions in ${spokenDays(period)}`, saw: String(count), allows: String(maxTransactions) }],
  }),
})
