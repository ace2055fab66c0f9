/** The commands of the queue that the first rows come with: opening, looking, going on. The others are in deferred-commands.ts. */
import { defineCommand, type Command } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/dispatcher/when.ts'
import { targetsOf, type CaseDeps } from '#src/features/cases/detail/case-deps.ts'
import { caseHref } from '#src/features/cases/links.ts'
import { frameCommands } from '#src/features/lists/public.ts'

/** The queue is current, and not triage. */
export const inQueue = all(inView('queue'), not(flag('triage')))
export const onRow = all(inQueue, flag('hasCursor'))

/** The commands that move around the queue. */
export function queueCommands({ queue }: Pick<CaseDeps, 'queue'>): Command[] {
  const { list, store } = queue

  return [
    defineCommand({
      id: 'queue.open',
      title: (c) => `Open ${targetsOf(c, queue).label || 'the case'}`,
      shortTitle: 'Open',
      group: 'Navigate',
      keywords: 'open case, view case, details, show case, go in, investigate, expand',
      when: onRow,
      keys: ['enter', 'o'],
      run: (c) => {
        const { id } = list.cursor.getState()
        // among rows that are folded Enter opens the stack in place
        const folded = queue.stacks?.source()
        if (id && folded?.stackOf(id)) return folded.toggle(id)
        if (id) c.ports.navigate(caseHref(store.getState().platform, id))
      },
    }),
    ...frameCommands({ area: 'queue', when: inQueue, view: queue, showNew: 'Show new arrivals' }),
  ]
}
