/** What was on screen when a decision was made; apart from the table of facts, as it is in the first load. */
import * as z from 'zod/mini'
import { stamp } from '#contract/model/common.ts'
import type { Fact, FactSheet } from './facts.ts'

/** More than there are facts. */
const MOST = 100
/** So many claims a template makes at most. */
export const CLAIMS_MAX = 20

/** Carried by the operation that decides, and sealed into the audit with it. */
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

/** What the facts say to a claim. */
export const VERDICTS = ['supported', 'contradicted', 'unknown'] as const
export type Verdict = (typeof VERDICTS)[number]

const text = z.string().check(z.maxLength(200))

/** A claim that the note of a decision rests on, and what came of it where it was written. */
const statedClaim = z.object({
  sentence: text,
  fact: text,
  is: text,
  value: z.optional(z.union([z.number(), text, z.boolean()])),
  verdict: z.enum(VERDICTS),
})
export type StatedClaim = z.infer<typeof statedClaim>

/** What a person gives as the reason. */
const words = z.optional(z.string().check(z.maxLength(2000)))

/** What a decision says of how like alerts were closed. */
const statedPrecedent = z.object({
  /**
   * What was known of them where it was made, by alert: closed, rejected and with an STR, of the same rule and customer
   * and then of those that are alike. None where that was not known.
   */
  seen: z.optional(z.record(text, z.array(z.number()).check(z.maxLength(6)))),
  /** Why it differs from them, or that it is kept; empty words are no answer. */
  answer: words,
})
export type StatedPrecedent = z.infer<typeof statedPrecedent>

/** Carried by a decision: what its note claims, and what it says of precedent. */
export const stating = {
  claims: z.optional(z.array(statedClaim).check(z.maxLength(CLAIMS_MAX))),
  /** Why it is decided against what the facts say; where the policy takes that. */
  override: words,
  precedent: z.optional(statedPrecedent),
}
export interface Stating {
  claims?: StatedClaim[] | undefined
  override?: string | undefined
  precedent?: StatedPrecedent | undefined
}

/** The facts of one alert: its own, and those that the whole case shares. */
export function factsOf(sheet: Pick<FactSheet, 'facts'>, alertId: string | null): Fact[] {
  return sheet.facts.filter((one) => one.alertId === null || one.alertId === alertId)
}

/** What a decision on an alert is sealed with; without one, a decision on the whole case. */
export function sealOf(sheet: FactSheet, alertId: string | null): SeenFacts {
  const revision = alertId === null ? undefined : sheet.ruleRevisions[alertId]
  return {
    sheet: sheet.version,
    asOf: sheet.asOf,
    ...(revision !== undefined && { ruleRevision: revision }),
    versions: Object.fromEntries(factsOf(sheet, alertId).map(({ id, version }) => [id, version])),
  }
}
