/** The allowed decisions on a sanctions hit by role: enforced by the server, shown in advance by the window. */
import * as z from 'zod/mini'
import { sanctionMatch } from '#contract/model/customer.ts'
import { mayAssignOthers } from '#contract/model/roles.ts'
import { type Role, type SanctionOutcome, SANCTION_OUTCOMES } from '#contract/model/values.ts'

/**
 * The transitions of a hit. A confirmed hit is approved (a licence exists, or it is kept under watch) or rejected (the
 * relationship ends). An uncertain one stays a potential match with a note. `no_match` is set by screening.
 */
const SANCTION_STEPS: Readonly<Record<SanctionOutcome, readonly SanctionOutcome[]>> = {
  potential_match: ['true_positive', 'false_positive', 'potential_match'],
  true_positive: ['true_positive_approve', 'true_positive_reject', 'false_positive'],
  true_positive_approve: ['potential_match'],
  true_positive_reject: ['potential_match'],
  false_positive: ['potential_match'],
  no_match: [],
}

/** Decisions that only managers and above take, beside reopening and taking a confirmation back. */
const FOR_MANAGERS: ReadonlySet<SanctionOutcome> = new Set(['true_positive_approve', 'true_positive_reject'])

const WORDS: Record<SanctionOutcome, string> = {
  potential_match: 'a potential match',
  true_positive: 'a true positive',
  true_positive_approve: 'a true positive, approved',
  true_positive_reject: 'a true positive, rejected',
  false_positive: 'a false positive',
  no_match: 'no match',
}

/** The reason why a transition is refused, as text for the user, with its status; null if it is allowed. */
export function whyNotDecide(
  by: { id: string; roles: readonly Role[] },
  hit: { outcome: SanctionOutcome; decidedBy: string | null },
  outcome: SanctionOutcome,
): { status: 403 | 409; message: string } | null {
  if (!SANCTION_STEPS[hit.outcome].includes(outcome)) {
    return { status: 409, message: `This is ${WORDS[hit.outcome]} and cannot be made ${WORDS[outcome]}.` }
  }
  const isReopening = outcome === 'potential_match' && hit.outcome !== outcome
  const isTakenBack = hit.outcome === 'true_positive' && outcome === 'false_positive'
  if ((FOR_MANAGERS.has(outcome) || isReopening || isTakenBack) && !mayAssignOthers(by.roles)) {
    return { status: 403, message: `Only managers may make this ${WORDS[outcome]}.` }
  }
  if (FOR_MANAGERS.has(outcome) && hit.decidedBy === by.id) {
    return { status: 403, message: 'The person who confirmed a hit cannot approve or reject it.' }
  }
  return null
}

/** Outcomes that let a pair go on; the confirmed ones stop it. */
export const isCleared = (outcome: SanctionOutcome) =>
  outcome === 'false_positive' || outcome === 'true_positive_approve'

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
