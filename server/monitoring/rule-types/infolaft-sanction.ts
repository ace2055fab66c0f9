/** A name that is alike enough to an entry of the sanctions list. */
import { sql } from 'kysely'
import { defineRuleType } from '#server/monitoring/rule-type.ts'
import { SIMILARITY } from '#server/policy/sanctions.ts'

/** What somebody found to be another person is no reason any more. */
export const infolaftSanction = defineRuleType({
  type: 'infolaft_sanction',
  label: 'Sanctions list',
  description: 'The customer or the other party is alike enough to an entry of the sanctions list.',
  judges: 'customer',
  fields: [{ name: 'ratio', label: 'Alike by at least, %', kind: 'percent', min: SIMILARITY * 100, default: 85 }],
  query: ({ ratio }, { platform, rows }) => sql`
    select distinct on (m.id, m.account) m.id, m.account,
      jsonb_build_object('score', round(h.score::numeric * 100), 'name', h.party_name, 'entry', h.name) as saw
    from sanctions_hit h
    join ${rows} m on m.account = h.customer_id
    where h.platform = ${platform} and h.score::numeric * 100 >= ${ratio}
      and h.outcome in ('potential_match', 'true_positive', 'true_positive_reject')
      and m.candidate and (h.party = 'customer' or m.id <> '' and h.party_key = screening_name(m.other))
    order by m.id, m.account, h.score desc, h.id`,
  measured: ['ratio'],
  meets: ({ ratio }, { score }) => Number(score) >= ratio,
  explain: ({ ratio }, { score, name, entry }) => ({
    text: `“${name}” is like “${entry}” of the sanctions list by ${score} %`,
    facts: [
      { label: 'Likeness, %', saw: String(score), allows: `less than ${ratio}` },
      { label: 'Name', saw: String(name), allows: null },
      { label: 'Entry of the list', saw: String(entry), allows: null },
    ],
  }),
})
