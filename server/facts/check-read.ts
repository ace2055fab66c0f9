/** Checks whether the facts behind a closing without a report were read before it, and not too long before. */
import { fromStamp } from '#contract/model/common.ts'
import type { Fact } from '#contract/model/facts/facts.ts'
import { closingFacts } from '#contract/model/facts/rule-facts.ts'
import type { Decided, Unsealed } from '#contract/model/facts/seal.ts'
import type { SeenFacts } from '#contract/model/facts/seen-facts.ts'
import type { Acting } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { actedAt } from '#server/ops/effect.ts'
import { policyValues } from '#server/policies/values.ts'
import type { Db } from '#server/store/sql.ts'

const MINUTE = 60_000
/** How far instances of the server may differ in time, ms. */
const CLOCKS_MS = MINUTE

interface Read {
  seen: SeenFacts | undefined
  /** The current facts of what is decided. */
  facts: readonly Fact[]
}

/** How old facts may be at a decision on this platform, for the window. */
export async function limitsOf(db: Db, about: Pick<Acting, 'platform' | 'config'>) {
  const { factsMinutes: minutes, factsOfflineMinutes: offlineMinutes } = await policyValues(db, about, [
    'factsMinutes',
    'factsOfflineMinutes',
  ])
  return { minutes, offlineMinutes }
}

/**
 * Null where they were read. Else the policy decides: the name under which the decision is recorded, or a refusal. A
 * decision made offline is judged by its own time and by what was read then.
 */
export async function checkRead(
  db: Db,
  context: Pick<Acting, 'config' | 'now' | 'origin'>,
  { platform, ruleType, alertId }: Decided,
  { seen, facts }: Read,
): Promise<Unsealed['without'] | null> {
  const { origin, config, now } = context
  const policies = { platform, config }
  if (!seen) {
    const { unreadFacts } = await policyValues(db, policies, ['unreadFacts'])
    const isOfDevice = origin.device !== undefined
    if (unreadFacts === 'record' || (unreadFacts === 'catalogue' && !isOfDevice))
      return isOfDevice ? 'unread' : 'catalogue'
    throw unread(alertId, 'Open it, and decide again.')
  }
  const asOf = fromStamp(seen.asOf)
  if (!(asOf <= now().getTime() + CLOCKS_MS)) throw new Refusal(400, 'facts.asOf: must be a moment in the past')
  const missing = closingFacts(ruleType ?? undefined).filter(
    (id) => seen.versions[id] === undefined && facts.some((fact) => fact.id === id),
  )
  if (missing.length > 0) throw unread(alertId, `Missing: ${missing.join(', ')}.`)
  const { minutes, offlineMinutes } = await limitsOf(db, policies)
  const limit = origin.offline ? offlineMinutes : minutes
  const age = Math.floor((actedAt({ origin, now }).getTime() - asOf) / MINUTE)
  if (age <= limit) return null
  const message = `The facts were read ${age} minutes before the decision, and ${limit} are allowed. Open it, and decide again.`
  throw new Refusal(422, message, undefined, {}, 'facts-too-old')
}

function unread(alertId: string | null, then: string): Refusal {
  const what = alertId === null ? 'the case' : 'the alert'
  return new Refusal(
    422,
    `The facts of ${what} were not read before it was closed. ${then}`,
    undefined,
    {},
    'facts-unread',
  )
}
