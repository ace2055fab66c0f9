/** The commands of triage in a window. */
import type { Command } from '#src/commands/command.ts'
import { caseQueries } from '#src/features/cases/public.ts'
import type { FeatureStates, FeatureWindow } from '#src/features/define-feature.ts'
import { triageCommands } from './commands.ts'
import { decideCommands } from './decide-commands.ts'

export const commands = (
  { data: { api, queries } }: FeatureWindow,
  { cases: { deps }, triage }: Pick<FeatureStates, 'cases' | 'triage'>,
): readonly Command[] => [
  ...triageCommands(deps, triage, (caseId) => queries.ensureQueryData(caseQueries.alerts(api, caseId))),
  ...decideCommands(deps, triage),
]
