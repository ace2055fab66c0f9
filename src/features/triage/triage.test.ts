import { describe, expect, test } from 'vitest'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { alertRow, caseRow } from '#tests/support/rows.ts'
import { caseTriageSteps } from './case-triage-steps.ts'
import { createPins } from './pins.ts'
import { countOperations } from './count-operations.ts'
import { createTriage } from './triage.ts'

const rows = new Map(
  ['PX1', 'PX2', 'PX3'].map((id) => [
    id,
    caseRow({ id, status: 'new', alerts: [alertRow({ id: `${id}-1`, status: 'new' })] }),
  ]),
)

function setUp(held: ReadonlyMap<string, CaseItem> = rows) {
  const clock = { now: 1000 }
  const pins = createPins({ get: () => undefined, save() {}, remove() {}, subscribe: () => () => {} }, () => 'paxum')
  const triage = createTriage({
    way: caseTriageSteps,
    pins,
    rowOf: (id) => held.get(id),
    now: () => clock.now,
    onStep: () => {},
    dwellMs: () => 400,
    weightOf: () => 0,
  })
  return { triage, clock, view: () => triage.store.getState() }
}

test('a new row joins a run over the queue at its end, once, and is counted', () => {
  const { triage, view } = setUp()
  triage.start(['PX1', 'PX2'], true)
  triage.join(['PX2', 'PX3'])
  triage.join(['PX3'])
  expect([view().ids, view().total, view().step?.rowId]).toEqual([['PX1', 'PX2', 'PX3'], 3, 'PX1'])
})

describe('a decision', () => {
  /** The position after a decision on the current row, after some moves. */
  function decideAfter(moves: readonly (1 | -1)[], isWholeRow: boolean) {
    const open = new Map(rows)
    const { triage, view } = setUp(open)
    triage.start([...rows.keys()])
    moves.forEach((move) => triage.move(move))
    const { rowId } = view().step!
    const row = open.get(rowId)!
    const alerts = row.alerts.map((alert) => (isWholeRow ? alert : { ...alert, status: 'resolved' as const }))
    open.set(rowId, { ...row, status: isWholeRow ? 'await' : 'new', alerts })
    triage.advance(isWholeRow)
    return view().step
  }

  test('makes its recommendation the next step, whatever the last move was', () => {
    for (const moves of [[1], [1, 1, -1]] as const)
      expect(decideAfter(moves, false)).toEqual({ rowId: 'PX2', alertId: null })
  })

  test('on a whole case moves forward, also after a move back', () => {
    expect(decideAfter([1], true)?.rowId).toBe('PX3')
    expect(decideAfter([1, 1, -1], true)?.rowId).toBe('PX3')
    expect(decideAfter([1, -1], true)?.rowId).toBe('PX2')
  })

  test('is counted on its row, and not once it is undone', () => {
    const { triage, view } = setUp()
    triage.start([...rows.keys()])
    const { undo, redo } = triage.advance(true)
    triage.advance(true)
    expect(view().decided.map(({ rowId }) => rowId)).toEqual(['PX1', 'PX2'])
    undo?.()
    expect(view().decided.map(({ rowId }) => rowId)).toEqual(['PX2'])
    redo?.()
    expect(view().decided.map(({ rowId }) => rowId)).toEqual(['PX2', 'PX1'])
  })
})

test('a run over a selection takes no new rows', () => {
  const { triage, view } = setUp()
  triage.start(['PX1'])
  triage.join(['PX2'])
  expect([view().ids, view().total]).toEqual([['PX1'], 1])
})

test('a row moved to the end returns at the end, once', () => {
  const { triage, view } = setUp()
  triage.start(['PX1', 'PX2'])
  triage.putAside()
  expect(view().step?.rowId).toBe('PX2')
  triage.move(1)
  expect([view().step?.rowId, view().later.size]).toEqual(['PX1', 0])
})

test('a decision is refused before the step could be read', () => {
  const { triage, clock } = setUp()
  triage.start(['PX1'])
  clock.now += 399
  expect(triage.isReadable()).toBe(false)
  clock.now += 1
  expect(triage.isReadable()).toBe(true)
})

test('changes during the run are counted by kind, and undone ones are not', () => {
  const { triage, view } = setUp()
  const counted = () => countOperations([...view().written.values()].flat())
  triage.wrote('g0', ['case.note'])
  triage.start(['PX1', 'PX2'])
  triage.wrote('g1', ['alert.resolve', 'alert.resolve'])
  triage.wrote('g2', ['case.assign'])
  triage.putAside()
  expect([counted(), view().asides]).toEqual([
    [
      ['Resolved', 2],
      ['Assigned', 1],
    ],
    1,
  ])
  triage.withdrew('g1')
  expect(counted()).toEqual([['Assigned', 1]])
  triage.start(['PX3'])
  expect([counted(), view().asides]).toEqual([[], 0])
})

test('leads to its summary on exit once something was changed, and can be resumed from there', () => {
  const { triage, view } = setUp()
  triage.start(['PX1', 'PX2', 'PX3'])
  triage.move(1)
  triage.wrote('g1', ['alert.resolve'])
  triage.leave()
  expect([view().isOn, view().step, view().left?.rowId]).toEqual([true, null, 'PX2'])
  triage.move(-1)
  expect([view().step?.rowId, view().left]).toEqual(['PX2', null])
  triage.leave()
  triage.leave()
  expect(view().isOn).toBe(false)
})

test('ends at once where nothing was changed, or everything was undone', () => {
  const { triage, view } = setUp()
  triage.start(['PX1', 'PX2'])
  triage.wrote('g1', ['alert.resolve'])
  triage.withdrew('g1')
  triage.leave()
  expect(view().isOn).toBe(false)
})

test('resumes after a reload with its counts, skipping what others decided meanwhile', () => {
  const before = setUp()
  before.triage.start(['PX1', 'PX2', 'PX3'])
  before.clock.now += 5000
  before.triage.advance(true)
  const kept = before.view()
  const after = setUp()
  after.clock.now = 60_000
  after.triage.resume(kept)
  expect([after.view().step?.rowId, after.view().decided.length, after.view().total]).toEqual(['PX2', 1, 3])
  expect([after.view().shownAt - after.view().startedAt, after.triage.isReadable()]).toEqual([5000, false])
  const row = rows.get('PX2')!
  const decided = new Map([...rows, ['PX2', { ...row, status: 'complete' as const }]])
  const late = setUp(decided)
  late.triage.resume(kept)
  expect(late.view().step?.rowId).toBe('PX3')
})
