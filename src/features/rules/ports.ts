import type { Rules } from './rules.ts'

/** What of the window the commands of rules need. */
export interface RulePorts {
  rules: Rules
  platform(): string
  /** The case that is open. */
  caseAtHand(): string | null
  /** The platforms that one may work on. */
  platforms(): readonly { name: string; label: string }[]
}
