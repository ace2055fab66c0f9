/** The history of a case as it is shown: who decided and when, on which facts, under which revision of the rule. */
import * as z from 'zod/mini'
import { factAccount } from '#contract/model/facts/facts.ts'
import { VERDICTS } from '#contract/model/facts/seen-facts.ts'
import { person, stamp } from '#contract/model/common.ts'

const words = z.optional(z.string())

/** A fact that was on screen. Where `seen` and `now` are equal, `sentence` is exactly what was read. */
const recordedFact = z.object({
  id: z.string(),
  /** Its version on screen, and the server's at the decision; null where there was none. */
  seen: z.nullable(z.string()),
  now: z.nullable(z.string()),
  sentence: z.nullable(z.string()),
})
export type RecordedFact = z.infer<typeof recordedFact>

const recordedClaim = z.object({
  sentence: z.string(),
  stated: z.nullable(z.enum(VERDICTS)),
  now: z.enum(VERDICTS),
  evidence: z.nullable(z.string()),
})

/** The facts that a decision rested on. */
export const recordedEvidence = z.object({
  /** Nobody read facts: an allowlist decided, a call of the catalogue, or a person without reading. */
  without: z.optional(z.enum(['allowlist', 'catalogue', 'unread'])),
  account: z.optional(factAccount),
  /** When the facts on screen were read, and when the server compared them, UTC. */
  asOf: words,
  readAgain: words,
  facts: z.optional(z.array(recordedFact)),
  claims: z.optional(z.array(recordedClaim)),
  override: words,
  explained: words,
  stepsPassed: z.optional(z.object({ steps: z.array(z.string()), reason: z.string() })),
  precedent: z.optional(z.object({ sentence: z.nullable(z.string()), answer: z.nullable(z.string()) })),
})
export type RecordedEvidence = z.infer<typeof recordedEvidence>

export const historyEntry = z.object({
  /** Its number in the audit. */
  n: z.number(),
  at: stamp,
  /** When it was decided on the device, where that is known and earlier. */
  decidedAt: z.nullable(stamp),
  by: person,
  action: z.string(),
  object: z.object({ kind: z.string(), id: z.string() }),
  /** The alert that it is about, with the rule that raised it. */
  alert: z.nullable(z.object({ id: z.string(), ruleName: z.string(), revisionId: z.string() })),
  note: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  offline: z.boolean(),
  /** Changed fields by name, before and after, as text. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  evidence: z.nullable(recordedEvidence),
})
export type HistoryEntry = z.infer<typeof historyEntry>
