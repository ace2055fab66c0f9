/** The commands of rules: the list, the editor, and what is done to a rule from either. */
import { type Command, defineCommand, type Ctx } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { goTo } from '#src/features/go-to.ts'
import { editorCommands } from '#src/features/rules/editor/editor-commands.ts'
import { listCommands } from '#src/features/rules/list/list-commands.ts'
import { revisionCommands } from '#src/features/rules/revision/revision-commands.ts'
import { createActs } from './acts.ts'
import { ruleCommands } from './rule-commands.ts'
import type { RulePorts } from './ports.ts'
import { rules as calls } from '#contract/calls/rules/rules.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { countOf } from '#src/format/count.ts'

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

function procedureCommands({ api }: Pick<Data, 'api'>, { caseAtHand }: Pick<RulePorts, 'caseAtHand'>): Command[] {
  const validate = async (c: Ctx, caseId: string) => {
    try {
      const { isValid, missing } = await api.send(calls.validateProcedures, { params: { caseId } })
      const steps = missing.map(({ text }) => text).join(' · ')
      c.actions.say(
        isValid ? 'Every procedure step is done' : `${countOf(missing.length, 'procedure step')} outstanding: ${steps}`,
      )
    } catch (error) {
      // the server's words are in the status line already
      if (!(error instanceof ApiError)) throw error
    }
  }
  return [
    defineCommand({
      id: 'case.validateProcedures',
      title: 'Check whether every procedure step was taken',
      shortTitle: 'Check procedures',
      group: 'Triage',
      keywords:
        'steps, validate, checklist, check list, procedure, sop, playbook, required steps, complete checks, due diligence steps, to do, tasks',
      when: inView('case'),
      keys: ['shift+v'],
      calls: [calls.validateProcedures],
      disabledReason: () => (caseAtHand() === null ? 'No case is open' : null),
      run: (c) => {
        const caseId = caseAtHand()
        if (caseId !== null) void validate(c, caseId)
      },
    }),
  ]
}
