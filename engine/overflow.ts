import type { DiskFull } from '#engine/base/disk-full.ts'
import type { NewOp, Outbox } from '#engine/outbox/outbox.ts'
import type { RejectedOp } from '#engine/sender/direct-sender.ts'
import type { Calls, FromEngine } from './protocol.ts'

/** Handling of decisions on a full disk, until there is space again. */
export interface Overflow {
  /** Answers those that were not done. Rejects where nothing can be done. */
  take: (ops: readonly NewOp[], error: DiskFull) => Promise<RejectedOp[]>
  over: () => void
}

/** The calls of an engine that stores nothing. */
export type DirectCalls = Pick<Calls, 'enqueue' | 'cancel' | 'sendNow' | 'settle' | 'receipts' | 'list'>

interface OverflowPorts {
  outbox: Outbox
  isOnline: () => boolean
  withoutStorage: () => Promise<DirectCalls>
  post: (message: FromEngine) => void
  /** Called when there is space again. */
  opened: FromEngine
}

/** Sends at once what cannot be stored, until there is room again. */
export function createOverflow({ outbox, isOnline, withoutStorage, post, opened }: OverflowPorts): Overflow {
  let direct: DirectCalls | null = null
  return {
    take: async (ops, error) => {
      // waiting operations have to go first, and none of them can be moved
      if (!isOnline() || !(await outbox.isClear(ops))) throw error
      direct ??= await withoutStorage()
      post({ type: 'closed', storage: 'unavailable', message: error.message })
      return direct.enqueue([...ops])
    },
    over: () => {
      if (direct) post(opened)
      direct = null
    },
  }
}
