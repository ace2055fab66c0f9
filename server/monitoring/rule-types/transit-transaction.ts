/** Money that leaves an account soon after it came in. */
import { sql } from 'kysely'
import { daysInterval, decimalUsd, defineRuleType, spokenDays, spokenUsd } from '#server/monitoring/rule-type.ts'

export const transitTransaction = defineRuleType({
  type: 'transit_transaction',
  label: 'Transit',
  description: 'The given share of an inflow of at least the amount left within the period.',
  appliesTo: 'period',
  fields: [
    { name: 'amount', label: 'Money in at least, USD', kind: 'amount', default: '5000' },
    { name: 'percentTransactions', label: 'Outflow, % of inflow', kind: 'percent', default: 90 },
    { name: 'period', label: 'Period', kind: 'days', default: 2 },
  ],
  reachDays: ({ period }) => period,
  worth: ({ amount }) => ({ candidate: sql`c.direction = 'outgoing'`, account: sql`a.cents_in >= ${amount}` }),
  query: ({ amount, percentTransactions, period }, { rows }) => sql`
    select id, account, jsonb_build_object('in', money_in, 'out', money_out) as saw
    from (
      select id, account, candidate, direction,
        sum(cents) filter (where direction = 'incoming') over span as money_in,
        sum(cents) filter (where direction = 'outgoing') over span as money_out
      from ${rows} m
      window span as (partition by no order by at range between ${daysInterval(period)} preceding and current row)
    ) summed
    where candidate and direction = 'outgoing' and money_in >= ${amount}
      and money_out >= money_in * ${percentTransactions}::numeric / 100`,
  measured: ['amount', 'percentTransactions'],
  meets: ({ amount, percentTransactions }, saw) =>
    Number(saw['in']) >= amount && Number(saw['out']) >= (Number(saw['in']) * percentTransactions) / 100,
  explain: ({ amount, percentTransactions, period }, saw) => ({
    text: `Rapid movement of funds: ${spokenUsd(saw['in'])} in, ${spokenUsd(saw['out'])} out within ${spokenDays(period)}`,
    facts: [
      {
        label: `Inflow, last ${spokenDays(period)}, USD`,
        saw: decimalUsd(saw['in']),
        allows: `less than ${decimalUsd(amount)}`,
      },
      {
        label: 'Outflow, % of inflow',
        saw: ((100 * Number(saw['out'])) / Number(saw['in'])).toFixed(0),
        allows: `less than ${percentTransactions}`,
      },
    ],
  }),
})
