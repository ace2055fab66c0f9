/** Checks whether all procedure steps of a case's alerts are done. */
import { rules as calls } from '#contract/calls/rules/rules.ts'
import { defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { countOf } from '#src/format/count.ts'
import type { RulePorts } from './ports.ts'

export function procedureCommands(
  { api }: Pick<Data, 'api'>,
  { caseAtHand }: Pick<RulePorts, 'caseAtHand'>,
): Command[] {
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
