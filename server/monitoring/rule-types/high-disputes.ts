/** A customer many of whose transactions are disputed. */
import { sql } from 'kysely'
import { daysInterval, defineRuleType, spokenDays } from '#server/monitoring/rule-type.ts'

/** A dispute is a separate transaction that names the disputed one, and has its own time. */
export const highDisputes = defineRuleType({
  type: 'high_disputes',
  label: 'High disputes',
  description: 'At least the given share of the period’s transactions was disputed.',
  appliesTo: 'customer',
  fields: [
    { name: 'percentDisputes', label: 'Disputed, %', kind: 'percent', default: 1 },
    { name: 'maxTransactions', label: 'Transactions at least', kind: 'count', min: 1, default: 100 },
    { name: 'period', label: 'Period', kind: 'days', default: 30 },
  ],
  needs: ['dispute'],
  reachDays: ({ period }) => period,
  worth: ({ maxTransactions }) => ({
    candidate: sql`(c.id = '' or c.is_dispute)`,
    account: sql`a.payments > ${maxTransactions}`,
  }),
  query: ({ percentDisputes, maxTransactions, period }, { rows }) => sql`
    select id, account, jsonb_build_object('disputes', disputes, 'of', n) as saw
    from (
      select id, account, candidate, is_dispute, count(*) filter (where id <> '' and not is_dispute) over span as n,
        count(*) filter (where is_dispute) over span as disputes
      from ${rows} m
      window span as (partition by no order by at range between ${daysInterval(period)} preceding and current row)
    ) counted
    where candidate and (is_dispute or id = '') and disputes > 0 and n >= ${maxTransactions}
      and disputes * 100 >= n * ${percentDisputes}::numeric`,
  measured: ['percentDisputes', 'maxTransactions'],
  meets: ({ percentDisputes, maxTransactions }, saw) =>
    Number(saw['of']) >= maxTransactions && Number(saw['disputes']) * 100 >= Number(saw['of']) * percentDisputes,
  explain: ({ percentDisputes, period }, saw) => ({
    text: `${saw['disputes']} disputes of ${saw['of']} transactions within ${spokenDays(period)}`,
    facts: [
      {
        label: `Disputed in ${spokenDays(period)}, %`,
        saw: ((100 * Number(saw['disputes'])) / Number(saw['of'])).toFixed(1),
        allows: `less than ${percentDisputes}`,
      },
      { label: 'Disputes', saw: String(saw['disputes']), allows: null },
    ],
  }),
})
