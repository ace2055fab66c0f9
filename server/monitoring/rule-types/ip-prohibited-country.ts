/** A payment made in, or with a party of, a country on the list. */
import { sql } from 'kysely'
import { defineRuleType } from '#server/monitoring/rule-type.ts'

export const ipProhibitedCountry = defineRuleType({
  type: 'ip_prohibited_country',
  label: 'Prohibited country',
  description: 'The transaction was made from a country on the list, or its counterparty is there.',
  appliesTo: 'transaction',
  fields: [{ name: 'countries', label: 'Countries', kind: 'countries', default: ['IR', 'KP', 'MM'] }],
  needs: ['country'],
  query: ({ countries }, { rows }) => sql`
    select id, account, jsonb_build_object('country', country, 'other', coalesce(other_country, '')) as saw
    from ${rows} m
    where candidate and (country = any(${countries}) or other_country = any(${countries}))`,
  measured: ['countries'],
  meets: ({ countries }, { country, other }) =>
    countries.includes(String(country)) || countries.includes(String(other)),
  explain: ({ countries }, { country, other }) => {
    const isOther = !countries.includes(String(country))
    const where = isOther ? other : country
    return {
      text: isOther
        ? `Counterparty in ${where}, a prohibited jurisdiction`
        : `Initiated from ${where}, a prohibited jurisdiction`,
      facts: [
        {
          label: isOther ? 'Country of the counterparty' : 'Country',
          saw: String(where),
          allows: `not ${countries.join(', ')}`,
          ...(!isOther && { field: 'transactionCountry' }),
        },
      ],
    }
  },
})
