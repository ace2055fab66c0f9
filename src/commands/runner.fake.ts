/** A window's commands and a list of rows, for tests of what running one comes to. */
import type { OpDraft } from '#contract/ops/op.ts'
import { createCommandLayer, type CommandLayer } from '#src/commands/dispatcher/layer.ts'
import { flag } from '#src/commands/dispatcher/when.ts'
import { listCommands } from '#src/commands/list/list-commands.fake.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import { defineArg, defineCommand, emptyPlan, type Command, type Ctx, type Plan } from './command.ts'
import { coreCommands } from './core-commands.ts'
import { arrayOrder } from './list-order.ts'
import { createFakePorts } from './ports.fake.ts'
import { madeUp, unsaid } from './ids.fake.ts'

export const op = (id: string): OpDraft => ({
  kind: 'test',
  target: { platform: 'PX', customerId: 'u', caseId: id },
  body: {},
})
const writes = (c: Ctx, more: Partial<Plan> = {}): Plan => ({
  ...emptyPlan,
  ops: c.targets.map(op),
  summary: `Did ${c.targets.join(' ')}`,
  ...more,
})
const manager = defineArg({
  name: 'manager',
  type: 'choice',
  prompt: () => 'Assign to',
  source: () => [{ id: 'ann', value: 'ann', title: 'Ann' }],
})

const marked = defineArg<'marks', string[]>({ name: 'marks', type: 'choice', prompt: () => 'Marks', source: () => [] })
function marking(marks: string[], mark: string) {
  const put = () => void marks.push(mark)
  put()
  return { announce: mark, undo: () => void marks.splice(marks.indexOf(mark), 1), redo: put }
}

const commands: readonly Command[] = [
  defineCommand({
    id: 'alert.resolve',
    title: 'Resolve',
    group: 'Triage',
    keywords: unsaid,
    keys: ['r'],
    when: flag('hasCursor'),
    plan: (c) => writes(c),
    advance: 'next',
  }),
  defineCommand({
    id: madeUp('alert.stop'),
    title: 'Stop',
    group: 'Triage',
    keywords: unsaid,
    plan: (c) => writes(c, { confirm: 'Stop 1 hard stop' }),
  }),
  defineCommand({
    id: 'case.assign',
    title: (c) => `Assign ${c.targets.length} cases…`,
    shortTitle: 'Assign',
    group: 'Assign',
    keywords: unsaid,
    keys: ['a'],
    args: [manager],
    plan: (c, a) =>
      writes(c, {
        summary: `to ${a.manager}`,
        instead: { title: 'only a', plan: { ...emptyPlan, ops: [op('a')], summary: 'only a' } },
      }),
  }),
  defineCommand({
    id: 'alert.macro',
    title: 'Macro',
    group: 'Triage',
    keywords: unsaid,
    plan: (c) => writes(c, { again: { id: 'case.assign', args: { manager: 'ann' } } }),
  }),
  defineCommand({
    id: madeUp('alert.otherMacro'),
    title: 'Other macro',
    group: 'Triage',
    keywords: unsaid,
    plan: (c) => writes(c, { again: { id: madeUp('case.busy'), args: {} } }),
  }),
  defineCommand({
    id: madeUp('case.nothing'),
    title: 'Nothing',
    group: 'Triage',
    keywords: unsaid,
    risk: 'high',
    plan: () => ({ ...emptyPlan, skipped: [{ id: 'a', reason: 'already so' }] }),
    run: () => ({ announce: 'went on' }),
  }),
  defineCommand({
    id: madeUp('case.otherwise'),
    title: 'Otherwise',
    group: 'Triage',
    keywords: unsaid,
    args: [manager],
    plan: () => ({ ...emptyPlan, skipped: [{ id: 'a', reason: 'already so' }] }),
    run: () => ({ announce: 'went on' }),
    otherwise: (_, a) => (a.manager === 'ann' ? { announce: 'asked Ann' } : null),
  }),
  defineCommand({
    id: madeUp('case.inverse'),
    title: 'Inverse',
    group: 'Triage',
    keywords: unsaid,
    plan: (c) => writes(c),
    undo: { kind: 'inverse', make: () => ({ ...emptyPlan, ops: [op('back')] }) },
  }),
  defineCommand({
    id: madeUp('case.stuck'),
    title: 'Stuck',
    group: 'Triage',
    keywords: unsaid,
    plan: (c) => writes(c),
    undo: { kind: 'inverse', make: () => emptyPlan },
  }),
  defineCommand({
    id: madeUp('case.mark'),
    title: 'Mark',
    group: 'Triage',
    keywords: unsaid,
    args: [marked],
    plan: (c) => writes(c),
    run: (_, { marks }) => marking(marks, 'here'),
    advance: 'next',
  }),
  defineCommand({
    id: madeUp('view.local'),
    title: 'Local',
    group: 'View',
    keywords: unsaid,
    undo: { kind: 'hold' },
    args: [marked],
    run: (_, { marks }) => marking(marks, 'there'),
  }),
  defineCommand({
    id: 'report.run',
    title: 'Report',
    group: 'App',
    keywords: unsaid,
    calls: [],
    run: () => ({ announce: 'ran' }),
  }),
  defineCommand({
    id: madeUp('form.submit'),
    title: 'Submit',
    group: 'App',
    keywords: unsaid,
    undo: { kind: 'none', confirm: true },
    run: () => ({ announce: 'submitted' }),
  }),
  defineCommand({
    id: madeUp('case.busy'),
    title: 'Busy',
    group: 'App',
    keywords: unsaid,
    disabledReason: () => 'it is being saved',
    run: () => {},
  }),
]

export function setUp(ids = ['a', 'b', 'c'], checkPlan: (plan: Plan) => Plan = (plan) => plan) {
  const ports = createFakePorts()
  const layer = createCommandLayer({
    commands: [commands, coreCommands, listCommands],
    ports,
    atoms: { view: 'queue' },
    platform: 'other',
    checkPlan,
  })
  const state = createListState(arrayOrder(ids))
  layer.context.pushList({ name: 'Cases', state, noun: ['case', 'cases'], rowOf: () => undefined })
  return { ports, layer, state }
}
export const key = { source: 'key' } as const
export const said = (layer: CommandLayer) => layer.notices.store.getState().notice?.text
export const cursor = (state: ReturnType<typeof createListState>) => state.cursor.getState().id
