/** The facts on screen at a decision; separate from the table of facts, as it is in the first load. */
import * as z from 'zod/mini'
import { stamp } from '#contract/model/common.ts'
import type { Fact, FactAccount, FactSheet } from './facts.ts'

/** More than there are facts. */
const MOST = 100
/** The maximum number of claims of a template. */
export const CLAIMS_MAX = 20

/** Sent with the deciding operation, and sealed into the audit. */
export const seenFacts = z.object({
  /** Version of the whole sheet. */
  sheet: z.string().check(z.maxLength(64)),
  asOf: stamp,
  /** The revision of the rule under which the alert was raised. */
  ruleRevision: z.optional(z.string().check(z.maxLength(32))),
  /** Version by fact id. */
  versions: z
    .record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(64)))
    .check(z.refine((versions) => Object.keys(versions).length <= MOST, `are at most ${MOST}`)),
})
export type SeenFacts = z.infer<typeof seenFacts>

/** The result of a claim. */
export const VERDICTS = ['supported', 'contradicted', 'unknown'] as const
export type Verdict = (typeof VERDICTS)[number]

const text = z.string().check(z.maxLength(200))

/** A claim of a decision's note, with its result at that time. */
const statedClaim = z.object({
  sentence: text,
  fact: text,
  is: text,
  value: z.optional(z.union([z.number(), text, z.boolean()])),
  verdict: z.enum(VERDICTS),
})
export type StatedClaim = z.infer<typeof statedClaim>

/** A person's reason. */
const words = z.optional(z.string().check(z.maxLength(2000)))

/** A decision's answer to precedent. */
const statedPrecedent = z.object({
  /**
   * The precedents known at the decision, by alert: closed, rejected and with an STR, of the same rule and customer and
   * then of similar alerts. Null if unknown.
   */
  seen: z.optional(z.record(text, z.array(z.number()).check(z.maxLength(6)))),
  /** The reason for the difference, or that it is kept; an empty text is no answer. */
  answer: words,
})
export type StatedPrecedent = z.infer<typeof statedPrecedent>

/** Sent with a decision: the claims of its note, and its answer to precedent. */
export const stating = {
  claims: z.optional(z.array(statedClaim).check(z.maxLength(CLAIMS_MAX))),
  /** The reason for deciding against the facts, if the policy accepts that. */
  override: words,
  /** The analyst's explanation of the facts that the template omits. */
  explained: z.optional(z.string().check(z.maxLength(20_000))),
  /** The reason for closing with outstanding procedure steps. */
  stepsPassed: z.optional(z.string().check(z.maxLength(20_000))),
  precedent: z.optional(statedPrecedent),
}
export interface Stating {
  claims?: StatedClaim[] | undefined
  override?: string | undefined
  explained?: string | undefined
  stepsPassed?: string | undefined
  precedent?: StatedPrecedent | undefined
}

/** The facts of one alert: its own, and those that the case shares. Its own replace shared ones of the same id. */
export function factsOf(sheet: Pick<FactSheet, 'facts'>, alertId: string | null): Fact[] {
  const own = alertId === null ? [] : sheet.facts.filter((one) => one.alertId === alertId)
  const replaced = new Set(own.map(({ id }) => id))
  return [...own, ...sheet.facts.filter((one) => one.alertId === null && !replaced.has(one.id))]
}

/** The outstanding procedure steps among the facts of an alert. */
export function outstandingSteps(facts: readonly Fact[]): readonly string[] {
  const found = facts.find(({ id }) => id === 'alert.steps')
  return found?.state === 'known' ? (found.items ?? []).map(({ label }) => label) : []
}

/** The account that an alert is on, or that of the case. */
export const accountOf = (
  { account, otherAccounts }: Pick<FactSheet, 'account' | 'otherAccounts'>,
  alertId: string | null,
): FactAccount => (alertId === null ? undefined : otherAccounts[alertId]) ?? account

/** The facts that a decision on an alert is sealed with; without an alert, a decision on the whole case. */
export function sealOf(sheet: FactSheet, alertId: string | null): SeenFacts {
  const revision = alertId === null ? undefined : sheet.ruleRevisions[alertId]
  return {
    sheet: sheet.version,
    asOf: sheet.asOf,
    ...(revision !== undefined && { ruleRevision: revision }),
    versions: Object.fromEntries(factsOf(sheet, alertId).map(({ id, version }) => [id, version])),
  }
}
