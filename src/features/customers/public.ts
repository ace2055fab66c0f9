// The customers' interface for other features.
export { MatchComparison, whoseHit } from '#src/features/customers/match/comparison.tsx'
export { decideMatch } from '#src/features/customers/match/decide-match.ts'
export { outcomeWords } from '#src/features/customers/match/dispositions.ts'
