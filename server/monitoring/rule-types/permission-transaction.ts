/** A payment, or a customer, of an account type that the rule's options do not permit. */
import { sql } from 'kysely'
import { defineRuleType } from '#server/monitoring/rule-type.ts'

export const permissionTransaction = defineRuleType({
  type: 'permission_transaction',
  label: 'Permission',
  description: 'The account is of a type that may not make such a transaction.',
  appliesTo: 'customer',
  fields: [
    {
      name: 'accountType',
      label: 'Account type',
      kind: 'choice',
      choices: [
        { value: 'personal', label: 'Personal' },
        { value: 'business', label: 'Business' },
      ],
      default: 'personal',
    },
  ],
  query: ({ accountType }, { rows }) => sql`
    select id, account, jsonb_build_object('type', account_type, 'service', coalesce(service, '')) as saw
    from ${rows} m where candidate and account_type = ${accountType}`,
  measured: ['accountType'],
  meets: ({ accountType }, { type }) => type === accountType,
  explain: (_, { type, service }) => ({
    text:
      service === ''
        ? `Activity not permitted for a ${type} account`
        : `Service not permitted for a ${type} account: ${service}`,
    facts: [
      { label: 'Account type', saw: String(type), allows: `not ${type}` },
      ...(service === ''
        ? []
        : [{ label: 'Service', saw: String(service), allows: null, field: 'transactionType' as const }]),
    ],
  }),
})
