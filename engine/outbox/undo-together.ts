/**
 * Decides which operations of a command can be undone: those that belong together are undone together or not at all.
 * Pure.
 */
import type { OpRow } from '#engine/base/types.ts'
import { step } from './op-state-machine.ts'

const isUndoable = (row: OpRow) => {
  const result = step(row, { type: 'undo' })
  return result !== null && 'end' in result
}

/**
 * The rows of a command that can be taken back, by sequence number. A row that needs another, directly or through a
 * third, shares its fate; one whose row is gone was done.
 */
export function undoable(rows: readonly OpRow[]): ReadonlySet<number> {
  const there = new Set(rows.map(({ opId }) => opId))
  const tooLate = new Set(
    rows.filter((row) => !isUndoable(row) || row.deps.some((opId) => !there.has(opId))).map(({ opId }) => opId),
  )
  for (let before = -1; before !== tooLate.size;) {
    before = tooLate.size
    for (const { opId, deps } of rows) {
      const together = [opId, ...deps]
      if (together.some((one) => tooLate.has(one))) together.forEach((one) => tooLate.add(one))
    }
  }
  return new Set(rows.filter(({ opId }) => !tooLate.has(opId)).map(({ seq }) => seq))
}
