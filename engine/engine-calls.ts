/** The window's calls on an open outbox and its cache. */
import { DiskFull } from '#engine/base/disk-full.ts'
import type { SnapshotCache } from '#engine/cache/cache.ts'
import type { Outbox } from '#engine/outbox/outbox.ts'
import type { Sender } from '#engine/sender/sender.ts'
import type { Overflow } from './overflow.ts'
import type { Calls } from './protocol.ts'

/** The calls as the protocol has them; those that write have the sender look. */
export function callsOf(
  outbox: Outbox,
  cache: SnapshotCache,
  flusher: Sender,
  overflow: Overflow,
): Pick<
  Calls,
  | 'enqueue'
  | 'cancel'
  | 'sendNow'
  | 'resend'
  | 'discard'
  | 'restore'
  | 'receipts'
  | 'list'
  | 'snapshotGet'
  | 'snapshotPut'
  | 'snapshotDrop'
  | 'snapshotAges'
> {
  const poking =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>, fresh = false) =>
    async (...args: A): Promise<R> => {
      const result = await run(...args)
      flusher.poke(fresh)
      return result
    }
  return {
    async enqueue(ops) {
      try {
        await outbox.enqueue(ops)
      } catch (error) {
        if (!(error instanceof DiskFull)) throw error
        return overflow.take(ops, error)
      }
      overflow.over()
      // a held operation is not sent yet: looking for it now would delay the next decision
      flusher.due(Math.min(...ops.map(({ holdMs }) => holdMs)))
      return []
    },
    cancel: (group) => outbox.cancel(group),
    sendNow: poking((group) => outbox.sendNow(group), true),
    resend: poking((opId, how) => outbox.resend(opId, how), true),
    discard: poking((opId, reason) => outbox.discard(opId, reason)),
    restore: (opId) => outbox.restore(opId),
    receipts: () => outbox.receipts(),
    list: () => outbox.entries(),
    snapshotGet: (key) => cache.get(key),
    snapshotPut: (key, platform, value, at) => cache.put(key, platform, value, at),
    snapshotDrop: (key) => cache.drop(key),
    snapshotAges: (keys) => cache.ages(keys),
  }
}
