/** One payment of at least an amount. */
import { sql } from 'kysely'
import { decimalUsd, defineRuleType, spokenUsd } from '#server/monitoring/rule-type.ts'

export const limitTransaction = defineRuleType({
  type: 'limit_transaction',
  label: 'Transaction limit',
  description: 'A single transaction reaches the limit.',
  appliesTo: 'transaction',
  fields: [{ name: 'limit', label: 'Limit, USD', kind: 'amount', default: '10000' }],
  query: ({ limit }, { rows }) => sql`
    select id, account, jsonb_build_object('cents', cents) as saw from ${rows} m where candidate and cents >= ${limit}`,
  measured: ['limit'],
  meets: ({ limit }, { cents }) => Number(cents) >= limit,
  explain: ({ limit }, { cents }) => ({
    text: `${spokenUsd(cents)} in one transaction; the limit is ${spokenUsd(limit)}`,
    facts: [
      {
        label: 'Amount, USD',
        saw: decimalUsd(cents),
        allows: `less than ${decimalUsd(limit)}`,
        field: 'transactionUsdAmount',
      },
    ],
  }),
})
