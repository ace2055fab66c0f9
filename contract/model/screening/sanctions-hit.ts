/** A hit of the sanctions screening in a list of all of them (ours). */
import * as z from 'zod/mini'
import { sanctionMatch } from '#contract/model/customer.ts'
import { SANCTION_OUTCOMES } from '#contract/model/values.ts'

/** Outcomes of a hit; `no_match` is set by screening for a customer without one. */
export const HIT_OUTCOMES = SANCTION_OUTCOMES.filter((outcome) => outcome !== 'no_match')

/** The party whose name resembles the entry. */
export const HIT_PARTIES = ['customer', 'counterparty'] as const

/** A hit with the customer whose screening found it. */
export const sanctionsHit = z.extend(sanctionMatch, {
  platform: z.string(),
  customerId: z.string(),
  customerName: z.string(),
})
export type SanctionsHit = z.infer<typeof sanctionsHit>
