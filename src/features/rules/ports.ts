import type { Rules } from './rules.ts'

/** Dependencies of the rule commands on the window. */
export interface RulePorts {
  rules: Rules
  platform(): string
  /** The case that is open. */
  caseAtHand(): string | null
  /** The platforms that one may work on. */
  platforms(): readonly { name: string; label: string }[]
}
