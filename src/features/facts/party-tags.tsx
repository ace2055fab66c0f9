// Tags in red in every header: properties of a party that must not be overlooked.
import { findFact, type Fact, type FactId } from '#contract/model/facts/facts.ts'
import { factsOf } from '#contract/model/facts/seen-facts.ts'
import { countOf } from '#src/format/count.ts'
import { Tag } from '#src/ui/tag.tsx'
import { useFacts, type FactSubject } from './queries.ts'

/** Sanctions matches and political exposure of the customer behind a case, one alert of it, or an account alert. */
export function PartyTags({ alertId = null, ...subject }: FactSubject & { alertId?: string | null }) {
  const { sheet } = useFacts(subject)
  return sheet ? <RedTags words={tagsOf(factsOf(sheet, alertId))} /> : null
}

/** With text and colour. */
export function RedTags({ words }: { words: readonly string[] }) {
  return words.map((text) => (
    <Tag key={text} tone="stop">
      {text}
    </Tag>
  ))
}

/** Matches of the customer itself, and of those it deals with. */
interface Matches {
  own: number
  counterparty: number
}

/** The text of open and confirmed sanctions matches by party, the customer's own first. */
export function sanctionText(open: Matches, confirmed: Matches): string[] {
  const toReview = (n: number) => `${countOf(n, 'sanctions match', 'sanctions matches')} to review`
  return [
    ...(confirmed.own > 0 ? ['Sanctions match confirmed'] : []),
    ...(confirmed.counterparty > 0 ? ['Counterparty: sanctions match confirmed'] : []),
    ...(open.own > 0 ? [toReview(open.own)] : []),
    ...(open.counterparty > 0 ? [`Counterparty: ${toReview(open.counterparty)}`] : []),
  ]
}

/** The tags from a party's facts, the most severe first. */
export function tagsOf(facts: readonly Fact[]): string[] {
  const known = (id: FactId) => {
    const fact = findFact(facts, id)
    return fact?.state === 'known' ? fact : undefined
  }
  // the customer's own come first among the fact's records
  const matches = (id: FactId): Matches => {
    const { value, items = [] } = known(id) ?? { value: 0 }
    const own = items.filter(({ status }) => status === 'customer').length
    return { own, counterparty: Number(value) - own }
  }
  return [
    ...sanctionText(matches('sanctions.open'), matches('sanctions.confirmed')),
    ...(known('customer.pep')?.value === true ? ['PEP'] : []),
  ]
}
