/** What this device has decided and the server has not confirmed, as a list with a cursor of its own. */
import { createListState, type ListState } from '#src/commands/list-state.ts'
import { arrayOrder } from '#src/commands/order.ts'
import type { Pending, PendingOp, PendingState } from '#src/data/pending.ts'

/** What a state means to the person who pressed the key. */
export const STATE_WORDS: Record<PendingState, string> = {
  writing: 'Being saved on this device',
  held: 'Held for undo',
  ready: 'Waiting to be sent',
  sending: 'Being sent',
  uncertain: 'Sent, answer lost: being checked',
  auth: 'Waiting for you to sign in',
  conflict: 'Somebody else changed it',
  dead: 'Not sent',
  refused: 'Not saved on this device',
  acked: 'Done',
}

/** Needs a person. */
export const isStuck = ({ state }: PendingOp): boolean =>
  state === 'dead' || state === 'conflict' || state === 'refused'

export interface Outbox {
  readonly list: ListState
  readonly pending: Pending
  rowOf(id: string): PendingOp | undefined
  rows(): readonly PendingOp[]
  subscribe: Pending['subscribe']
}

/** The outbox of this window: unsent operations, those that need somebody first. */
export function createOutbox(pending: Pending): Outbox {
  const list = createListState()
  let rows: readonly PendingOp[] = []
  const take = () => {
    rows = pending
      .list()
      .filter(({ state }) => state !== 'acked')
      .toSorted((a, b) => Number(isStuck(b)) - Number(isStuck(a)))
    list.refresh(arrayOrder(rows.map(({ op }) => op.opId)))
  }
  take()
  pending.subscribe(take)
  return { list, pending, rows: () => rows, rowOf: (id) => pending.get(id), subscribe: pending.subscribe }
}
