/** The commands of the queue that the first rows come with: opening, looking, going on. The others are in deferred-commands.ts. */
import { defineCommand, type Command } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/dispatcher/when.ts'
import { targetsOf, type CaseDeps } from '#src/features/cases/detail/case-deps.ts'
import { caseHref } from '#src/features/cases/links.ts'
import { frameCommands } from '#src/features/lists/public.ts'
import { outsideOf, type CaseFilter } from './filter.ts'

/** The queue is current, and not triage. */
export const inQueue = all(inView('queue'), not(flag('triage')))
export const onRow = all(inQueue, flag('hasCursor'))

interface QueueDeps extends Pick<CaseDeps, 'queue'> {
  /** The address of the queue through a filter. */
  hrefOf(platform: string, filter: CaseFilter): string
}

/** The commands that move around the queue. */
export function queueCommands({ queue, hrefOf }: QueueDeps): Command[] {
  const { list, store } = queue

  return [
    defineCommand({
      id: 'queue.open',
      title: (c) => `Open ${targetsOf(c, queue).ids[0] ?? 'the case'}`,
      shortTitle: 'Open',
      group: 'Navigate',
      when: onRow,
      keys: ['enter', 'o'],
      run: (c) => {
        const { id } = list.cursor.getState()
        if (id) c.ports.navigate(caseHref(store.getState().platform, id))
      },
    }),
    defineCommand({
      id: 'queue.showOutside',
      title: 'Show matches of every status',
      shortTitle: 'Show matches of every status',
      group: 'View',
      keywords: ['search', 'all statuses', 'no results'],
      when: all(inQueue, not(flag('hasCursor'))),
      keys: ['enter'],
      disabledReason: () => (outsideOf(store.getState().filter) ? null : 'The status filter hides no match'),
      run: (c) => {
        const { platform, filter } = store.getState()
        const outside = outsideOf(filter)
        if (outside) c.ports.navigate(hrefOf(platform, outside))
      },
    }),
    ...frameCommands({ area: 'queue', when: inQueue, view: queue, showNew: 'Show new arrivals' }),
  ]
}
