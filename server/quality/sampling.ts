/** The sampling of quality reviews: unpredictable, and repeatable for the same input. Pure. */
import { createHash } from 'node:crypto'
import type { PolicyScope, Rate } from '#contract/model/quality/quality.ts'

export interface Sampled {
  alertId: string
  ruleId: string
  person: string
  /** The customer's score; null without one. */
  risk: string | null
}

/** The rate that counts for a decision: the highest of those that fit it. */
export function rateOf(rates: readonly Rate[], { ruleId, person, risk }: Sampled): Pick<Rate, 'scope' | 'rate'> {
  const keys: Partial<Record<PolicyScope, string | null>> = { all: '', rule: ruleId, person, risk }
  const fitting = rates.filter(({ scope, key }) => keys[scope] === key)
  return fitting.reduce((most, one) => (one.rate > most.rate ? one : most), { scope: 'all', rate: 0 } as Rate)
}

/** From 0 to 1, by the alert and a secret of the platform. */
function chance(salt: string, alertId: string): number {
  return createHash('sha256').update(`${salt} ${alertId}`).digest().readUInt32BE() / 2 ** 32
}

/** The reason why a decision is reviewed; null if it is not. */
export function drawnBy(rates: readonly Rate[], salt: string, decision: Sampled): PolicyScope | null {
  const { scope, rate } = rateOf(rates, decision)
  return chance(salt, decision.alertId) * 100 < rate ? scope : null
}

/** The number of known items among this many others, for their share in percent of reviews. */
export function goldenAmong(reviews: number, percent: number): number {
  // a queue of known items alone would review no decision
  return percent >= 100 ? reviews : Math.floor((reviews * percent) / (100 - percent))
}
