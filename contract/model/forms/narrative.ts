/** The six questions that a note or the narrative of a report answers. */

export const NARRATIVE_ASPECTS = ['who', 'what', 'where', 'when', 'why', 'how'] as const
export type Aspect = (typeof NARRATIVE_ASPECTS)[number]

const SIGNS: Record<Aspect, RegExp> = {
  who: /\b(customer|client|sender|payer|payee|beneficiary|counterpart\w*|director|owner|company)\b/i,
  what: /(?<![\d,.])\d[\d,.]* ?[A-Z]{3}\b|\b(transfer|payment|wire|deposit|withdrawal|transaction|amount|activity|alert)s?\b/i,
  where: /\b(country|countries|bank|account|branch|address|from [A-Z]\w+|to [A-Z]\w+|in [A-Z]\w+|incoming|outgoing)\b/,
  when: /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2} (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(today|yesterday|months?|days?|weeks?|year)\b/i,
  why: /\b(because|since|as the|due to|fits?|explain\w*|consistent|expected|purpose|reason|grounds|suspic\w*|ordinary|wrong)\b/i,
  how: /\b(reviewed|checked|verified|documents?|invoice|contract|statement|profile|history|screening|seen|called|confirmed)\b/i,
}

/** The questions, of the usual six, that a text seems to answer: by signal words and known names. */
export function aspectsIn(text: string, names: readonly string[] = []): Record<Aspect, boolean> {
  const hasName = names.some((name) => text.includes(name))
  const found = NARRATIVE_ASPECTS.map((aspect) => [aspect, SIGNS[aspect].test(text) || (aspect === 'who' && hasName)])
  return Object.fromEntries(found) as Record<Aspect, boolean>
}
