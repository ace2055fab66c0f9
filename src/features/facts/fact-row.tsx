// One fact: label, value, whether it is new, and the records behind it with links to them.
import { Link } from '@tanstack/react-router'
import { factValue } from '#contract/model/facts/fact-sentence.ts'
import { FACTS, findFact, type Fact, type FactItem, type KnownFact } from '#contract/model/facts/facts.ts'
import { useNames } from '#src/data/names.ts'
import { formatAmount } from '#src/format/amount.ts'
import { countryLabel } from '#src/format/country.ts'
import { Tag } from '#src/ui/tag.tsx'
import { shortLabel } from './fact-groups.ts'
import { sourceHref } from './links.ts'

export interface Where {
  platform: string
  customerId: string
}

/** A notable fact, good or bad: marked by text and shape. */
function toneOf({ id, value }: KnownFact): 'stop' | 'warn' | null {
  if (id === 'sanctions.confirmed' && Number(value) > 0) return 'stop'
  if (id === 'sanctions.open' && Number(value) > 0) return 'stop'
  if (id === 'customer.pep' && value === true) return 'stop'
  if (id === 'customer.strs' && Number(value) > 0) return 'warn'
  if (id === 'amount.percentile' && Number(value) >= 95) return 'warn'
  if (id === 'amount.zScore' && Number(value) >= 3) return 'warn'
  if ((id === 'activity.incomingRatio' || id === 'activity.outgoingRatio') && Number(value) > 1) return 'warn'
  if (id === 'kyc.status' && value !== 'Confirmed') return 'warn'
  return null
}

/** Its months are drawn as a chart. */
const isCharted = (id: KnownFact['id']) => id === 'activity.incomingActual' || id === 'activity.outgoingActual'

const isNew = ({ id, value }: KnownFact) => id.endsWith('.earlier') && value === 0

/** The dispositions of a precedent's alerts. */
function closedWords({ id, value }: KnownFact, facts: readonly Fact[]): string {
  if ((id !== 'precedent.customer' && id !== 'precedent.alike') || value === 0) return ''
  const count = (part: 'Cleared' | 'Strs') => {
    const found = findFact(facts, `${id}${part}`)
    return found?.state === 'known' ? Number(found.value) : 0
  }
  return ` (${count('Cleared')} without STR, ${count('Strs')} with STR)`
}

function Value({ fact, facts }: { fact: KnownFact; facts: readonly Fact[] }) {
  const names = useNames()
  if (isNew(fact)) return <Tag tone="warn">New</Tag>
  const country = FACTS[fact.id].unit === 'country' ? countryLabel(String(fact.value), names.countries) : null
  const words = `${country ?? factValue(fact)}${closedWords(fact, facts)}`
  const tone = toneOf(fact)
  return (
    <>
      {tone ? <Tag tone={tone}>{words}</Tag> : words}
      {fact.since && <span className="text-muted"> since {fact.since}</span>}
    </>
  )
}

/** A record behind a fact, in a line. */
function Item({ item, where }: { item: FactItem; where: Where }) {
  const href = item.source && sourceHref(where.platform, item.source, where.customerId)
  const { label, on, status, usd } = item
  return (
    <li className="flex items-baseline gap-3">
      <span className="flex-none text-muted">{on}</span>
      {href ? (
        <Link to={href} className="min-w-0 grow text-accent">
          {label}
        </Link>
      ) : (
        <span className="min-w-0 grow">{label}</span>
      )}
      {status && <span className="text-muted">{status}</span>}
      {usd && <span className="tabular-nums">{formatAmount(usd)}</span>}
    </li>
  )
}

export function Items({ items, where }: { items: readonly FactItem[]; where: Where }) {
  return (
    <ul className="grid gap-0.5">
      {items.map((item, index) => (
        <Item key={item.source ? `${item.source.kind} ${item.source.id} ${index}` : index} item={item} where={where} />
      ))}
    </ul>
  )
}

export function FactRow({ fact, facts, where }: { fact: Fact; facts: readonly Fact[]; where: Where }) {
  const { label } = FACTS[fact.id]
  const items = fact.state === 'known' && !isCharted(fact.id) ? (fact.items ?? []) : []
  const href = sourceHref(where.platform, fact.source, where.customerId)
  return (
    <div className="contents">
      <dt className="text-muted" title={label}>
        {href ? (
          <Link to={href} className="hover:underline">
            {shortLabel(fact.id)}
          </Link>
        ) : (
          shortLabel(fact.id)
        )}
      </dt>
      <dd className="min-w-0 break-words">
        {fact.state === 'unknown' ? (
          <span className="text-muted">Unknown: {fact.reason}</span>
        ) : fact.id === 'alert.match' && href ? (
          <Link to={href} className="text-accent">
            Compare and decide
          </Link>
        ) : items.length === 0 ? (
          <Value fact={fact} facts={facts} />
        ) : (
          <details>
            <summary className="cursor-pointer">
              <Value fact={fact} facts={facts} />
            </summary>
            <Items items={items} where={where} />
          </details>
        )}
      </dd>
    </div>
  )
}
