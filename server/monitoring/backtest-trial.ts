import type { ActiveRule, Asks } from './rules.ts'

/** What is compared, and over what. */
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
