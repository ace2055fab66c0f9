/** Merges unsent operations of one lane (docs/design/offline.md#conflicts). */
import { findKind } from '#contract/ops/kinds.ts'
import type { OpRow } from '#engine/base/types.ts'
import { isKnown, isReady } from './pick.ts'

/** An earlier operation and the one after it in its lane. */
type Pair = readonly [earlier: OpRow, later: OpRow]

export interface CoalescedPairs {
  /** Both assign the case: the later one replaces both. */
  replaced: Pair[]
  /** To await and back, or back and to await: nothing is left to do. */
  cancelled: Pair[]
}

/**
 * Pairs that follow each other in their lane, of which neither was ever sent and both may be now: until then each can be
 * taken back by itself. `rows` are all open ones by `seq`. An operation is in one pair at most.
 */
export function pairsToCoalesce(rows: readonly OpRow[], now: number): CoalescedPairs {
  const found: CoalescedPairs = { replaced: [], cancelled: [] }
  const needed = new Set(rows.flatMap(({ deps }) => deps))
  const last = new Map<string, OpRow | null>()
  for (const row of rows) {
    const isQuiet = isKnown(row) && isReady(row, now) && row.attempts === 0 && !needed.has(row.opId)
    const before = last.get(row.lane)
    const pairs =
      !isQuiet || !before
        ? null
        : row.kind === before.kind && findKind(row.kind)?.replaces
          ? found.replaced
          : row.kind === findKind(before.kind)?.undoneBy
            ? found.cancelled
            : null
    if (before) pairs?.push([before, row])
    last.set(row.lane, isQuiet && !pairs ? row : null)
  }
  return found
}
