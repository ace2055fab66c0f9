/** "Snooze until": cases that await the customer come back on a day. */
import { defineCommand, type Command, type Ctx, type Effect, type Plan } from '#src/commands/command.ts'
import { all as allOf, any, flag, inView } from '#src/commands/dispatcher/when.ts'
import { laterArg } from '#src/commands/later-arg.ts'
import { planStatus, targetsOf } from '#src/features/cases/public.ts'
import { countOf } from '#src/format/count.ts'
import { dayText } from '#src/format/day.ts'
import type { ViewCommandPorts } from './commands.ts'

const onCases = any(allOf(inView('queue'), any(flag('hasCursor'), flag('hasSelection'))), inView('case'))

const nameOf = (ids: readonly string[]) => (ids.length === 1 ? ids[0] : countOf(ids.length, 'case'))

/** The commands that put cases off until a day. */
export function snoozeCommands({ views, cases, platform }: ViewCommandPorts): Command[] {
  const { queue, deps } = cases
  /** Puts them off; those that wait already with no write. */
  const snooze = (c: Ctx, { day }: { day: string }, plan: Plan): Effect => {
    const { ids, rowOf } = targetsOf(c, queue)
    const where = platform()
    const fits = ids.filter(
      (id) => rowOf(id)?.status === 'await' || plan.ops.some(({ target }) => target.caseId === id),
    )
    const before = fits.map((id) => [id, views.snoozed(where, id)] as const)
    const put = () => fits.forEach((id) => views.snooze(where, id, day))
    put()
    const way = plan.ops.length > 0 ? deps.decided(true) : {}
    return {
      announce:
        fits.length === 0
          ? 'Nothing here can be snoozed'
          : // the record has the label that was announced
            `${plan.ops.length > 0 ? `${plan.summary},` : nameOf(fits)} back on ${dayText(day)}`,
      undo() {
        for (const [id, until] of before) views.snooze(where, id, until)
        way.undo?.()
      },
      redo() {
        put()
        way.redo?.()
      },
    }
  }
  return [
    defineCommand({
      id: 'case.snooze',
      title: (c) => `Snooze ${targetsOf(c, queue).label}, awaiting the customer, until…`,
      shortTitle: 'Snooze until…',
      group: 'Triage',
      line: 'snooze, snooze until, remind, remind me',
      keywords:
        'later, remind, remind me, reminder, defer, date, back on, follow up, postpone, wake, until tomorrow, tomorrow, next week, hold, diary, tickler, bring up, set date, deadline, park, hide until',
      when: onCases,
      keys: ['h'],
      advance: 'next',
      args: [laterArg((c) => `${targetsOf(c, queue).label} back on`)],
      plan: (c) => planStatus(targetsOf(c, queue), 'await'),
      run: snooze,
      otherwise: snooze,
    }),
  ]
}
