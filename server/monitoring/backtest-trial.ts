import type { ActiveRule, Asks } from './active-rules.ts'

/** The compared rules, and the period. */
export interface Trial {
  task: string
  platform: string
  asks: Asks
  draft: ActiveRule
  live: ActiveRule | undefined
  from: Date
  to: Date
  /** The moment that ends each part, or its last customer. */
  parts: readonly string[]
  done: number
}
