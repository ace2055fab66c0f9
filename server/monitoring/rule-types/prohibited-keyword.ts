/** A word in a payment's description that is on the list. */
import { sql } from 'kysely'
import { defineRuleType } from '#server/monitoring/rule-type.ts'

export const prohibitedKeyword = defineRuleType({
  type: 'prohibited_keyword',
  label: 'Prohibited keyword',
  description: 'The description contains a word or phrase of the list, whatever its case, as whole words.',
  appliesTo: 'transaction',
  fields: [{ name: 'keywords', label: 'Keywords', kind: 'keywords', default: ['hawala', 'cash courier', 'ransom'] }],
  needs: ['description'],
  query: ({ keywords }, { rows }) => sql`
    select id, account, jsonb_build_object('keyword', keyword, 'description', description) as saw
    from ${rows} m
    cross join lateral (
      select keyword from unnest(${keywords}::text[]) with ordinality as listed (keyword, n)
      where position(' ' || lower(keyword) || ' ' in words) > 0
      order by n limit 1
    ) found
    where candidate and description is not null`,
  measured: ['keywords'],
  meets: ({ keywords }, { description }) => {
    const words = ` ${String(description)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
    return keywords.some((keyword) => words.includes(` ${keyword.toLowerCase()} `))
  },
  explain: (_, { keyword, description }) => ({
    text: `Description contains prohibited keyword "${keyword}"`,
    facts: [{ label: 'Description', saw: String(description), allows: `not ${keyword}`, field: 'transactionDesc' }],
  }),
})
