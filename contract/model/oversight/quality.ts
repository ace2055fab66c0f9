/** Second looks at decisions, and what they tell of people's accuracy (ours). */
import * as z from 'zod/mini'
import { NAME_MAX, person, stamp } from '#contract/model/common.ts'
import { wilson, type Share } from './wilson.ts'

/** What a decision on an alert came to. */
export const LOOK_OUTCOMES = ['cleared', 'rejected', 'suspicious'] as const
export type LookOutcome = (typeof LOOK_OUTCOMES)[number]
export const OUTCOME_LABELS: Record<LookOutcome, string> = {
  cleared: 'Not suspicious',
  rejected: 'Payment rejected',
  suspicious: 'Suspicious, with an STR',
}

/**
 * What a rate is of. `all`, `rule`, `person`, `risk`: decisions, in percent; of those that fit one, the highest counts.
 * `golden`: items with a known answer, in percent of what is read. `tolerance`: errors that are nobody's fault, in percent.
 */
export const POLICY_SCOPES = ['all', 'rule', 'person', 'risk', 'golden', 'tolerance'] as const
export type PolicyScope = (typeof POLICY_SCOPES)[number]
export const RISK_LEVELS = ['low', 'medium', 'high'] as const

/** In force where a platform has said nothing. */
export const DEFAULT_RATES: Record<PolicyScope, number> = {
  all: 0,
  rule: 0,
  person: 0,
  risk: 0,
  golden: 0,
  tolerance: 3,
}

const rate = z.object({ scope: z.enum(POLICY_SCOPES), key: z.string(), rate: z.number() })
export type Rate = z.infer<typeof rate>

/** One entry of the policy; the newest of a scope and key is in force. */
export const policyEntry = z.extend(rate, {
  id: z.string(),
  /** What the key is called. */
  label: z.string(),
  reason: z.string(),
  by: person,
  at: stamp,
  isInForce: z.boolean(),
})
export type PolicyEntry = z.infer<typeof policyEntry>

export const goldenItem = z.object({
  id: z.string(),
  alertId: z.string(),
  caseId: z.string(),
  rule: z.string(),
  truth: z.enum(LOOK_OUTCOMES),
  reason: z.string(),
  by: person,
  at: stamp,
})
export type GoldenItem = z.infer<typeof goldenItem>

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(4000))
export const rateToSet = z.object({
  scope: z.enum(POLICY_SCOPES),
  key: z.string().check(z.maxLength(NAME_MAX)),
  rate: z.number(),
  reason: words,
})
export const lookAnswer = z.object({ outcome: z.enum(LOOK_OUTCOMES), note: words })
export const findingReply = z.object({ agrees: z.boolean(), text: words })
export const findingClosing = z.object({ isUpheld: z.boolean(), note: words })
export const newGolden = z.object({ alertId: z.string(), truth: z.enum(LOOK_OUTCOMES), reason: words })

/** What a second reader is shown: what the first one saw, and nothing of what he made of it. */
export const blindLook = z.object({
  id: z.string(),
  rule: z.object({ name: z.string(), type: z.string(), description: z.string() }),
  level: z.string(),
  why: z.string(),
  raisedAt: stamp,
  client: z.object({
    name: z.string(),
    type: z.string(),
    country: z.nullable(z.string()),
    risk: z.nullable(z.string()),
  }),
  payment: z.object({
    at: stamp,
    amount: z.string(),
    currency: z.string(),
    usd: z.string(),
    direction: z.string(),
    service: z.nullable(z.string()),
    country: z.nullable(z.string()),
    counterparty: z.string(),
    counterpartyCountry: z.nullable(z.string()),
    purpose: z.nullable(z.string()),
  }),
})
export type BlindLook = z.infer<typeof blindLook>

/** The decision that a second look is held against, once it was made. */
export const firstDecision = z.object({
  outcome: z.enum(LOOK_OUTCOMES),
  by: person,
  at: stamp,
  note: z.nullable(z.string()),
})
export type FirstDecision = z.infer<typeof firstDecision>

/** `open`: the person concerned has not answered yet. */
export const FINDINGS = ['open', 'answered', 'upheld', 'dismissed'] as const
export type Finding = (typeof FINDINGS)[number]

/** A look that was read. */
export const secondLook = z.object({
  id: z.string(),
  alertId: z.string(),
  caseId: z.string(),
  rule: z.string(),
  first: firstDecision,
  reader: person,
  readAt: stamp,
  outcome: z.enum(LOOK_OUTCOMES),
  note: z.string(),
  agrees: z.boolean(),
  finding: z.nullable(z.enum(FINDINGS)),
  /** Who has to answer the finding, and what he said. */
  concerned: person,
  reply: z.nullable(z.object({ agrees: z.boolean(), text: z.string(), at: stamp })),
  closing: z.nullable(z.object({ by: person, at: stamp, note: z.string() })),
  /** Why whoever asks may not answer it or close it now; null where he may. */
  whyNotReply: z.nullable(z.string()),
  whyNotClose: z.nullable(z.string()),
  /** Its answer was known beforehand; for managers alone, null for others. */
  isGolden: z.nullable(z.boolean()),
})
export type SecondLook = z.infer<typeof secondLook>

/** How often somebody was wrong, of what was judged; see `accuracyOf`. */
export const accuracy = z.object({
  person,
  /** His decisions that were looked at, that differed from the second, and on which a finding still waits. */
  looks: z.number(),
  differing: z.number(),
  waiting: z.number(),
  /** Findings on his decisions that were upheld. */
  upheld: z.number(),
  /** Items with a known answer that he read, and those he got wrong. */
  golden: z.number(),
  goldenWrong: z.number(),
  judged: z.number(),
  errors: z.number(),
  share: z.object({ value: z.number(), low: z.number(), high: z.number() }),
  isAbove: z.boolean(),
})
export type Accuracy = z.infer<typeof accuracy>

type Tally = Pick<Accuracy, 'looks' | 'waiting' | 'upheld' | 'golden' | 'goldenWrong'>

/**
 * Somebody's error rate with its 95 % interval. A look counts once its finding is closed; that a second reader thinks
 * otherwise is no error yet. Above is whose whole interval lies above the tolerance, in percent.
 */
export function accuracyOf(
  { looks, waiting, upheld, golden, goldenWrong }: Tally,
  tolerance: number,
): { judged: number; errors: number; share: Share; isAbove: boolean } {
  const judged = looks - waiting + golden
  const errors = upheld + goldenWrong
  const share = wilson(errors, judged)
  return { judged, errors, share, isAbove: share.low * 100 > tolerance }
}

/** How often two readers of one item came to the same. */
export const agreement = z.object({
  read: z.number(),
  agreed: z.number(),
  share: z.object({ value: z.number(), low: z.number(), high: z.number() }),
  waiting: z.number(),
})
