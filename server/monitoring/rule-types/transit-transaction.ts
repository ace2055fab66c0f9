/** Money that leaves an account soon after it came in. */
import { sql } from 'kysely'
import { daysInterval, decimalUsd, defineRuleType, spokenDays, spokenUsd } from '#server/monitoring/rule-type.ts'

export const transitTransaction = defineRuleType({
  type: 'transit_transaction',
  label: 'Transit',
  description: 'The given share of an inflow of at least the amount left after it, within the period.',
  appliesTo: 'period',
  fields: [
    { name: 'amount', label: 'Money in at least, USD', kind: 'amount', default: '5000' },
    { name: 'percentTransactions', label: 'Outflow, % of inflow', kind: 'percent', default: 90 },
    { name: 'period', label: 'Period', kind: 'days', default: 2 },
  ],
  reachDays: ({ period }) => period,
  worth: ({ amount }) => ({ candidate: sql`c.direction = 'outgoing'`, account: sql`a.cents_in >= ${amount}` }),
  // Money that left before any came in is no part of the outflow: the most that had left beyond the inflow.
  query: ({ amount, percentTransactions, period }, { rows }) => sql`
    select id, account, jsonb_build_object('in', money_in, 'out', money_out) as saw
    from (
      select id, account, candidate, direction, money_in,
        money_out - greatest(0, most_beyond - (beyond - (money_out - money_in))) as money_out
      from (
        select id, account, candidate, direction, beyond, max(beyond) over span as most_beyond,
          coalesce(sum(cents) filter (where direction = 'incoming') over span, 0) as money_in,
          coalesce(sum(cents) filter (where direction = 'outgoing') over span, 0) as money_out
        from (
          select *, sum(case direction when 'outgoing' then cents else -cents end) over (partition by no order by at)
            as beyond
          from ${rows} m
        ) m
        window span as (partition by no order by at range between ${daysInterval(period)} preceding and current row)
      ) flowed
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
