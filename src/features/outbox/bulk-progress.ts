/** Commands that wrote several operations at once, on their way out: how far each is, and what of it the server rejected. */
import type { Pending, PendingOp, PendingState } from '#src/data/engine-client/pending.ts'
import { formatCount } from '#src/format/count.ts'
import { isTrouble } from './states.ts'

export interface Bulk {
  group: string
  /** The announced text. */
  label: string
  total: number
  done: number
  /** Rejected operations, by the server or by this device. */
  refused: readonly PendingOp[]
}

export interface Bulks {
  /** Those of which something is still to go out, the latest last; the same array as long as there is none. */
  underWay(): readonly Bulk[]
  subscribe: Pending['subscribe']
  /** Called once when a command's operations have ended with rejections; also for single operations. */
  onTrouble(listener: (bulk: Bulk) => void): () => void
}

/** The state of one command's operations, including those that have left the outbox. */
interface Followed {
  label: string
  states: Map<string, PendingState>
  isUnderWay: boolean
}

/** Follows what leaves the outbox: after a reload, what was left in it. */
export function followBulks(pending: Pick<Pending, 'list' | 'subscribe'>): Bulks {
  const followed = new Map<string, Followed>()
  const listeners = new Set<() => void>()
  const troubled = new Set<(bulk: Bulk) => void>()
  let shown: readonly Bulk[] = []

  const take = () => {
    const ops = pending.list()
    const present = new Map(ops.map((entry) => [entry.op.opId, entry]))
    for (const { op, group, label, state } of ops) {
      const one = followed.get(group) ?? { label, states: new Map(), isUnderWay: false }
      one.states.set(op.opId, state)
      followed.set(group, one)
    }
    const bulks: Bulk[] = []
    const ended: Bulk[] = []
    for (const [group, one] of followed) {
      for (const [id, state] of one.states) {
        // an operation that left without an answer was undone
        if (!present.has(id) && state !== 'acked') one.states.delete(id)
      }
      const entries = [...one.states.keys()].flatMap((id) => present.get(id) ?? [])
      const total = one.states.size
      const done = [...one.states.values()].filter((state) => state === 'acked').length
      const refused = entries.filter(isTrouble)
      const bulk = { group, label: one.label, total, done, refused }
      const isUnderWay = entries.some((entry) => entry.state !== 'acked' && !isTrouble(entry))
      if (isUnderWay && total > 1) bulks.push(bulk)
      if (one.isUnderWay && !isUnderWay && refused.length > 0) ended.push(bulk)
      one.isUnderWay = isUnderWay
      if (entries.length === 0) followed.delete(group)
    }
    if (shown.length + bulks.length > 0) shown = bulks
    for (const listener of listeners) listener()
    for (const bulk of ended) for (const listener of troubled) listener(bulk)
  }
  take()
  pending.subscribe(take)

  return {
    underWay: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onTrouble(listener) {
      troubled.add(listener)
      return () => troubled.delete(listener)
    },
  }
}

/** A command that wrote fewer is over before its progress could be read. */
const MUCH = 20

/** The bulk changes that are being sent, large enough to follow. */
export const inProgress = (bulks: readonly Bulk[]): readonly Bulk[] =>
  bulks.filter(({ done, total }) => total >= MUCH && done > 0)

/** The combined progress of bulk changes that are being sent; null if none. */
export function progressOf(bulks: readonly Bulk[]): Pick<Bulk, 'done' | 'total'> | null {
  const begun = inProgress(bulks)
  if (begun.length === 0) return null
  const sumOf = (count: 'done' | 'total') => begun.reduce((sum, bulk) => sum + bulk[count], 0)
  return { done: sumOf('done'), total: sumOf('total') }
}

/** The message for partly rejected commands: the number, and the reason if it is common. */
export function troubleText({ label, total, refused }: Bulk): string {
  const reasons = new Set(refused.map(({ error }) => error?.message ?? ''))
  const [only = ''] = reasons
  const why = reasons.size === 1 && only !== '' ? `: ${only.replace(/\.$/, '')}` : ''
  return total === 1
    ? `Rejected, ${label}${why}`
    : `${label}: ${formatCount(refused.length)} of ${formatCount(total)} rejected${why}`
}
