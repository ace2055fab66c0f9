/** Builds facts: known or unknown, each with a version over its value. */
import { createHash } from 'node:crypto'
import type { Stamp } from '#contract/model/common.ts'
import type { Fact, FactId, FactSheet, FactSource, KnownFact } from '#contract/model/facts/facts.ts'

/** A fact before it has a version and a moment. */
export type Found =
  | (Pick<KnownFact, 'id' | 'value' | 'source'> & Partial<Pick<KnownFact, 'alertId' | 'since' | 'sample' | 'items'>>)
  | { id: FactId; reason: string; source: FactSource; alertId?: string | null }

/** The value as a known fact, or the reason where there is none. */
export function factOf(
  id: FactId,
  source: FactSource,
  value: KnownFact['value'] | null | undefined,
  reason: string,
  { alertId = null, ...more }: Partial<Pick<KnownFact, 'alertId' | 'since' | 'sample' | 'items'>> = {},
): Found {
  if (value === null || value === undefined || value === '') return { id, source, reason, alertId }
  return { id, source, value, alertId, ...more }
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
  about: Pick<FactSheet, 'subject' | 'asOf' | 'ruleRevisions' | 'account' | 'otherAccounts'>,
  found: readonly Found[],
): FactSheet {
  const facts = toFacts(found, about.asOf)
  const version = digestOf(facts.map(({ id, alertId, version: of }) => [id, alertId, of]))
  return { ...about, version, facts }
}

/** `YYYY-MM-DD` in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
