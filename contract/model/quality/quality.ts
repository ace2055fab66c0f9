/** Quality reviews of decisions, and people's accuracy from them (ours). */
import * as z from 'zod/mini'
import { NAME_MAX, person, stamp } from '#contract/model/common.ts'
import { wilson, type Share } from './wilson.ts'

/** The disposition that a decision gave. */
export const REVIEW_OUTCOMES = ['cleared', 'rejected', 'suspicious'] as const
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number]
export const OUTCOME_LABELS: Record<ReviewOutcome, string> = {
  cleared: 'Not suspicious',
  rejected: 'Payment rejected',
  suspicious: 'Suspicious, with an STR',
}

/**
 * The scope of a rate. `all`, `rule`, `person`, `risk`: decisions, in percent; the highest matching rate applies.
 * `golden`: items with a known answer, in percent of reviews. `tolerance`: the accepted error rate, in percent.
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
  /** The label of the key. */
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
  truth: z.enum(REVIEW_OUTCOMES),
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
export const reviewAnswer = z.object({ outcome: z.enum(REVIEW_OUTCOMES), note: words })
export const findingReply = z.object({ agrees: z.boolean(), text: words })
export const findingClosing = z.object({ isUpheld: z.boolean(), note: words })
export const newGolden = z.object({ alertId: z.string(), truth: z.enum(REVIEW_OUTCOMES), reason: words })

/** The item as the reviewer sees it: the same data, without the first decision. */
export const blindReview = z.object({
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
export type BlindReview = z.infer<typeof blindReview>

/** The first decision, shown after the review. */
export const firstDecision = z.object({
  outcome: z.enum(REVIEW_OUTCOMES),
  by: person,
  at: stamp,
  note: z.nullable(z.string()),
})
export type FirstDecision = z.infer<typeof firstDecision>

/** `open`: the person concerned has not answered yet. */
export const FINDINGS = ['open', 'answered', 'upheld', 'dismissed'] as const
export type Finding = (typeof FINDINGS)[number]

/** A review that was read. */
export const qualityReview = z.object({
  id: z.string(),
  alertId: z.string(),
  caseId: z.string(),
  rule: z.string(),
  first: firstDecision,
  reader: person,
  readAt: stamp,
  outcome: z.enum(REVIEW_OUTCOMES),
  note: z.string(),
  agrees: z.boolean(),
  finding: z.nullable(z.enum(FINDINGS)),
  /** The person who has to answer the finding, and the answer. */
  concerned: person,
  reply: z.nullable(z.object({ agrees: z.boolean(), text: z.string(), at: stamp })),
  closing: z.nullable(z.object({ by: person, at: stamp, note: z.string() })),
  /** The reason why the reader may not answer or close it now; null if they may. */
  whyNotReply: z.nullable(z.string()),
  whyNotClose: z.nullable(z.string()),
  /** Its answer was known beforehand; for managers alone, null for others. */
  isGolden: z.nullable(z.boolean()),
})
export type QualityReview = z.infer<typeof qualityReview>

/** The errors of the judged decisions; see `accuracyOf`. */
export const accuracy = z.object({
  person,
  /** The person's reviewed decisions, those that differed, and those with an open finding. */
  reviews: z.number(),
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

type Tally = Pick<Accuracy, 'reviews' | 'waiting' | 'upheld' | 'golden' | 'goldenWrong'>

/**
 * An error rate with its 95 % interval. A review counts once its finding is closed, since a difference alone is no
 * error. A rate is above tolerance if its whole interval is, in percent.
 */
export function accuracyOf(
  { reviews, waiting, upheld, golden, goldenWrong }: Tally,
  tolerance: number,
): { judged: number; errors: number; share: Share; isAbove: boolean } {
  const judged = reviews - waiting + golden
  const errors = upheld + goldenWrong
  const share = wilson(errors, judged)
  return { judged, errors, share, isAbove: share.low * 100 > tolerance }
}

/** How often two reviewers of one item agreed. */
export const agreement = z.object({
  read: z.number(),
  agreed: z.number(),
  share: z.object({ value: z.number(), low: z.number(), high: z.number() }),
  waiting: z.number(),
})
