/** A payment, or a sign-in, made from far away of where the customer lives. */
import { sql } from 'kysely'
import { defineRuleType } from '#server/monitoring/rule-type.ts'

export const ipDifferentFromAccount = defineRuleType({
  type: 'ip_different_from_account',
  label: 'IP different from account',
  description:
    'Initiated from another country than the customer lives in, whose borders are at least the distance apart. Of a customer, where it last signed in.',
  appliesTo: 'customer',
  fields: [
    { name: 'distance', label: 'Distance, km', kind: 'number', max: 20_040, default: 500 },
    {
      name: 'customerCountries',
      label: 'Countries of evaluated customers; none for all',
      kind: 'countries',
      min: 0,
      default: [],
    },
  ],
  needs: ['country'],
  // many are as far away as each other, and to find out how far takes much longer than all the rest
  query: ({ distance, customerCountries }, { rows }) => sql`
    with away as materialized (
      select id, account, country, home from ${rows} m
      where candidate and country <> home
        and (${customerCountries.length === 0} or home = any(${customerCountries}))
    ),
    far as materialized (
      select country, home, country_km(home, country) as km from (select distinct country, home from away) pair
    )
    select id, account, jsonb_build_object('country', country, 'home', home, 'km', km) as saw
    from away join far using (country, home)
    where km >= ${distance}::float8`,
  measured: ['distance'],
  meets: ({ distance }, { km }) => Number(km) >= distance,
  explain: ({ distance }, { country, home, km }) => ({
    text: `Initiated from ${country}, ≥ ${km} km from the country of residence (${home})`,
    facts: [
      { label: 'Distance, km', saw: String(km), allows: `less than ${distance}` },
      { label: 'Country', saw: String(country), allows: String(home), field: 'transactionCountry' },
    ],
  }),
})
