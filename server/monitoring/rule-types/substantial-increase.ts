/** An account that suddenly moves a multiple of what it used to. */
import { sql } from 'kysely'
import { daysInterval, decimalUsd, defineRuleType, spokenDays, spokenUsd } from '#server/monitoring/rule-type.ts'

/** The number of earlier periods in the baseline, if the account is old enough. */
const BASE_PERIODS = 3

export const substantialIncrease = defineRuleType({
  type: 'substantial_increase',
  label: 'Substantial increase',
  description: `This transaction lifts the period's total to a multiple of the average of up to ${BASE_PERIODS} periods before.`,
  appliesTo: 'period',
  fields: [
    { name: 'ratio', label: 'Times the average', kind: 'number', default: 3 },
    { name: 'amount', label: 'At least, USD', kind: 'amount', default: '1000' },
    { name: 'period', label: 'Period', kind: 'days', max: 365, default: 30 },
  ],
  reachDays: ({ period }) => period * (BASE_PERIODS + 1),
  worth: ({ amount, period }) => ({ account: sql`a.cents >= ${amount}`, days: period }),
  // Only the transaction that crosses the threshold: later ones of the period would repeat the alert. There is no
  // baseline with less than one whole period of history.
  query: ({ ratio, amount, period }, { rows }) => sql`
    select id, account, jsonb_build_object('cents', recent, 'average', round(base / periods)) as saw
    from (
      select *, least(${BASE_PERIODS}::float8,
        extract(epoch from (at - ${daysInterval(period)} - first)) / (${period}::float8 * 86400))::numeric as periods
      from (
        select id, account, candidate, at, cents,
          sum(cents) over (
            partition by no order by at range between ${daysInterval(period)} preceding and current row
          ) as recent,
          sum(cents) over base as base,
          first_value(at) over base as first
        from ${rows} m
        window base as (
          partition by no order by at
          range between ${daysInterval(period * (BASE_PERIODS + 1))} preceding and ${daysInterval(period)} preceding
        )
      ) summed
      where candidate and recent >= ${amount} and base > 0
    ) aged
    where periods >= 1 and recent * periods >= ${ratio}::numeric * base
      and (recent - cents < ${amount} or (recent - cents) * periods < ${ratio}::numeric * base)`,
  measured: ['ratio', 'amount'],
  meets: ({ ratio, amount }, { cents, average }) => Number(cents) >= amount && Number(cents) >= ratio * Number(average),
  explain: ({ ratio, amount, period }, { cents, average }) => ({
    text: `${spokenUsd(cents)} in ${spokenDays(period)} vs baseline ${spokenUsd(average)}`,
    facts: [
      {
        label: `Total in ${spokenDays(period)}, USD`,
        saw: decimalUsd(cents),
        allows: `less than ${decimalUsd(amount)}`,
      },
      { label: 'Times the average', saw: (Number(cents) / Number(average)).toFixed(1), allows: `less than ${ratio}` },
    ],
  }),
})
