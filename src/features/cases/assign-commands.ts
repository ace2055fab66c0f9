/** The commands that assign the rows of any queue. */
import type { Person } from '#contract/model/common.ts'
import {
  defineArg,
  defineCommand,
  emptyPlan,
  type Command,
  type Ctx,
  type Option,
  type Plan,
} from '#src/commands/command.ts'

type People = (c: Ctx, query: string) => Promise<readonly Option<Person>[]>

/** A member of staff, by name. */
export const assigneeArg = (prompt: (c: Ctx) => string, source: People) =>
  defineArg<'manager', Person>({ name: 'manager', type: 'manager', recalls: true, prompt, source })

/** Why this person gives nothing to others; null if they may. */
export const whyNotAssign = (mayAssign: () => boolean) => () =>
  mayAssign() ? null : 'Only managers assign others; m takes work yourself'

interface Assigning {
  area: 'case' | 'accountAlert'
  when: Command['when']
  labelOf: (c: Ctx) => string
  /** Null before it is known. */
  me: () => Person | null
  mayAssign: () => boolean
  /** Why the rows meant cannot be assigned to anybody. */
  against?: (c: Ctx) => string | null
  assignees: People
  plan: (c: Ctx, to: Person) => Plan
}

export const assignCommands = (assigning: Assigning): Command[] => {
  const { area, when, labelOf, me, mayAssign, against = () => null, assignees, plan } = assigning
  const mayNot = whyNotAssign(mayAssign)
  return [
    defineCommand({
      id: `${area}.assign`,
      title: (c) => `Assign ${labelOf(c)} to…`,
      shortTitle: 'Assign to…',
      group: 'Assign',
      keywords: ['give', 'manager', 'owner', 'delegate'],
      when,
      keys: ['a'],
      disabledReason: (c) => mayNot() ?? against(c),
      args: [assigneeArg((c) => `Assign ${labelOf(c)} to`, assignees)],
      plan: (c, { manager }) => plan(c, manager),
    }),
    defineCommand({
      id: `${area}.assignMe`,
      title: (c) => `Assign ${labelOf(c)} to me`,
      shortTitle: 'Assign to me',
      group: 'Assign',
      keywords: ['take', 'mine', 'claim'],
      when,
      keys: ['m'],
      disabledReason: against,
      plan: (c) => {
        const mine = me()
        return mine ? plan(c, mine) : emptyPlan
      },
    }),
  ]
}
