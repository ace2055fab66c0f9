import { DiskFull } from '#engine/base/disk-full.ts'
import type { Outbox } from '#engine/outbox/outbox.ts'
import type { Sender } from '#engine/sender/sender.ts'
import type { Calls, FromEngine } from './protocol.ts'

/** The calls of an engine that stores nothing. */
export type DirectCalls = Pick<Calls, 'enqueue' | 'cancel' | 'sendNow' | 'settle' | 'receipts' | 'list'>

interface OverflowPorts {
  outbox: Outbox
  sender: Sender
  isOnline: () => boolean
  withoutStorage: () => Promise<DirectCalls>
  post: (message: FromEngine) => void
  /** Posted when there is space again. */
  opened: FromEngine
}

/** Enqueues decisions; on a full disk it sends them at once, until there is space again. */
export function enqueueWithOverflow({ outbox, sender, isOnline, withoutStorage, post, opened }: OverflowPorts) {
  let direct: DirectCalls | null = null
  const enqueue: Calls['enqueue'] = async (ops) => {
    try {
      await outbox.enqueue(ops)
    } catch (error) {
      // waiting operations have to go first, and none of them can be moved
      if (!(error instanceof DiskFull) || !isOnline() || !(await outbox.isClear(ops))) throw error
      direct ??= await withoutStorage()
      post({ type: 'closed', storage: 'unavailable', message: error.message })
      return direct.enqueue([...ops])
    }
    if (direct) post(opened)
    direct = null
    // a held operation is not sent yet: looking for it now would delay the next decision
    sender.due(Math.min(...ops.map(({ holdMs }) => holdMs)))
    return []
  }
  return enqueue
}
