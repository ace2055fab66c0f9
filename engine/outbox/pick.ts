/** Which queued operations may be sent now: order inside a lane, one platform a batch (docs/design/offline.md#sender). */
import { findKind } from '#contract/ops/kinds.ts'
import { isDue } from '#engine/base/backoff.ts'
import type { OpRow, State } from '#engine/base/types.ts'

/** At most this many operations travel together. */
export const BATCH_OPS = 200
/** And at most this many bytes of them. */
export const BATCH_BYTES = 256 * 1024
/** Waits for the user, and for nothing else. */
const STUCK: ReadonlySet<State> = new Set(['conflict', 'dead'])
/** After so many attempts what commutes no longer has the rest of its lane wait: it may fail for ever. */
const PATIENCE = 5
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
 * The next batch, oldest first, of one platform and of those only that are given. `rows` are all open ones by `seq`.
 * Inside a lane the order of the device is kept: whatever is sent by itself later has the rest of its lane wait. What
 * waits for the user stops the rest too, except what commutes: a note must not wait for somebody to settle a conflict.
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

/** When to look again, ms from now: the next end of a hold or of a wait; null where nothing will come due by itself. */
export function nextWake(rows: readonly OpRow[], now: number): number | null {
  const times = rows.flatMap((row) => {
    if (row.state === 'held') return [row.holdUntil]
    return row.state === 'ready' || row.state === 'uncertain' ? [row.nextAt] : []
  })
  const ahead = times.filter((at) => at > now)
  return ahead.length > 0 ? Math.min(...ahead) - now : null
}
