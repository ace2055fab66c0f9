/** Selects the operations to send: in lane order, one platform per batch (docs/design/offline.md#sender). */
import { findKind } from '#contract/ops/kinds.ts'
import { isDue } from '#engine/base/backoff.ts'
import type { OpRow, State } from '#engine/base/types.ts'

/** At most this many operations travel together. */
export const BATCH_OPS = 200
/** And at most this many bytes of them. */
export const BATCH_BYTES = 256 * 1024
/** Waits for the user, and for nothing else. */
const STUCK: ReadonlySet<State> = new Set(['conflict', 'dead'])
/** After this many attempts a commuting operation no longer blocks its lane, since it may always fail. */
const PATIENCE = 5
/** The maximum hold; a later end means a changed clock. */
export const LONGEST_HOLD_MS = 60_000

/** True if this code can send it: a newer version's operation is left to newer code. */
export function isKnown(row: Pick<OpRow, 'kind' | 'kindV'>): boolean {
  return row.kindV <= (findKind(row.kind)?.kindV ?? 0)
}

/** True if nothing but its place in the lane keeps a row from being sent. */
export function isReady(row: OpRow, now: number): boolean {
  if (!isKnown(row)) return false
  return row.state === 'held'
    ? isDue(row.holdUntil, now, LONGEST_HOLD_MS)
    : row.state === 'ready' && isDue(row.nextAt, now)
}

/**
 * The next batch, oldest first, of one of the given platforms. `rows` are all open ones by `seq`. The order inside a
 * lane is kept: an operation with a delay blocks the rest of its lane. A conflict blocks the rest too, except commuting
 * operations: a note need not wait for it.
 */
export function pick(rows: readonly OpRow[], now: number, limit: number, platforms?: ReadonlySet<string>): OpRow[] {
  const open = new Map(rows.map((row) => [row.opId, row]))
  /** Lanes in which something is sent later, and those in which something waits for the user. */
  const waiting = new Set<string>()
  const stuck = new Set<string>()
  /** Operations that go no further without the user. */
  const asking = new Set<string>()
  const batch: OpRow[] = []
  const picked = new Set<OpRow>()
  // the server keeps the order of a lane alone: what another lane has to do first is waited for
  const isMet = (row: OpRow) => (opId: string) => {
    const parent = open.get(opId)
    return !parent || (picked.has(parent) && parent.lane === row.lane)
  }
  for (const row of rows) {
    const commutes = findKind(row.kind)?.commutes ?? false
    const isBehindStuck = !commutes && stuck.has(row.lane)
    const platform = batch[0]?.platform ?? row.platform
    const parent = row.after === undefined ? undefined : open.get(row.after)
    const isDecided = !parent || STUCK.has(parent.state)
    const isOurs = row.platform === platform && platforms?.has(platform) !== false
    const isFree = !waiting.has(row.lane) && !isBehindStuck
    if (isFree && isDecided && isOurs && isReady(row, now) && row.deps.every(isMet(row))) {
      batch.push(row)
      picked.add(row)
      if (batch.length === limit) return batch
    } else if (isBehindStuck || STUCK.has(row.state) || !isKnown(row) || row.deps.some((opId) => asking.has(opId))) {
      asking.add(row.opId)
      if (!commutes) stuck.add(row.lane)
    } else if (!commutes || row.attempts < PATIENCE) {
      waiting.add(row.lane)
    }
  }
  return batch
}

/**
 * One operation to try a sick server with: the one that was tried least, so that one that always fails does not keep
 * the others waiting.
 */
export function pickProbe(rows: readonly OpRow[], now: number, platforms?: ReadonlySet<string>): OpRow[] {
  const heads = pick(rows, now, BATCH_OPS, platforms)
  const lanes = new Set<string>()
  const first = heads.filter(({ lane }) => !lanes.has(lane) && lanes.add(lane))
  return first.toSorted((a, b) => a.attempts - b.attempts).slice(0, 1)
}

/** The time until the next hold or delay ends, ms; null if there is none. */
export function nextWake(rows: readonly OpRow[], now: number): number | null {
  const times = rows.flatMap((row) => {
    if (row.state === 'held') return [row.holdUntil]
    return row.state === 'ready' || row.state === 'uncertain' ? [row.nextAt] : []
  })
  const ahead = times.filter((at) => at > now)
  return ahead.length > 0 ? Math.min(...ahead) - now : null
}
