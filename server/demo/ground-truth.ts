/** A generated pattern, against which decisions and rules are measured. */
export interface GroundTruth {
  platform: string
  kind: string
  isLaundering: boolean
  transactions: string[]
}
