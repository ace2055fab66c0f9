/** Builds facts: known or unknown, each with a version over its value. */
import { createHash } from 'node:crypto'
import type { Stamp } from '#contract/model/common.ts'
import type { Fact, FactId, FactSheet, FactSource, KnownFact } from '#contract/model/facts/facts.ts'

/** A fact before it has a version and a moment. */
export type Found =
  | (Pick<KnownFact, 'id' | 'value' | 'source'> & Partial<Pick<KnownFact, 'alertId' | 'since' | 'items'>>)
  | { id: FactId; reason: string; source: FactSource; alertId?: string | null }

/** The value as a known fact, or the reason where there is none. */
export function known(
  id: FactId,
  source: FactSource,
  value: KnownFact['value'] | null | undefined,
  reason: string,
  more: Partial<Pick<KnownFact, 'since' | 'items'>> = {},
): Found {
  if (value === null || value === undefined || value === '') return { id, source, reason }
  return { id, source, value, ...more }
}

/** With sorted keys, so that equal objects have the same digest. */
function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)
}

function toFact({ source, alertId = null, id, ...rest }: Found, asOf: Stamp): Fact {
  const version = digestOf([id, rest])
  const common = { id, alertId, source, asOf, version }
  return 'reason' in rest ? { ...common, state: 'unknown', ...rest } : { ...common, state: 'known', ...rest }
}

export const toFacts = (found: readonly Found[], asOf: Stamp): Fact[] => found.map((one) => toFact(one, asOf))

export function toSheet(
  subject: FactSheet['subject'],
  asOf: Stamp,
  ruleRevisions: FactSheet['ruleRevisions'],
  found: readonly Found[],
): FactSheet {
  const facts = toFacts(found, asOf)
  const version = digestOf(facts.map(({ id, alertId, version: of }) => [id, alertId, of]))
  return { subject, asOf, version, ruleRevisions, facts }
}

/** `YYYY-MM-DD` in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
