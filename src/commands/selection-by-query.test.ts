import { unsaid } from '#src/commands/ids.fake.ts'
import { describe, expect, test } from 'vitest'
import type { OpDraft } from '#contract/ops/op.ts'
import { createCommandLayer, type CommandLayer } from '#src/commands/dispatcher/layer.ts'
import { flag } from '#src/commands/dispatcher/when.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import { defineCommand, emptyPlan } from './command.ts'
import { arrayOrder, type Order } from './list-order.ts'
import { createFakePorts } from './ports.fake.ts'
import { bounce, mostTargets } from './runner.ts'

const op = (id: string): OpDraft => ({
  kind: 'test',
  target: { platform: 'PX', customerId: 'u', caseId: id },
  body: {},
})
const resolve = defineCommand({
  id: 'alert.resolve',
  title: 'Resolve',
  group: 'Triage',
  keywords: unsaid,
  when: flag('hasCursor'),
  plan: (c) => ({ ...emptyPlan, ops: c.targets.map(op), summary: `Did ${c.targets.join(' ')}` }),
})
const key = { source: 'key' } as const
const said = (layer: CommandLayer) => layer.notices.store.getState().notice?.text

describe('a selection by query', () => {
  /** Five rows that match, of which two are loaded. */
  function partial(found: readonly string[] = ['a', 'b', 'c', 'd', 'e'], total = found.length) {
    const loaded = ['a', 'b']
    const order: Order = { total: 5, idAt: (i) => loaded[i], indexOf: (id) => loaded.indexOf(id) }
    const ports = createFakePorts()
    const layer = createCommandLayer({ commands: [[resolve]], ports, atoms: { view: 'queue' }, platform: 'other' })
    const state = createListState(order)
    type Found = { ids: readonly string[]; total: number }
    let arrived: (all: Found) => void = () => {}
    let reject: (error: Error) => void = () => {}
    const reading = new Promise<Found>((...ways) => ([arrived, reject] = ways))
    const noun = ['case', 'cases'] as const
    layer.context.pushList({ name: 'All', state, noun, rowOf: () => undefined, gather: () => reading })
    state.selectMatching()
    const arrive = async () => {
      arrived({ ids: found, total })
      await reading
      await Promise.resolve()
      ports.clock.now += bounce
    }
    const fail = async () => {
      reject(new Error('No answer'))
      await reading.catch(() => null)
      await Promise.resolve()
    }
    return { ports, layer, state, arrive, fail }
  }
  const asked = (layer: CommandLayer) => layer.runner.confirmation.getState().asked?.question

  test('is read when a command runs, and asks with the recount', async () => {
    const { layer, ports, arrive } = partial()
    expect(layer.runner.execute('alert.resolve', key)).toBe('asked')
    expect(layer.runner.confirmation.getState().gathering).toMatchObject({ read: 0, total: 5 })
    expect(layer.runner.answer()).toBe(false)
    await arrive()
    expect([asked(layer), layer.runner.answer()]).toEqual(['Resolve, 5 changes, recounted', true])
    expect(ports.queued[0]?.ops.map(({ target }) => target.caseId)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('says what has changed since it was shown, and leaves out its exceptions', async () => {
    const { layer, state, arrive, ports } = partial(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    state.toggle()
    layer.runner.execute('alert.resolve', key)
    await arrive()
    expect(asked(layer)).toBe('Resolve, 6 changes, 6 now, 4 were shown')
    layer.runner.answer()
    expect(ports.queued[0]?.ops).toHaveLength(6)
  })

  test('above the maximum of a command says the number', async () => {
    const found = Array.from({ length: mostTargets }, (_, i) => `id${i}`)
    const { layer, arrive } = partial(found, 3400)
    layer.runner.execute('alert.resolve', key)
    await arrive()
    expect(asked(layer)).toBe('Resolve, 2,000 changes, the first 2,000 of 3,400')
  })

  test('is refused offline, unless all rows are loaded', async () => {
    const { layer, state, ports } = partial()
    layer.context.set({ offline: true })
    expect([layer.runner.execute('alert.resolve', key), said(layer)]).toEqual([
      'refused',
      'Resolve: 3 of them are not on this device. Needs a connection',
    ])
    state.refresh(arrayOrder(['a', 'b', 'c']))
    expect([layer.runner.execute('alert.resolve', key), ports.queued[0]?.ops.length]).toEqual(['done', 3])
  })

  test('asks nothing if its reading was cancelled', async () => {
    const { layer, arrive, ports } = partial()
    layer.runner.execute('alert.resolve', key)
    layer.runner.dismiss()
    await arrive()
    expect([asked(layer), layer.runner.answer(), ports.queued]).toEqual([undefined, false, []])
  })

  test('reports a failed reading', async () => {
    const { layer, fail } = partial()
    layer.runner.execute('alert.resolve', key)
    await fail()
    expect(said(layer)).toBe('Resolve: not all could be read. No answer')
    expect(layer.runner.confirmation.getState().gathering).toBeNull()
  })
})
