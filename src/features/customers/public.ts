// The customers' interface for other features.
export { MatchComparison, partyOfHit } from '#src/features/customers/match/comparison.tsx'
export { decideMatch } from '#src/features/customers/match/decide-match.ts'
export { outcomeText } from '#src/features/customers/match/dispositions.ts'
