/** The commands of rules: the list, the editor, and what is done to a rule from either. */
import type { Command } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { createActs } from './acts.ts'
import { editorCommands } from './editor-commands.ts'
import { listCommands } from './list-commands.ts'
import { procedureCommands } from './procedure-commands.ts'
import { revisionCommands } from './revision-commands.ts'
import { ruleCommands } from './rule-commands.ts'
import type { Rules } from './rules.ts'

export interface RulePorts {
  rules: Rules
  platform(): string
  /** The case that is open. */
  caseAtHand(): string | null
  /** The platforms that one may work on. */
  platforms(): readonly { name: string; label: string }[]
}

export function allRuleCommands(data: Data, ports: RulePorts): Command[] {
  const acts = createActs(data, ports.rules)
  return [
    ...listCommands(data, ports),
    ...ruleCommands(ports, acts),
    ...editorCommands(data, ports.rules, acts),
    ...revisionCommands(data, ports),
    ...procedureCommands(data, ports),
  ]
}
