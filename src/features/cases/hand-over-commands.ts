/** The commands that take a case from its assignee: back to the queue, or on to a manager. */
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { Person } from '#contract/model/common.ts'
import { defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { textArg } from '#src/commands/text-arg.ts'
import { onCases } from '#src/features/cases/act-commands.ts'
import { targetsOf, type CaseDeps } from '#src/features/cases/detail/case-deps.ts'
import {
  againstEscalating,
  againstReleasing,
  planEscalate,
  planRelease,
  type Mover,
} from '#src/features/cases/queue/hand-over.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { againstCases } from './why-not.ts'

/** The commands over what the window lends them. */
export function handOverCommands(deps: CaseDeps): Command[] {
  const of = (c: Ctx) => targetsOf(c, deps.queue)
  const mover = (): Mover => ({ me: deps.me(), mayAssign: deps.mayAssign() })
  const against = (c: Ctx, act: 'release' | 'escalate', why: (row: CaseItem, by: Mover) => string | null) =>
    deps.handsOver()
      ? againstCases(of(c), act, (row) => {
          const reason = why(row, mover())
          return reason && `${row.id} ${reason}`
        })
      : 'This server keeps no hand-over of cases'

  return [
    defineCommand({
      id: 'case.release',
      title: (c) => `Release ${of(c).label} to the queue`,
      shortTitle: 'Release',
      group: 'Assign',
      keywords:
        'unassign, put back, give back, return to queue, return to pool, back to queue, drop, let go, unclaim, remove assignee, no owner, clear owner, hand back, free, give up, not mine, abandon, requeue',
      when: onCases,
      keys: ['shift+m'],
      count: 'rows',
      disabledReason: (c) => against(c, 'release', againstReleasing),
      plan: (c) => planRelease(of(c), mover()),
    }),
    defineCommand({
      id: 'case.escalate',
      title: (c) => `Escalate ${of(c).label} to a manager…`,
      shortTitle: 'Escalate…',
      group: 'Assign',
      keywords:
        'raise, refer, refer up, mlro, supervisor, team lead, second line, level 2, l2, tier 2, next level, hand over, hand off, send up, pass up, ask manager, involve manager, senior, help, need help',
      when: onCases,
      keys: ['shift+u'],
      count: 'rows',
      line: 'escalate, escalate to, refer, raise, refer to, raise to',
      disabledReason: (c) => against(c, 'escalate', againstEscalating),
      args: [
        defineArg<'manager', Person>({
          name: 'manager',
          type: 'manager',
          recalls: true,
          prompt: (c) => `Escalate ${of(c).label} to`,
          source(c) {
            const { ids, rowOf } = of(c)
            return deps.superiors(
              currentPlatform(),
              ids.flatMap((id) => rowOf(id)?.customerId ?? []),
            )
          },
        }),
        textArg('note', (c) => `Why, for ${of(c).label}`, 'a note'),
      ],
      plan: (c, { manager, note }) => planEscalate(of(c), manager, note, mover()),
    }),
  ]
}
