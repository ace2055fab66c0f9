// Moving the day on which a monitored case comes back: what is left out, and taking it back.
import { expect, test } from 'vitest'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { fold } from '#contract/ops/kinds.ts'
import type { Op } from '#contract/ops/op.ts'
import { createCommandLayer } from '#src/commands/dispatcher/layer.ts'
import { arrayOrder } from '#src/commands/list-order.ts'
import { createFakePorts } from '#src/commands/ports.fake.ts'
import { createQueue } from '#src/features/cases/queue/queue.ts'
import { caseRow } from '#tests/support/rows.ts'
import { reviewCommands } from './review-commands.ts'

const monitored = (id: string, on: string, isDue = false): CaseItem =>
  caseRow({ id, status: 'complete', statusCases: 'complete', review: { on, watch: 'Deposits.', isDue } })

/** The commands over cases of the queue, all of them selected. */
function setUp(rows: readonly CaseItem[]) {
  const known = new Map(rows.map((row) => [row.id, row]))
  const ports = createFakePorts()
  const base = createQueue(() => {
    throw new Error('nothing is read here')
  })
  const queue = { ...base, rowOf: (id: string) => known.get(id) }
  queue.list.refresh(arrayOrder([...known.keys()]))
  queue.list.selectAll()
  const commands = [reviewCommands({ queue, narrowing: null as never })]
  const layer = createCommandLayer({ commands, ports, atoms: { view: 'queue' } as const, platform: 'other' })
  layer.context.pushList({ name: 'Cases', state: queue.list, noun: ['case', 'cases'], rowOf: queue.rowOf })
  const move = (day: string) => layer.runner.execute('case.review', { source: 'key', args: { day } })
  /** The reviews as the queue shows them before the server answers: what was withdrawn is not shown. */
  const shown = () => {
    const ops = ports.queued.filter(({ group }) => ports.groups.has(group)).flatMap((one) => one.ops)
    return rows.map((row) =>
      fold(
        'caseItem',
        row,
        ops.map((op): Op => ({ ...op, opId: 'o', at: 0, by: { id: 'ann', name: 'Ann' } })),
      ),
    )
  }
  return { layer, ports, move, shown, said: () => layer.notices.store.getState().notice?.text }
}

test('the day that a review already has is left out, and one that is due may be moved to any day', () => {
  const { layer, ports, move, said } = setUp([monitored('PX1', '2026-04-01')])
  expect(move('2026-04-01')).not.toBe('done')
  expect(ports.queued).toEqual([])
  expect(said()).toContain('comes back on Wed 1 Apr already')
  const { plan } = layer.runner.prepare('case.review', { source: 'key', args: { day: '2026-04-02' } })
  expect(plan.ops).toHaveLength(1)
  const due = setUp([monitored('PX2', '2026-04-01', true), monitored('PX3', '2026-04-01')])
  expect(due.move('2026-04-01')).toBe('done')
  expect(due.ports.queued.flatMap(({ ops }) => ops.map(({ target }) => target.caseId))).toEqual(['PX2'])
})

test.each([
  ['moved', (layer: ReturnType<typeof setUp>) => layer.move('2026-05-04')],
  ['cancelled', ({ layer }: ReturnType<typeof setUp>) => layer.runner.execute('case.cancelReview', { source: 'key' })],
])('undo takes back reviews that were %s, all of them at once', async (_, change) => {
  const window = setUp([monitored('PX1', '2026-04-01'), monitored('PX2', '2026-04-08', true)])
  const before = window.shown().map(({ review }) => review)
  expect(change(window)).toBe('done')
  expect(window.shown().map(({ review }) => review)).not.toEqual(before)
  await window.layer.undo.undo()
  expect(window.shown().map(({ review }) => review)).toEqual(before)
  expect(window.ports.groups.size).toBe(0)
})
