/** The commands of rules: the list, the editor, and what is done to a rule from either. */
import type { Command } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { goTo } from '#src/features/go-to.ts'
import { editorCommands } from '#src/features/rules/editor/editor-commands.ts'
import { listCommands } from '#src/features/rules/list/list-commands.ts'
import { revisionCommands } from '#src/features/rules/revision/revision-commands.ts'
import { createActs } from './acts.ts'
import { procedureCommands } from './procedure-commands.ts'
import { ruleCommands } from './rule-commands.ts'
import type { RulePorts } from './ports.ts'

export function commands(data: Data, ports: RulePorts): Command[] {
  const acts = createActs(data, ports.rules)
  return [
    goTo({
      id: 'nav.rules',
      title: 'Rules',
      path: 'rules/',
      keys: ['g r'],
      keywords:
        'monitoring, rule list, scenarios, scenario, detection, typologies, thresholds, rule engine, transaction monitoring rules, alert rules, models, policies of detection',
    }),
    ...listCommands(data, ports),
    ...ruleCommands(ports, acts),
    ...editorCommands(data, ports.rules, acts),
    ...revisionCommands(data, ports),
    ...procedureCommands(data, ports),
  ]
}
