/** Many parties paying into one account. */
import { sql } from 'kysely'
import { daysInterval, decimalUsd, defineRuleType, spokenDays, spokenUsd } from '#server/monitoring/rule-type.ts'

export const multipleSenders = defineRuleType({
  type: 'multiple_senders',
  label: 'Multiple senders',
  description: 'This transaction adds a sender to more than are allowed to pay into the account within the period.',
  appliesTo: 'period',
  fields: [
    { name: 'maxSenders', label: 'Senders allowed', kind: 'count', default: 5 },
    { name: 'period', label: 'Period', kind: 'days', default: 7 },
  ],
  reachDays: ({ period }) => period,
  worth: ({ maxSenders }) => ({
    candidate: sql`c.direction = 'incoming'`,
    account: sql`a.payments_in > ${maxSenders}`,
  }),
  // A window cannot count distinct values; counting payments leaves few accounts to do it for.
  query: ({ maxSenders, period }, { rows }) => sql`
    with counted as materialized (
      select id, no, account, other, at, cents, candidate, count(*) over (
        partition by no order by at range between ${daysInterval(period)} preceding and current row
      ) as n
      from ${rows} m
      where direction = 'incoming'
    )
    select c.id, c.account, jsonb_build_object('count', count(distinct b.other), 'cents', sum(b.cents)) as saw
    from counted c
    join counted b on b.no = c.no and b.at between c.at - ${daysInterval(period)} and c.at
    where c.candidate and c.n > ${maxSenders}
    group by c.id, c.account
    having count(distinct b.other) > ${maxSenders} and count(*) filter (where b.other = c.other) = 1`,
  measured: ['maxSenders'],
  meets: ({ maxSenders }, { count }) => Number(count) > maxSenders,
  explain: ({ maxSenders, period }, { count, cents }) => ({
    text: `Funds from ${count} senders: ${spokenUsd(cents)} in ${spokenDays(period)} (threshold: ${maxSenders})`,
    facts: [
      { label: `Senders in ${spokenDays(period)}`, saw: String(count), allows: String(maxSenders) },
      { label: 'Received from them, USD', saw: decimalUsd(cents), allows: null },
    ],
  }),
})
