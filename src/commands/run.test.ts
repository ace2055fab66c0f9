import { describe, expect, test } from 'vitest'
import type { OpDraft } from '#contract/ops/op.ts'
import { defineArg, defineCommand, emptyPlan, type Command, type Ctx, type Plan } from './command.ts'
import { coreCommands } from './core-commands.ts'
import { createCommandLayer, type CommandLayer } from './layer.ts'
import { listCommands } from './list-commands.ts'
import { createListState } from './list-state.ts'
import { arrayOrder } from './order.ts'
import { createFakePorts } from './ports.fake.ts'
import { bounce } from './run.ts'
import { flag, inView } from './when.ts'

const op = (id: string): OpDraft => ({
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
  type: 'manager',
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
    keys: ['r'],
    when: flag('hasCursor'),
    plan: (c) => writes(c),
    advance: 'next',
  }),
  defineCommand({
    id: 'alert.stop',
    title: 'Stop',
    group: 'Triage',
    plan: (c) => writes(c, { confirm: 'Stop 1 hard stop' }),
  }),
  defineCommand({
    id: 'case.assign',
    title: (c) => `Assign ${c.targets.length} cases…`,
    shortTitle: 'Assign',
    group: 'Assign',
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
    plan: (c) => writes(c, { again: { id: 'case.assign', args: { manager: 'ann' } } }),
  }),
  defineCommand({
    id: 'case.nothing',
    title: 'Nothing',
    group: 'Triage',
    risk: 'high',
    plan: () => ({ ...emptyPlan, skipped: [{ id: 'a', reason: 'already so' }] }),
    run: () => ({ announce: 'went on' }),
  }),
  defineCommand({
    id: 'case.otherwise',
    title: 'Otherwise',
    group: 'Triage',
    args: [manager],
    plan: () => ({ ...emptyPlan, skipped: [{ id: 'a', reason: 'already so' }] }),
    run: () => ({ announce: 'went on' }),
    otherwise: (_, a) => (a.manager === 'ann' ? { announce: 'asked Ann' } : null),
  }),
  defineCommand({
    id: 'case.inverse',
    title: 'Inverse',
    group: 'Triage',
    plan: (c) => writes(c),
    undo: { kind: 'inverse', make: () => ({ ...emptyPlan, ops: [op('back')] }) },
  }),
  defineCommand({
    id: 'case.stuck',
    title: 'Stuck',
    group: 'Triage',
    plan: (c) => writes(c),
    undo: { kind: 'inverse', make: () => emptyPlan },
  }),
  defineCommand({
    id: 'case.mark',
    title: 'Mark',
    group: 'Triage',
    args: [marked],
    plan: (c) => writes(c),
    run: (_, { marks }) => marking(marks, 'here'),
    advance: 'next',
  }),
  defineCommand({
    id: 'view.local',
    title: 'Local',
    group: 'View',
    undo: { kind: 'hold' },
    args: [marked],
    run: (_, { marks }) => marking(marks, 'there'),
  }),
  defineCommand({
    id: 'report.run',
    title: 'Report',
    group: 'App',
    offline: 'block',
    run: () => ({ announce: 'ran' }),
  }),
  defineCommand({
    id: 'form.submit',
    title: 'Submit',
    group: 'App',
    undo: { kind: 'none', confirm: true },
    run: () => ({ announce: 'submitted' }),
  }),
  defineCommand({
    id: 'case.busy',
    title: 'Busy',
    group: 'App',
    disabledReason: () => 'it is being saved',
    run: () => {},
  }),
]

function setUp(ids = ['a', 'b', 'c']) {
  const ports = createFakePorts()
  const layer = createCommandLayer({
    commands: [commands, coreCommands, listCommands],
    ports,
    atoms: { view: 'queue' },
    platform: 'other',
  })
  const state = createListState(arrayOrder(ids))
  layer.context.pushList({ name: 'Cases', state, noun: ['case', 'cases'], rowOf: () => undefined })
  return { ports, layer, state }
}
const key = { source: 'key' } as const
const said = (layer: CommandLayer) => layer.notices.store.getState().notice?.text
const cursor = (state: ReturnType<typeof createListState>) => state.cursor.getState().id

describe('what is refused, with the reason said', () => {
  test('a command that does not work here', () => {
    const { layer, ports } = setUp([])
    expect([layer.runner.execute('alert.resolve', key), said(layer), ports.queued]).toEqual([
      'refused',
      'Resolve: Not available here',
      [],
    ])
  })

  test('one that needs a connection', () => {
    const { layer } = setUp()
    layer.context.set({ offline: true })
    expect([layer.runner.execute('report.run', key), said(layer)]).toEqual(['refused', 'Report: Needs a connection'])
  })

  test('one with a reason of its own', () => {
    const { layer } = setUp()
    expect([layer.runner.execute('case.busy', key), said(layer)]).toEqual(['refused', 'Busy: it is being saved'])
  })

  test('a plan that comes to nothing', () => {
    const { layer, ports } = setUp()
    expect([layer.runner.execute('case.nothing', key), said(layer), ports.queued]).toEqual([
      'nothing',
      'Nothing to change: already so',
      [],
    ])
  })
})

test('a plan that comes to nothing may lead to something else', () => {
  const { layer, ports } = setUp()
  const give = (to: string) => [
    layer.runner.execute('case.otherwise', { ...key, args: { manager: to } }),
    said(layer),
    ports.queued,
  ]
  expect(give('ann')).toEqual(['done', 'asked Ann', []])
  expect(give('max')).toEqual(['nothing', 'Nothing to change: already so', []])
})

describe('a write', () => {
  test('is queued with who, how and what, said, and advances', () => {
    const { layer, ports, state } = setUp()
    for (let presses = 0; presses < 3; presses++) layer.presses.count()
    layer.runner.execute('alert.resolve', { ...key, stroke: 'r' })
    expect({ queued: ports.queued, said: said(layer), cursor: cursor(state) }).toEqual({
      queued: [
        {
          group: 'g1',
          ops: [op('a')],
          meta: {
            commandId: 'alert.resolve',
            source: 'key',
            label: 'Did a',
            stroke: 'r',
            act: {
              commandId: 'alert.resolve',
              label: 'Did a',
              source: 'key',
              stroke: 'r',
              presses: 3,
              args: {},
              targets: ['a'],
              selection: { mode: 'none', size: 0 },
              template: null,
              plan: { writes: 1, skipped: 0 },
              shownAt: expect.any(Number),
              actedAt: ports.clock.now,
            },
            query: null,
          },
        },
      ],
      said: 'Did a',
      cursor: 'b',
    })
  })

  test('acts on the selection rather than the cursor, and keeps it as the last one', () => {
    const { layer, ports, state } = setUp()
    state.select(['c', 'b'])
    layer.runner.execute('alert.resolve', key)
    state.refresh(arrayOrder(['a']))
    state.refresh(arrayOrder(['a', 'b', 'c']))
    state.restoreLast()
    expect([ports.queued[0]?.ops, state.targets()]).toEqual([
      [op('b'), op('c')],
      ['b', 'c'],
    ])
  })

  test('leaves the cursor on the first row that stays', () => {
    const { layer, state } = setUp(['a', 'b', 'c', 'd'])
    state.select(['a', 'b'])
    state.moveTo(1)
    layer.runner.execute('case.inverse', key)
    state.refresh(arrayOrder(['c', 'd']))
    expect(cursor(state)).toBe('c')
  })

  test('is repeated with its arguments on what is in front now', () => {
    const { layer, ports } = setUp()
    layer.runner.repeat()
    expect(said(layer)).toBe('Nothing to repeat')
    layer.runner.execute('alert.resolve', key)
    layer.runner.execute('report.run', key)
    layer.runner.repeat()
    expect(ports.queued.map(({ ops, meta }) => [ops, meta.source])).toEqual([
      [[op('a')], 'key'],
      [[op('b')], 'repeat'],
    ])
  })

  test('is repeated as what its plan says it was, not as the digit that was pressed', () => {
    const { layer, ports } = setUp()
    layer.runner.execute('alert.macro', { ...key, digit: 1 })
    layer.runner.repeat()
    expect(ports.queued.map(({ meta }) => meta.commandId)).toEqual(['alert.macro', 'case.assign'])
    expect(ports.queued[1]?.meta.label).toBe('to ann')
  })
})

describe('arguments', () => {
  test('are asked for by the palette, and then used', () => {
    const { layer, ports } = setUp()
    expect(layer.runner.execute('case.assign', key)).toBe('opened')
    expect(layer.palette.store.getState()).toMatchObject({ isOpen: true, asking: { id: 'case.assign' } })
    layer.palette.close()
    layer.runner.execute('case.assign', { ...key, args: { manager: 'ann' } })
    expect(ports.queued[0]?.meta.label).toBe('to ann')
  })
})

const many = (count: number) => setUp(Array.from({ length: count }, (_, index) => `id${index}`))

describe('one more Enter', () => {
  test('is due where the plan says so, and not before the bounce is over', () => {
    const { layer, ports } = setUp()
    expect(layer.runner.execute('alert.stop', key)).toBe('asked')
    expect([layer.runner.answer(), ports.queued.length]).toEqual([false, 0])
    ports.clock.now += bounce
    expect([layer.runner.answer(), ports.queued.length, layer.runner.answer()]).toEqual([true, 1, false])
  })

  test('is due above fifty writes, not at fifty', () => {
    const [few, more] = [many(50), many(51)]
    for (const { state } of [few, more]) state.selectAll()
    expect([few, more].map(({ layer }) => layer.runner.execute('alert.resolve', key))).toEqual(['done', 'asked'])
    expect(more.layer.runner.confirmation.getState().asked?.question).toBe('Resolve, 51 writes')
  })

  test('is due for what cannot be undone', () => {
    const { layer, ports } = setUp()
    layer.runner.execute('form.submit', key)
    expect(said(layer)).toBe('Submit, this cannot be undone. Enter confirms.')
    ports.clock.now += bounce
    layer.runner.answer()
    expect(said(layer)).toBe('submitted')
  })

  test('is forgotten when something else is done', () => {
    const { layer, ports } = setUp()
    layer.runner.execute('alert.stop', key)
    layer.runner.execute('alert.resolve', key)
    ports.clock.now += bounce
    expect([layer.runner.answer(), ports.queued.map(({ meta }) => meta.commandId)]).toEqual([false, ['alert.resolve']])
  })

  test('may do what is offered instead', () => {
    const { layer, ports, state } = setUp(Array.from({ length: 60 }, (_, index) => `id${index}`))
    state.selectAll()
    layer.runner.execute('case.assign', { ...key, args: { manager: 'ann' } })
    ports.clock.now += bounce
    layer.runner.answer(true)
    expect(ports.queued.map(({ ops, meta }) => [ops, meta.label])).toEqual([[[op('a')], 'only a']])
  })
})

describe('undo', () => {
  test('has nothing to do at first', async () => {
    const { layer } = setUp()
    await layer.undo.undo()
    expect(said(layer)).toBe('Nothing to undo')
  })

  test('withdraws what is held and puts cursor and selection back', async () => {
    const { layer, ports, state } = setUp()
    state.select(['a', 'b'])
    layer.runner.execute('alert.resolve', key)
    state.refresh(arrayOrder(['c']))
    const undoing = layer.undo.undo()
    state.refresh(arrayOrder(['a', 'b', 'c']))
    await undoing
    expect([said(layer), [...ports.groups], cursor(state), state.targets()]).toEqual([
      'Undone: Did a b',
      [],
      'a',
      ['a', 'b'],
    ])
  })

  test('reports what had been sent of a bulk, and does not offer to do that again', async () => {
    const { layer, ports, state } = setUp()
    state.selectAll()
    layer.runner.execute('alert.resolve', key)
    ports.send('g1', 2)
    await layer.undo.undo()
    expect(said(layer)).toBe('1 of 3 undone; 2 already sent')
    await layer.undo.redo()
    expect([said(layer), ports.queued.length]).toEqual(['Nothing to do again', 1])
  })

  test('says why it cannot when everything was sent', async () => {
    const { layer, ports } = setUp()
    layer.runner.execute('alert.resolve', key)
    ports.send('g1', 1)
    await layer.undo.undo()
    expect(said(layer)).toMatch(/^Cannot undo "Did a": it was sent at \d\d:\d\d$/)
  })

  test('writes the inverse of what was sent, where there is one', async () => {
    const { layer, ports } = setUp()
    layer.runner.execute('case.inverse', key)
    ports.send('g1', 1)
    await layer.undo.undo()
    expect(ports.queued[1]?.ops).toEqual([op('back')])
  })

  test('is itself undone while there is time', async () => {
    const { layer, ports } = setUp()
    layer.runner.execute('alert.resolve', key)
    await layer.undo.undo()
    ports.clock.now += ports.holdMs()
    await layer.undo.redo()
    expect([said(layer), ports.queued[1]?.ops]).toEqual(['Done again: Did a', [op('a')]])
    await layer.undo.undo()
    ports.clock.now += ports.holdMs() + 1
    await layer.undo.redo()
    expect([said(layer), ports.queued.length]).toEqual(['Nothing to do again', 2])
  })

  test('is itself undone step by step, with what was done only here and with the cursor', async () => {
    const { layer, ports, state } = setUp()
    const marks: string[] = []
    layer.runner.execute('alert.resolve', key)
    layer.runner.execute('case.mark', { ...key, args: { marks } })
    layer.runner.execute('view.local', { ...key, args: { marks } })
    const seen = () => [ports.groups.size, marks.join(), cursor(state)]
    const after = seen()
    for (let time = 0; time < 3; time++) await layer.undo.undo()
    expect(seen()).toEqual([0, '', 'a'])
    for (let time = 0; time < 3; time++) await layer.undo.redo()
    expect([seen(), said(layer)]).toEqual([after, 'Done again: there'])
    await layer.undo.redo()
    expect(said(layer)).toBe('Nothing to do again')
    for (let time = 0; time < 3; time++) await layer.undo.undo()
    expect(seen()).toEqual([0, '', 'a'])
  })

  test('leaves what has no way back, and says so', async () => {
    const { layer, ports } = setUp()
    layer.runner.execute('case.stuck', key)
    ports.send('g1', 1)
    await layer.undo.undo()
    expect([said(layer), ports.queued.length]).toEqual(['Cannot undo "Did a": it has been sent', 1])
  })

  test('of a part says how much', async () => {
    const { layer, ports, state } = setUp()
    state.selectAll()
    layer.runner.execute('case.inverse', key)
    ports.send('g1', 3)
    await layer.undo.undo()
    expect([said(layer), ports.queued.length]).toEqual(['1 of 3 undone; 2 already sent', 2])
  })

  test('is waited for by what would do it again', async () => {
    const { layer, ports } = setUp()
    layer.runner.execute('alert.resolve', key)
    const undoing = layer.undo.undo()
    const redoing = layer.undo.redo()
    expect(ports.queued).toHaveLength(1)
    await Promise.all([undoing, redoing])
    expect([said(layer), ports.queued[1]?.ops]).toEqual(['Done again: Did a', [op('a')]])
  })

  test('is not offered where the policy holds nothing back', async () => {
    const { layer, ports } = setUp()
    ports.holdMs = () => 0
    layer.runner.execute('alert.resolve', key)
    expect(said(layer)).toBe('Did a (sent at once, cannot be undone)')
    await layer.undo.undo()
    expect([said(layer), ports.groups.size]).toEqual(['Cannot undo "Did a": here it is sent at once', 1])
  })

  test('takes back even then what waits for a connection', async () => {
    const { layer, ports } = setUp()
    ports.holdMs = () => 0
    layer.context.set({ offline: true })
    layer.runner.execute('alert.resolve', key)
    expect(said(layer)).toBe('Did a')
    await layer.undo.undo()
    expect([said(layer), ports.groups.size]).toEqual(['Undone: Did a', 0])
  })

  test('remembers fifty', async () => {
    const { layer, ports } = setUp()
    for (let time = 0; time < 55; time++) layer.runner.execute('case.inverse', key)
    for (let time = 0; time < 55; time++) await layer.undo.undo()
    expect([said(layer), ports.groups.size]).toEqual(['Nothing to undo', 5])
  })

  test('takes up what a reload left held, under what was done since', async () => {
    const { layer, ports } = setUp()
    const { group } = ports.enqueue([op('x')], {
      commandId: 'alert.resolve',
      source: 'key',
      label: 'Before',
      stroke: null,
    })
    layer.runner.execute('alert.resolve', key)
    layer.undo.adopt([{ group, label: 'Before' }])
    await layer.undo.undo()
    await layer.undo.undo()
    expect([said(layer), ports.groups.size]).toEqual(['Undone: Before', 0])
  })
})

const make =
  (...list: Command[]) =>
  () =>
    createCommandLayer({ commands: [list], ports: createFakePorts(), platform: 'other' })

const plain = (id: Command['id'], keys: string[], when = inView('queue')) =>
  defineCommand({ id, title: id, group: 'App', keys, when, run: () => {} })

describe('the registry', () => {
  test.each<[string, () => unknown, RegExp]>([
    ['an id taken twice', make(plain('app.a', ['q']), plain('app.a', ['p'])), /Two commands are called app.a/],
    [
      'a command that does nothing',
      make(defineCommand({ id: 'app.a', title: 'A', group: 'App' })),
      /neither plans nor runs/,
    ],
    ['a key that is none', make(plain('app.a', ['foo'])), /Not a key: foo/],
  ])('refuses %s', (_, act, message) => expect(act).toThrow(message))

  test('shows the first key', () => {
    const { layer } = setUp()
    expect([
      layer.registry.keyOf('list.selectAll'),
      layer.registry.keyOf('alert.stop'),
      layer.registry.ariaKeysOf('list.down'),
    ]).toEqual([['*', 'a'], null, 'J ArrowDown'])
  })
})

test('the key is pointed out after the palette, and once after three uses by pointer', () => {
  const { layer } = setUp(['a', 'b', 'c', 'd', 'e', 'f'])
  const hints = (['palette', 'pointer', 'pointer', 'pointer', 'pointer'] as const).map((source) => {
    layer.runner.execute('alert.resolve', { source })
    return layer.notices.store.getState().notice?.hint
  })
  expect(hints).toEqual(['Next time: r', null, null, 'Next time: r', null])
})
