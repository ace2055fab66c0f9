/** Which queued operations may be sent now: order inside a lane, one platform a batch (offline design, 2.4). */
import { findKind } from '#contract/ops/kinds.ts'
import { isDue } from './backoff.ts'
import type { OpRow } from './types.ts'

/** At most this many operations travel together. */
export const BATCH_OPS = 200
/** And at most this many bytes of them. */
export const BATCH_BYTES = 256 * 1024
/** Nothing is held longer; a hold that ends later is a jumped clock. */
export const LONGEST_HOLD_MS = 60_000

/** Whether this code can send it: a newer version's operation is left to newer code. */
export function isKnown(row: Pick<OpRow, 'kind' | 'kindV'>): boolean {
  return row.kindV <= (findKind(row.kind)?.kindV ?? 0)
}

/** Whether nothing but its place in the lane keeps a row from being sent. */
export function isReady(row: OpRow, now: number): boolean {
  if (!isKnown(row)) return false
  return row.state === 'held'
    ? isDue(row.holdUntil, now, LONGEST_HOLD_MS)
    : row.state === 'ready' && isDue(row.nextAt, now)
}

/**
 * The next batch, oldest first, of one platform. `rows` are all open ones by `seq`. Whatever cannot be sent yet stops
 * the rest of its lane, except what commutes with everything.
 */
export function pick(rows: readonly OpRow[], now: number, limit: number): OpRow[] {
  const open = new Set(rows.map((row) => row.opId))
  const stopped = new Set<string>()
  const batch: OpRow[] = []
  for (const row of rows) {
    const commutes = findKind(row.kind)?.commutes ?? false
    const isFree = commutes || !stopped.has(row.lane)
    const platform = batch[0]?.platform ?? row.platform
    if (isFree && isReady(row, now) && row.platform === platform && !row.deps.some((opId) => open.has(opId))) {
      batch.push(row)
      if (batch.length === limit) return batch
    } else if (!commutes) {
      stopped.add(row.lane)
    }
  }
  return batch
}

/** When to look again, ms from now: the next end of a hold or of a wait; null where nothing will come due by itself. */
export function nextWake(rows: readonly OpRow[], now: number): number | null {
  const times = rows.flatMap((row) => {
    if (row.state === 'held') return [row.holdUntil]
    return row.state === 'ready' || row.state === 'uncertain' ? [row.nextAt] : []
  })
  const ahead = times.filter((at) => at > now)
  return ahead.length > 0 ? Math.min(...ahead) - now : null
}
