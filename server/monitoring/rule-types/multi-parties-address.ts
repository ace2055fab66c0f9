/** Customers who share one address. */
import { sql, type RawBuilder } from 'kysely'
import { defineRuleType } from '#server/monitoring/rule-type.ts'

/** The compared addresses, as in the indexes: of a type of customer, or of any registration country. */
const ADDRESSES: Record<string, { key: (alias: string) => RawBuilder<string>; type?: string; label: string }> = {
  home: { key: addressOf, type: 'personal', label: 'home address' },
  business: { key: addressOf, type: 'business', label: 'business address' },
  ip: { key: (alias) => sql`${sql.ref(`${alias}.profile`)} ->> 'registrationIp'`, label: 'IP address' },
}

function addressOf(alias: string): RawBuilder<string> {
  return sql.ref(`${alias}.address_key`)
}

export const multiPartiesAddress = defineRuleType({
  type: 'multi_parties_address',
  label: 'Multiple parties at an address',
  description: 'At least this many customers share an address: of residence, business, or registration.',
  appliesTo: 'customer',
  fields: [
    {
      name: 'addressType',
      label: 'Address',
      kind: 'choice',
      choices: [
        { value: 'home', label: 'Home' },
        { value: 'business', label: 'Business' },
        { value: 'ip', label: 'IP address' },
      ],
      default: 'home',
    },
    { name: 'repeatedCount', label: 'Customers at least', kind: 'count', min: 2, default: 3 },
  ],
  query: ({ addressType, repeatedCount }, { platform, rows }) => {
    const { key, type } = ADDRESSES[addressType] ?? { key: addressOf }
    return sql`
      with judged as materialized (
        select a.account, ${key('c')} as address
        from (select distinct account from ${rows} m where candidate) a
        join customer c on c.platform = ${platform} and c.id = a.account ${ofType('c', type)}
      ),
      shared as materialized (
        select address, n from (select distinct address from judged where address is not null) j
        cross join lateral (
          select count(*) as n from customer c
          where c.platform = ${platform} and ${key('c')} = j.address ${ofType('c', type)}
        ) others
        where n >= ${repeatedCount}
      )
      select m.id, m.account, jsonb_build_object('count', s.n, 'address', replace(s.address, '|', ', ')) as saw
      from shared s join judged j on j.address = s.address
      join ${rows} m on m.account = j.account
      where m.candidate`
  },
  measured: ['repeatedCount'],
  meets: ({ repeatedCount }, { count }) => Number(count) >= repeatedCount,
  explain: ({ addressType, repeatedCount }, { count, address }) => ({
    text: `${count} customers at one ${ADDRESSES[addressType]?.label}`,
    facts: [
      { label: 'Customers', saw: String(count), allows: `fewer than ${repeatedCount}` },
      { label: 'Address', saw: String(address), allows: null },
    ],
  }),
})

function ofType(alias: string, type: string | undefined): RawBuilder<unknown> {
  return type === undefined ? sql`` : sql`and ${sql.ref(`${alias}.type`)} = ${type}`
}
