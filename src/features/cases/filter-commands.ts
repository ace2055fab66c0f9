/** Narrowing the queue by keyboard. */
import type { Command } from '#src/commands/command.ts'
import { filterCommands, type Narrowing } from '#src/features/lists/public.ts'
import type { CaseFilter } from './filter.ts'
import { inQueue } from './queue-commands.ts'
import type { Queue } from './queue.ts'

/** The commands of the queue's filter. */
export const queueFilterCommands = (view: Queue, narrowing: Narrowing<CaseFilter>): Command[] =>
  filterCommands({ area: 'queue', when: inQueue, place: 'the queue', view, narrowing })
