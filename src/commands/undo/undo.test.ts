import { describe, expect, test } from 'vitest'
import { arrayOrder } from '#src/commands/list-order.ts'
import { cursor, key, op, said, setUp } from '#src/commands/runner.fake.ts'
import { madeUp } from '#src/commands/ids.fake.ts'

describe('undo', () => {
  test('has nothing to do at first', async () => {
    const { layer } = setUp()
    await layer.undo.undo()
    expect(said(layer)).toBe('Nothing to undo')
  })

  test('withdraws held operations and restores cursor and selection', async () => {
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

  test('reports the sent part of a bulk change, and redoes the unsent part', async () => {
    const { layer, ports, state } = setUp()
    state.selectAll()
    layer.runner.execute('alert.resolve', key)
    ports.send('g1', 2)
    await layer.undo.undo()
    expect(said(layer)).toBe('1 of 3 undone; 2 already sent')
    await layer.undo.redo()
    expect([said(layer), ports.queued[1]?.ops]).toEqual(['Redone: 1 of 3 (Did a b c)', [{ ...op('c'), needs: [] }]])
    await layer.undo.undo()
    expect([said(layer), ports.groups.size]).toEqual(['Undone: 1 of 3 (Did a b c)', 0])
  })

  test('explains why it cannot undo when everything was sent', async () => {
    const { layer, ports } = setUp()
    layer.runner.execute('alert.resolve', key)
    ports.send('g1', 1)
    await layer.undo.undo()
    expect(said(layer)).toMatch(/^Cannot undo "Did a": it was sent at \d\d:\d\d$/)
  })

  test('queues the inverse of a sent operation, where there is one', async () => {
    const { layer, ports } = setUp()
    layer.runner.execute(madeUp('case.inverse'), key)
    ports.send('g1', 1)
    await layer.undo.undo()
    expect(ports.queued[1]?.ops).toEqual([op('back')])
  })

  test('can be redone while there is time', async () => {
    const { layer, ports } = setUp()
    layer.runner.execute('alert.resolve', key)
    await layer.undo.undo()
    ports.clock.now += ports.holdMs()
    await layer.undo.redo()
    expect([said(layer), ports.queued[1]?.ops]).toEqual(['Redone: Did a', [op('a')]])
    await layer.undo.undo()
    ports.clock.now += ports.holdMs() + 1
    await layer.undo.redo()
    expect([said(layer), ports.queued.length]).toEqual(['Nothing to redo', 2])
  })

  test('can be redone step by step, including local changes and the cursor', async () => {
    const { layer, ports, state } = setUp()
    const marks: string[] = []
    layer.runner.execute('alert.resolve', key)
    layer.runner.execute(madeUp('case.mark'), { ...key, args: { marks } })
    layer.runner.execute(madeUp('view.local'), { ...key, args: { marks } })
    const seen = () => [ports.groups.size, marks.join(), cursor(state)]
    const after = seen()
    for (let time = 0; time < 3; time++) await layer.undo.undo()
    expect(seen()).toEqual([0, '', 'a'])
    for (let time = 0; time < 3; time++) await layer.undo.redo()
    expect([seen(), said(layer)]).toEqual([after, 'Redone: there'])
    await layer.undo.redo()
    expect(said(layer)).toBe('Nothing to redo')
    for (let time = 0; time < 3; time++) await layer.undo.undo()
    expect(seen()).toEqual([0, '', 'a'])
  })

  test('leaves what cannot be undone, and says so', async () => {
    const { layer, ports } = setUp()
    layer.runner.execute(madeUp('case.stuck'), key)
    ports.send('g1', 1)
    await layer.undo.undo()
    expect([said(layer), ports.queued.length]).toEqual(['Cannot undo "Did a": it has been sent', 1])
  })

  test('of a part says how many', async () => {
    const { layer, ports, state } = setUp()
    state.selectAll()
    layer.runner.execute(madeUp('case.inverse'), key)
    ports.send('g1', 3)
    await layer.undo.undo()
    expect([said(layer), ports.queued.length]).toEqual(['1 of 3 undone; 2 already sent', 2])
  })

  test('is awaited by redo', async () => {
    const { layer, ports } = setUp()
    layer.runner.execute('alert.resolve', key)
    const undoing = layer.undo.undo()
    const redoing = layer.undo.redo()
    expect(ports.queued).toHaveLength(1)
    await Promise.all([undoing, redoing])
    expect([said(layer), ports.queued[1]?.ops]).toEqual(['Redone: Did a', [op('a')]])
  })

  test('is not offered where the policy has no hold', async () => {
    const { layer, ports } = setUp()
    ports.holdMs = () => 0
    layer.runner.execute('alert.resolve', key)
    expect(said(layer)).toBe('Did a (sent at once, cannot be undone)')
    await layer.undo.undo()
    expect([said(layer), ports.groups.size]).toEqual([
      'Cannot undo "Did a": without browser storage it is sent at once',
      1,
    ])
  })

  test('still takes back what waits for a connection', async () => {
    const { layer, ports } = setUp()
    ports.holdMs = () => 0
    layer.context.set({ offline: true })
    layer.runner.execute('alert.resolve', key)
    expect(said(layer)).toBe('Did a')
    await layer.undo.undo()
    expect([said(layer), ports.groups.size]).toEqual(['Undone: Did a', 0])
  })

  test('remembers fifty steps', async () => {
    const { layer, ports } = setUp()
    for (let time = 0; time < 55; time++) layer.runner.execute(madeUp('case.inverse'), key)
    for (let time = 0; time < 55; time++) await layer.undo.undo()
    expect([said(layer), ports.groups.size]).toEqual(['Nothing to undo', 5])
  })

  test('restores operations held over a reload, below later steps', async () => {
    const { layer, ports } = setUp()
    const { group } = ports.enqueue([op('x')], { commandId: 'alert.resolve', label: 'Before' })
    layer.runner.execute('alert.resolve', key)
    layer.undo.adopt([{ group, label: 'Before' }])
    await layer.undo.undo()
    await layer.undo.undo()
    expect([said(layer), ports.groups.size]).toEqual(['Undone: Before', 0])
  })
})
