/** Decisions that rest on no facts read by a person, by the name of what decides. */
import type { Unsealed } from '#contract/model/facts/seal.ts'
import type { SealFacts } from './context.ts'

/** Records by name what decides without facts. */
export const withoutSeal =
  (without: Unsealed['without']): SealFacts =>
  async (_tx, _context, { as }) =>
    as === null ? undefined : { without }
