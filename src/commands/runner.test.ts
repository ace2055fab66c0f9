import { describe, expect, test } from 'vitest'
import { createCommandLayer } from '#src/commands/dispatcher/layer.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import { defineCommand, type Command } from './command.ts'
import { arrayOrder } from './list-order.ts'
import { createFakePorts } from './ports.fake.ts'
import { cursor, key, op, said, setUp } from './runner.fake.ts'
import { unseen } from './commit.ts'
import { bounce } from './runner.ts'
import { madeUp, unsaid } from './ids.fake.ts'

describe('refusals with a reason', () => {
  test('a command that does not work here', () => {
    const { layer, ports } = setUp([])
    expect([layer.runner.execute('alert.resolve', key), said(layer), ports.queued]).toEqual([
      'refused',
      'Resolve: Not available here',
      [],
    ])
  })

  test('a command that needs a connection', () => {
    const { layer } = setUp()
    layer.context.set({ offline: true })
    expect([layer.runner.execute('report.run', key), said(layer)]).toEqual(['refused', 'Report: Needs a connection'])
  })

  test('a command with a reason of its own', () => {
    const { layer } = setUp()
    expect([layer.runner.execute(madeUp('case.busy'), key), said(layer)]).toEqual([
      'refused',
      'Busy: it is being saved',
    ])
  })

  test('a plan without operations', () => {
    const { layer, ports } = setUp()
    expect([layer.runner.execute(madeUp('case.nothing'), key), said(layer), ports.queued]).toEqual([
      'nothing',
      'Nothing to change: already so',
      [],
    ])
  })
})

test('a plan without operations may offer something else', () => {
  const { layer, ports } = setUp()
  const give = (to: string) => [
    layer.runner.execute(madeUp('case.otherwise'), { ...key, args: { manager: to } }),
    said(layer),
    ports.queued,
  ]
  expect(give('ann')).toEqual(['done', 'asked Ann', []])
  expect(give('max')).toEqual(['nothing', 'Nothing to change: already so', []])
})

describe('a key that changes something', () => {
  const press = { ...key, stroke: 'r' }

  test('does nothing on a row that appeared too recently to be seen', () => {
    const { layer, ports, state } = setUp()
    layer.runner.execute('alert.resolve', press)
    const after = cursor(state)
    expect([layer.runner.execute('alert.resolve', press), said(layer), ports.queued.length, cursor(state)]).toEqual([
      'refused',
      'Resolve: pressed twice, done once',
      1,
      after,
    ])
  })

  test('works a moment later, and at once after another key', () => {
    const { layer, ports } = setUp(['a', 'b', 'c', 'd', 'e'])
    layer.runner.execute('alert.resolve', press)
    ports.clock.now += unseen
    expect(layer.runner.execute('alert.resolve', press)).toBe('done')
    layer.runner.execute('list.down', { ...key, stroke: 'j' })
    expect(layer.runner.execute('alert.resolve', press)).toBe('done')
  })
})

describe('a change', () => {
  test('is queued with who, how and what, is announced, and advances', () => {
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
            label: 'Did a',
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

  test('acts on the selection rather than the cursor, and keeps it as the last selection', () => {
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
    layer.runner.execute(madeUp('case.inverse'), key)
    state.refresh(arrayOrder(['c', 'd']))
    expect(cursor(state)).toBe('c')
  })

  test('is repeated with its arguments on the current target', () => {
    const { layer, ports } = setUp()
    layer.runner.repeat()
    expect(said(layer)).toBe('Nothing to repeat')
    layer.runner.execute('alert.resolve', key)
    layer.runner.execute('report.run', key)
    layer.runner.repeat()
    expect(ports.queued.map(({ ops, meta }) => [ops, meta.act?.source])).toEqual([
      [[op('a')], 'key'],
      [[op('b')], 'repeat'],
    ])
  })

  test('is repeated in triage as the last macro that fits the current alert', () => {
    const { layer, ports } = setUp()
    layer.context.set({ triage: true })
    layer.runner.execute('alert.macro', key)
    layer.runner.execute(madeUp('alert.otherMacro'), key)
    layer.runner.repeat()
    expect(ports.queued.at(-1)?.meta).toMatchObject({ commandId: 'case.assign', act: { source: 'repeat' } })
    layer.context.set({ triage: false })
    layer.runner.execute(madeUp('alert.otherMacro'), key)
    layer.runner.repeat()
    expect(said(layer)).toBe('Busy: it is being saved')
  })

  test('is repeated as its plan defines it, not as the digit that was pressed', () => {
    const { layer, ports } = setUp()
    layer.runner.execute('alert.macro', { ...key, digit: 1 })
    layer.runner.repeat()
    expect(ports.queued.map(({ meta }) => meta.commandId)).toEqual(['alert.macro', 'case.assign'])
    expect(ports.queued[1]?.meta.label).toBe('to ann')
  })
})

describe('arguments', () => {
  test('are requested in the palette, and then used', () => {
    const { layer, ports } = setUp()
    expect(layer.runner.execute('case.assign', key)).toBe('opened')
    expect(layer.palette.store.getState()).toMatchObject({ isOpen: true, asking: { id: 'case.assign' } })
    layer.palette.close()
    layer.runner.execute('case.assign', { ...key, args: { manager: 'ann' } })
    expect(ports.queued[0]?.meta.label).toBe('to ann')
  })
})

const many = (count: number) => setUp(Array.from({ length: count }, (_, index) => `id${index}`))

describe('a confirmation', () => {
  test('is required where the plan says so, and not accepted within the bounce time', () => {
    const { layer, ports } = setUp()
    expect(layer.runner.execute(madeUp('alert.stop'), key)).toBe('asked')
    expect([layer.runner.answer(), ports.queued.length]).toEqual([false, 0])
    ports.clock.now += bounce
    expect([layer.runner.answer(), ports.queued.length, layer.runner.answer()]).toEqual([true, 1, false])
  })

  test('carries a reason where the plan contradicts something, and accepts no other answer', () => {
    const { layer, ports } = setUp(undefined, (plan) => ({
      ...plan,
      confirm: 'Resolve, against precedent',
      against: { text: '9 of 9', links: [], answered: (words) => plan.ops.map((one) => ({ ...one, body: { words } })) },
    }))
    expect(layer.runner.execute('alert.resolve', { ...key, isConfirmed: true })).toBe('asked')
    ports.clock.now += bounce
    expect([layer.runner.answer(false, 'new payer'), ports.queued[0]?.ops[0]?.body]).toEqual([
      true,
      { words: 'new payer' },
    ])
  })

  test('is required above fifty changes, not at fifty', () => {
    const [few, more] = [many(50), many(51)]
    for (const { state } of [few, more]) state.selectAll()
    expect([few, more].map(({ layer }) => layer.runner.execute('alert.resolve', key))).toEqual(['done', 'asked'])
    expect(more.layer.runner.confirmation.getState().asked?.question).toBe('Resolve, 51 changes')
  })

  test('is required for what cannot be undone', () => {
    const { layer, ports } = setUp()
    layer.runner.execute(madeUp('form.submit'), key)
    expect(said(layer)).toBe('Submit, this cannot be undone. Enter confirms.')
    ports.clock.now += bounce
    layer.runner.answer()
    expect(said(layer)).toBe('submitted')
  })

  test('is dropped when another command runs', () => {
    const { layer, ports } = setUp()
    layer.runner.execute(madeUp('alert.stop'), key)
    layer.runner.execute('alert.resolve', key)
    ports.clock.now += bounce
    expect([layer.runner.answer(), ports.queued.map(({ meta }) => meta.commandId)]).toEqual([false, ['alert.resolve']])
  })

  test('may run the offered alternative', () => {
    const { layer, ports, state } = setUp(Array.from({ length: 60 }, (_, index) => `id${index}`))
    state.selectAll()
    layer.runner.execute('case.assign', { ...key, args: { manager: 'ann' } })
    ports.clock.now += bounce
    layer.runner.answer(true)
    expect(ports.queued.map(({ ops, meta }) => [ops, meta.label])).toEqual([[[op('a')], 'only a']])
  })
})

const make =
  (...list: Command[]) =>
  () =>
    createCommandLayer({ commands: [list], ports: createFakePorts(), platform: 'other' })

const plain = (id: Command['id'], keys: string[], when = inView('queue')) =>
  defineCommand({ id, title: id, group: 'App', keywords: unsaid, keys, when, run: () => {} })

describe('the registry', () => {
  test.each<[string, () => unknown, RegExp]>([
    [
      'an id taken twice',
      make(plain(madeUp('app.a'), ['q']), plain(madeUp('app.a'), ['p'])),
      /Two commands are called app.a/,
    ],
    [
      'a command that does nothing',
      make(defineCommand({ id: madeUp('app.a'), title: 'A', group: 'App', keywords: unsaid })),
      /neither plans nor runs/,
    ],
    ['a key that is none', make(plain(madeUp('app.a'), ['foo'])), /Not a key: foo/],
  ])('refuses %s', (_, act, message) => expect(act).toThrow(message))

  test('shows the first key', () => {
    const { layer } = setUp()
    expect([
      layer.registry.keyOf('list.selectAll'),
      layer.registry.keyOf(madeUp('alert.stop')),
      layer.registry.ariaKeysOf('list.down'),
    ]).toEqual([['*', 'a'], null, 'J ArrowDown'])
  })
})

test('shows the key after a use of the palette, and once after three uses by pointer', () => {
  const { layer } = setUp(['a', 'b', 'c', 'd', 'e', 'f'])
  const hints = (['palette', 'pointer', 'pointer', 'pointer', 'pointer'] as const).map((source) => {
    layer.runner.execute('alert.resolve', { source })
    return layer.notices.store.getState().notice?.hint
  })
  expect(hints).toEqual(['Next time: r', null, null, 'Next time: r', null])
})

test('a form runs its command whatever is over the page, and only the reasons of the command refuse it', () => {
  const { layer, ports } = setUp()
  layer.context.set({ overlay: 'drawer' })
  const { runner } = layer
  expect([runner.execute('alert.resolve', key), ports.queued.length]).toEqual(['refused', 0])
  expect([runner.invoke('alert.resolve', {}), ports.queued.length]).toEqual(['done', 1])
  expect([runner.invoke(madeUp('case.busy'), {}), said(layer)]).toEqual(['refused', 'Busy: it is being saved'])
})
