/** A pattern that was planted: what rules and people may be measured against. */
export interface GroundTruth {
  platform: string
  kind: string
  isLaundering: boolean
  transactions: string[]
}
