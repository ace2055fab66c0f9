/** A name that is similar enough to an entry of the sanctions list. */
import { sql } from 'kysely'
import { defineRuleType } from '#server/monitoring/rule-type.ts'
import { THRESHOLD } from '#server/screening/settings.ts'

/** A match marked as a false positive is no reason any more. */
export const infolaftSanction = defineRuleType({
  type: 'infolaft_sanction',
  label: 'Sanctions list',
  description: 'The customer or the counterparty matches an entry of a sanctions list.',
  appliesTo: 'customer',
  fields: [{ name: 'ratio', label: 'Match score of at least, %', kind: 'percent', min: THRESHOLD * 100, default: 85 }],
  query: ({ ratio }, { platform, rows }) => sql`
    select distinct on (m.id, m.account) m.id, m.account,
      jsonb_build_object('hit', h.id::text, 'score', round(h.score::numeric * 100), 'name', h.party_name, 'entry', h.name) as saw
    from sanctions_hit h
    join ${rows} m on m.account = h.customer_id
    where h.platform = ${platform} and h.score::numeric * 100 >= ${ratio}
      and h.outcome in ('potential_match', 'true_positive', 'true_positive_reject')
      and m.candidate and (h.party = 'customer' or m.id <> '' and h.party_key = screening_key(m.other))
    order by m.id, m.account, h.score desc, h.id`,
  measured: ['ratio'],
  meets: ({ ratio }, { score }) => Number(score) >= ratio,
  explain: ({ ratio }, { score, name, entry }) => ({
    text: `Potential match: “${name}” / list entry “${entry}”, score ${score}`,
    facts: [
      { label: 'Match score', saw: String(score), allows: `less than ${ratio}` },
      { label: 'Name', saw: String(name), allows: null },
      { label: 'List entry', saw: String(entry), allows: null },
    ],
  }),
})
