/** A fact as a plain sentence: the same words on screen, in notes and in reports. */
import { FACTS, type Fact, type FactItem, type KnownFact } from './facts.ts'

const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const DAYS_OF_YEAR = 365.25

/** A duration in its largest useful unit: "12 days", "7 months", "3 years". */
function spokenDays(days: number): string {
  if (days < 60) return days === 1 ? '1 day' : `${days} days`
  if (days < 730) return `${Math.floor(days / (DAYS_OF_YEAR / 12))} months`
  return `${Math.floor(days / DAYS_OF_YEAR)} years`
}

/** The value of a fact with its unit and sample, without its label: "4,200.00 USD", "97 % of 23 payments", "Yes". */
export function factValue(fact: Fact): string {
  if (fact.state === 'unknown') return 'Unknown'
  return fact.sample === undefined ? bareValue(fact) : `${bareValue(fact)} of ${fact.sample}`
}

function bareValue(fact: KnownFact): string {
  const { value } = fact
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  switch (FACTS[fact.id].unit) {
    case 'usd':
      return `${grouped.format(value)} USD`
    case 'percent':
      return `${whole.format(value)} %`
    case 'ratio':
      return `${whole.format(value)}×`
    case 'days':
      return spokenDays(value)
    default:
      return whole.format(value)
  }
}

/** "first seen 2026-01-04", for what is counted since a day. */
const since = ({ since: day }: KnownFact): string => (day === undefined ? '' : `, first seen ${day}`)

/** The label of a new value without earlier occurrences. */
const NEW: Partial<Record<Fact['id'], string>> = {
  'counterparty.earlier': 'The counterparty is new to the customer',
  'counterpartyCountry.earlier': 'The counterparty country is new to the customer',
  'device.earlier': 'The device is new to the customer',
  'ip.earlier': 'The IP address is new to the customer',
  'ipCountry.earlier': 'The IP country is new to the customer',
  'allowlist.covering': 'No allowlist covers the alert',
  'documents.onFile': 'No document is on file',
  'precedent.customer': 'No prior alert of this rule on this customer was decided',
  'precedent.alike': 'No prior alert of this rule with a similar amount and risk was decided',
  'duplicate.shared': 'No earlier alert on the same triggering transactions was decided',
  'customer.strs': 'The customer has no STR or SAR',
  'sanctions.open': 'No potential sanctions match is open',
  'sanctions.confirmed': 'No sanctions match is confirmed',
}

/** One sentence with a full stop. */
export function factSentence(fact: Fact): string {
  const { label } = FACTS[fact.id]
  if (fact.state === 'unknown') return `${label}: unknown (${fact.reason.replace(/\.$/, '')}).`
  const none = fact.value === 0 ? NEW[fact.id] : undefined
  return none === undefined ? `${label}: ${factValue(fact)}${since(fact)}.` : `${none}.`
}

/** The maximum number of named records; further ones are counted. */
const NAMED = 3

/** A record by what it is found by: an id, or its name. */
function recordWords({ source, label }: FactItem): string {
  if (source?.kind === 'case') return source.id
  if (source?.kind === 'alert') return `alert ${source.id}`
  return source?.kind === 'allowlist' ? `${label}, allowlist ${source.id}` : label
}

/** The evidence of a fact for a note: "Documents on file: 2 (Invoice, Contract)". */
export function factEvidence(fact: Fact): string {
  const { label } = FACTS[fact.id]
  if (fact.state === 'unknown') return `${label}: unknown, ${fact.reason.replace(/\.$/, '')}`
  const records = (fact.items ?? []).filter(({ source }) => source !== null)
  const named = [...new Set(records.map(recordWords))]
  const more = named.length > NAMED ? ' and more' : ''
  const told = named.length > 0 ? ` (${named.slice(0, NAMED).join('; ')}${more})` : ''
  return `${label}: ${factValue(fact)}${since(fact)}${told}`
}
