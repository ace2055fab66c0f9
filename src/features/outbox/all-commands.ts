/** The commands of the outbox in a window. */
import type { Command } from '#src/commands/command.ts'
import { adminPath } from '#src/features/admin-path.ts'
import type { FeatureStates, FeatureWindow } from '#src/features/define-feature.ts'
import { goTo } from '#src/features/go-to.ts'
import { outboxCommands } from './commands.ts'

export const commands = (
  { data, platform }: FeatureWindow,
  { cases, outbox }: Pick<FeatureStates, 'cases' | 'outbox'>,
): readonly Command[] => [
  goTo({
    id: 'nav.conflicts',
    title: 'Conflicts',
    path: 'conflicts',
    keys: ['g q'],
    keywords:
      'not taken, not sent, dead letters, merge, theirs, mine, rejected, failed, errors, problems, sync errors, conflict, resolve conflicts, needs attention',
  }),
  goTo({
    id: 'nav.outbox',
    title: 'Outbox',
    path: 'outbox',
    keys: ['g o'],
    keywords:
      'unsent, unsent changes, queued, pending changes, sync, sync status, synchronise, sent, waiting to send, failed, not saved, offline changes, upload queue, activity, recent changes, my changes, my decisions',
  }),
  ...outboxCommands(outbox, data.engine, {
    desk: () => adminPath(platform(), 'conflicts'),
    hrefOf: cases.addressOf,
  }),
]
