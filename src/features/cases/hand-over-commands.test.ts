import { describe, expect, test } from 'vitest'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { fold } from '#contract/ops/kinds.ts'
import type { Op } from '#contract/ops/op.ts'
import { createCommandLayer } from '#src/commands/dispatcher/layer.ts'
import { choicesOf, readLine } from '#src/commands/palette/lines.ts'
import { arrayOrder } from '#src/commands/list-order.ts'
import { createFakePorts } from '#src/commands/ports.fake.ts'
import type { CaseDeps } from '#src/features/cases/detail/case-deps.ts'
import { createQueue } from '#src/features/cases/queue/queue.ts'
import { caseRow } from '#tests/support/rows.ts'
import { handOverCommands } from './hand-over-commands.ts'

const ann = { id: 'ann', name: 'Ann' }
const ben = { id: 'ben', name: 'Ben' }
const mary = { id: 'mary', name: 'Mary' }
const key = { source: 'key' } as const
const escalation = { ...key, args: { manager: mary, note: 'Unusual route.' } }

/** The commands over cases as Ann has them in the queue, all of them selected. */
function setUp(rows: readonly CaseItem[], { mayAssign = false, handsOver = true } = {}) {
  const known = new Map(rows.map((row) => [row.id, row]))
  const ports = createFakePorts()
  const base = createQueue(() => {
    throw new Error('nothing is read here')
  })
  const queue = { ...base, rowOf: (id: string) => known.get(id) }
  queue.list.refresh(arrayOrder([...known.keys()]))
  queue.list.selectAll()
  const deps = {
    queue,
    me: () => ann,
    mayAssign: () => mayAssign,
    handsOver: () => handsOver,
    superiors: () => Promise.resolve([{ id: mary.id, value: mary, title: mary.name }]),
  } as unknown as CaseDeps
  const atoms = { view: 'queue' } as const
  const layer = createCommandLayer({ commands: [handOverCommands(deps)], ports, atoms, platform: 'other' })
  layer.context.pushList({ name: 'Cases', state: queue.list, noun: ['case', 'cases'], rowOf: queue.rowOf })
  return {
    layer,
    said: () => layer.notices.store.getState().notice?.text,
    queued: () =>
      ports.queued.flatMap(({ ops }) => ops.map(({ kind, target, body }) => ({ kind, id: target.caseId, body }))),
    /** The rows as the queue shows them before the server answers. */
    shown: () =>
      rows.map((row) =>
        fold(
          'caseItem',
          row,
          ports.queued.flatMap(({ ops }) => ops.map((op): Op => ({ ...op, opId: 'o', at: 0, by: ann }))),
        ),
      ),
  }
}

describe('refused with the reason', () => {
  test.each([
    ['the case of somebody else', { manager: ben }, 'is with Ben: only managers release the cases of others'],
    ['a case without an assignee', { manager: null }, 'is in the queue already'],
    ['a closed case', { manager: ann, status: 'complete', statusCases: 'complete' }, 'is Resolved (NO STR)'],
  ] as const)('releasing %s', (_, change, why) => {
    const { layer, said, queued } = setUp([caseRow(change)])
    expect(layer.runner.execute('case.release', key)).toBe('refused')
    expect([said(), queued()]).toEqual([`Release: PX1 ${why}`, []])
  })

  test.each([
    ['the case of somebody else', { manager: ben }, 'is with Ben: only managers escalate the cases of others'],
    ['a closed case', { manager: ann, status: 'complete', statusCases: 'complete' }, 'is Resolved (NO STR)'],
  ] as const)('escalating %s', (_, change, why) => {
    const { layer, said, queued } = setUp([caseRow(change)])
    expect(layer.runner.execute('case.escalate', escalation)).toBe('refused')
    expect([said(), queued()]).toEqual([`Escalate…: PX1 ${why}`, []])
  })

  test('both, on a server that does not have them', () => {
    const { layer, said, queued } = setUp([caseRow({ manager: ann })], { handsOver: false })
    for (const id of ['case.release', 'case.escalate'] as const) {
      expect(layer.runner.execute(id, escalation)).toBe('refused')
      expect(said()).toContain('This server keeps no hand-over of cases')
    }
    expect(queued()).toEqual([])
  })
})

test('a release takes what is one’s own of a selection, and shows at once', () => {
  const rows = [caseRow({ manager: ann }), caseRow({ id: 'PX2', manager: ben }), caseRow({ id: 'PX3' })]
  const { layer, queued, shown } = setUp(rows)
  expect(layer.runner.execute('case.release', key)).toBe('done')
  expect(queued()).toEqual([{ kind: 'case.release', id: 'PX1', body: {} }])
  expect(shown().map(({ manager, assignDate }) => [manager, assignDate])).toEqual([
    [null, null],
    [ben, rows[1]!.assignDate],
    [null, rows[2]!.assignDate],
  ])
})

test('a manager releases the cases of others, and is told whose they are', () => {
  const { layer, queued } = setUp([caseRow({ manager: ben })], { mayAssign: true })
  const { plan } = layer.runner.prepare('case.release', key)
  expect(plan.warnings).toEqual(['taken from others: 1 (Ben 1)'])
  expect(layer.runner.execute('case.release', key)).toBe('done')
  expect(queued()).toHaveLength(1)
})

test('an escalation takes its manager in one line, then the note, and shows at once', async () => {
  const { layer, queued, shown } = setUp([caseRow({ manager: ann }), caseRow({ id: 'PX2' })])
  const ctx = layer.runner.context(key)
  const line = readLine({ commands: layer.registry.commands, runner: layer.runner, how: key, ctx }, 'escalate to mar')!
  expect([line.command.id, line.against]).toEqual(['case.escalate', null])
  expect((await choicesOf(line)).map(({ title }) => title)).toEqual(['Mary'])
  expect(layer.runner.execute('case.escalate', { ...key, args: { manager: mary } })).toBe('opened')
  layer.palette.close()
  expect(layer.runner.execute('case.escalate', escalation)).toBe('done')
  const body = { manager: mary, note: 'Unusual route.' }
  expect(queued()).toEqual(['PX1', 'PX2'].map((id) => ({ kind: 'case.escalate', id, body })))
  expect(shown().map(({ manager, status }) => [manager, status])).toEqual([
    [mary, 'new'],
    [mary, 'new'],
  ])
})
