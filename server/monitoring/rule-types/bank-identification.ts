/** A bank on the list, on either side of a payment. */
import { sql } from 'kysely'
import { defineRuleType } from '#server/monitoring/rule-type.ts'

/** Four letters of a SWIFT code identify a bank; a shorter code is ignored. */
const CODE_MIN = 4

export const bankIdentification = defineRuleType({
  type: 'bank_identification',
  label: 'Bank identification',
  description:
    'The bank of either side is on the list, by its name as whole words, or by the beginning of its SWIFT or bank code or of the card number (BIN).',
  appliesTo: 'transaction',
  fields: [{ name: 'keywords', label: 'Banks: names, codes, BINs', kind: 'keywords', default: [] }],
  needs: ['bank'],
  query: ({ keywords }, { rows }) => sql`
    select id, account, jsonb_build_object('bank', bank, 'isCode', is_code::int, 'entry', entry) as saw
    from ${rows} m
    cross join lateral (
      select bank, is_code, entry
      from (
        select unnest(bank_names) as bank, false as is_code union all select unnest(string_to_array(bank_codes, '|')), true
      ) named
      join unnest(${keywords}::text[]) with ordinality as listed (entry, n) on case when is_code
        then length(entry) >= ${CODE_MIN} and starts_with(bank, upper(replace(entry, ' ', '')))
        else position(' ' || lower(entry) || ' ' in
          ' ' || regexp_replace(lower(bank), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0 end
      order by n, bank limit 1
    ) found
    -- one look at all of a payment's banks leaves few of which one is looked for
    where candidate and exists (
      select from unnest(${keywords}::text[]) as entry where position(' ' || lower(entry) || ' ' in bank_words) > 0
        or position('|' || upper(replace(entry, ' ', '')) in bank_codes) > 0
    )`,
  measured: ['keywords'],
  meets: ({ keywords }, { bank, isCode }) =>
    keywords.some((entry) => (isCode === 1 ? begins : names)(entry, String(bank))),
  explain: (_, { bank, entry }) => ({
    text: `The bank ${bank} is on the list`,
    facts: [{ label: 'Bank', saw: String(bank), allows: `not ${entry}` }],
  }),
})

function begins(entry: string, code: string): boolean {
  return entry.length >= CODE_MIN && code.startsWith(entry.replaceAll(' ', '').toUpperCase())
}

function names(entry: string, bank: string): boolean {
  const words = ` ${bank.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  return words.includes(` ${entry.toLowerCase()} `)
}
