// The customers' interface for other features.
export { MatchComparison, whoseHit } from './match/comparison.tsx'
export { decideMatch } from './match/decide-match.ts'
export { outcomeWords } from './match/dispositions.ts'
