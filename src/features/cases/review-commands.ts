/** The commands on reviews: moving the day on which a monitored case comes back, cancelling it, showing what is due. */
import { defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { laterArg } from '#src/commands/later-arg.ts'
import { onCases } from '#src/features/cases/act-commands.ts'
import { targetsOf, type CaseDeps } from '#src/features/cases/detail/case-deps.ts'
import type { CaseFilter } from '#src/features/cases/queue/filter.ts'
import { inQueue } from '#src/features/cases/queue/queue-commands.ts'
import type { Narrowing } from '#src/features/lists/public.ts'
import { againstReview, planReview } from './review.ts'

interface ReviewDeps extends Pick<CaseDeps, 'queue'> {
  narrowing: Narrowing<CaseFilter>
}

export function reviewCommands({ queue, narrowing }: ReviewDeps): Command[] {
  const { store } = queue
  const of = (c: Ctx) => targetsOf(c, queue)
  const isShown = () => store.getState().filter.review === 'due'
  return [
    defineCommand({
      id: 'case.review',
      title: (c) => `Move the review of ${of(c).label} to…`,
      shortTitle: 'Move review…',
      group: 'Triage',
      line: 'review, review on, move review',
      keywords:
        'monitor, monitoring, watch, review date, next review, periodic review, follow up, come back, bring back, reschedule, postpone review, revisit, look again on, extend monitoring, recheck',
      when: onCases,
      keys: ['shift+h'],
      count: 'rows',
      disabledReason: (c) => againstReview(of(c)),
      args: [laterArg((c) => `Review of ${of(c).label} on`)],
      plan: (c, { day }) => planReview(of(c), day),
    }),
    defineCommand({
      id: 'case.cancelReview',
      title: (c) => `Cancel the review of ${of(c).label}`,
      shortTitle: 'Cancel review',
      group: 'Triage',
      keywords:
        'stop monitoring, end monitoring, monitor, unwatch, no review, remove review date, clear review, forget review, end watch',
      when: onCases,
      keys: ['g shift+e'],
      count: 'rows',
      disabledReason: (c) => againstReview(of(c)),
      plan: (c) => planReview(of(c), null),
    }),
    defineCommand({
      id: 'queue.showReview',
      title: () =>
        isShown() ? 'Show cases again that are not due for review' : 'Show only cases that are due for review',
      shortTitle: 'Show due for review',
      group: 'View',
      keywords: 'review due, reviews, monitored, monitor, watched, watch list, come back, filter review, to review',
      when: inQueue,
      keys: ['g shift+v'],
      run: (c) => {
        const { platform, filter } = store.getState()
        c.ports.navigate(narrowing.hrefOf(platform, { ...filter, review: isShown() ? '' : 'due' }))
      },
    }),
  ]
}
