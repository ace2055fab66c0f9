/** The commands that take work from its assignee: back to the queue, or on to a manager. One definition for all work. */
import type { Person } from '#contract/model/common.ts'
import { defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import type { When } from '#src/commands/dispatcher/when.ts'
import { textArg } from '#src/commands/text-arg.ts'
import { onCases } from '#src/features/cases/act-commands.ts'
import { targetsOf, type CaseDeps } from '#src/features/cases/detail/case-deps.ts'
import {
  againstHandOver,
  caseHandOver,
  planEscalate,
  planRelease,
  type HandOverNoun,
  type HandOverAct,
  type HandOverActor,
} from '#src/features/cases/queue/hand-over.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import type { RowTargets } from './queue/plan-rows.ts'
import { whyNotEach } from './why-not.ts'

/** The parts of the window that a hand-over needs. */
export type HandOverDeps = Pick<CaseDeps, 'me' | 'mayAssign' | 'superiors' | 'handsOver'>

interface Handed {
  id: string
  platform: string
  customerId: string
  manager: Person | null
}

/** The objects of a hand-over, and their screens. */
interface HandedWork<Row extends Handed> extends HandOverNoun<Row> {
  when: When
  of: (c: Ctx) => RowTargets<Row> & { label: string }
}

/** The commands over one kind of work. */
export function handOverOf<Row extends Handed>(deps: HandOverDeps, work: HandedWork<Row>): Command[] {
  const { area, many, of, when } = work
  const mover = (): HandOverActor => ({ me: deps.me(), mayAssign: deps.mayAssign() })
  const against = (c: Ctx, act: HandOverAct) =>
    deps.handsOver()
      ? whyNotEach(of(c), many, (row) => {
          const reason = againstHandOver(work, row, act, mover())
          return reason && `${work.nameOf([row])} ${reason}`
        })
      : `This server keeps no hand-over of ${many}`

  return [
    defineCommand({
      id: `${area}.release`,
      title: (c) => `Release ${of(c).label} to the queue`,
      shortTitle: 'Release',
      group: 'Assign',
      keywords:
        'unassign, put back, give back, return to queue, return to pool, back to queue, drop, let go, unclaim, remove assignee, no owner, clear owner, hand back, free, give up, not mine, abandon, requeue',
      when,
      keys: ['shift+m'],
      count: 'rows',
      disabledReason: (c) => against(c, 'release'),
      plan: (c) => planRelease(work, of(c), mover()),
    }),
    defineCommand({
      id: `${area}.escalate`,
      title: (c) => `Escalate ${of(c).label} to a manager…`,
      shortTitle: 'Escalate…',
      group: 'Assign',
      keywords:
        'raise, refer, refer up, mlro, supervisor, team lead, second line, level 2, l2, tier 2, next level, hand over, hand off, send up, pass up, ask manager, involve manager, senior, help, need help',
      when,
      keys: ['shift+u'],
      count: 'rows',
      line: 'escalate, escalate to, refer, raise, refer to, raise to',
      disabledReason: (c) => against(c, 'escalate'),
      args: [
        defineArg<'manager', Person>({
          name: 'manager',
          type: 'choice',
          recalls: true,
          prompt: (c) => `Escalate ${of(c).label} to`,
          source(c) {
            const { ids, rowOf } = of(c)
            const customerIds = ids.flatMap((id) => rowOf(id)?.customerId ?? [])
            return deps.superiors(rowOf(ids[0] ?? '')?.platform ?? currentPlatform(), { queue: area, customerIds })
          },
        }),
        textArg('note', (c) => `Why, for ${of(c).label}`, 'a note'),
      ],
      plan: (c, { manager, note }) => planEscalate(work, of(c), { manager, note }, mover()),
    }),
  ]
}

/** The commands over cases. */
export const handOverCommands = (deps: HandOverDeps & Pick<CaseDeps, 'queue'>): Command[] =>
  handOverOf(deps, { ...caseHandOver, when: onCases, of: (c) => targetsOf(c, deps.queue) })
