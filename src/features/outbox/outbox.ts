/** Decisions of this device that the server has not confirmed, as lists with cursors. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { findKind } from '#contract/ops/kinds.ts'
import { laneOf } from '#contract/ops/op.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'
import { arrayOrder } from '#src/commands/list-order.ts'
import type { Pending, PendingOp } from '#src/data/engine-client/pending.ts'
import { followBulks, type Bulks } from './bulk-progress.ts'
import { isStuck, isTrouble } from './states.ts'

export interface OutboxView {
  /** The current list of the inspector. */
  tab: 'unsent' | 'over'
  /** The current case, if it has a conflict. */
  caseId: string | null
  /** The conflict dialog is open over that case. */
  isDeskOpen: boolean
}

export interface Outbox {
  readonly list: ListState
  /** The conflicts only. */
  readonly desk: ListState
  readonly view: StoreApi<OutboxView>
  readonly pending: Pending
  /** Commands that wrote much at once, on their way out. */
  readonly bulks: Bulks
  rowOf(id: string): PendingOp | undefined
  rows(): readonly PendingOp[]
  stuck(): readonly PendingOp[]
  /** The conflict on an alert, of a case or an account. */
  stuckOnAlert(alertId: string): readonly PendingOp[]
  /** The conflict on a case. */
  stuckOn(caseId: string | null): readonly PendingOp[]
  subscribe: Pending['subscribe']
}

/** The outbox of this window: unsent operations, conflicts first. */
export function createOutbox(pending: Pending): Outbox {
  const list = createListState()
  const desk = createListState()
  let rows: readonly PendingOp[] = []
  let stuck: readonly PendingOp[] = []
  const take = () => {
    rows = pending
      .list()
      .filter(({ state }) => state !== 'acked')
      .toSorted((a, b) => Number(isTrouble(b)) - Number(isTrouble(a)))
    stuck = rows.filter(isStuck)
    list.refresh(arrayOrder(rows.map(({ op }) => op.opId)))
    desk.refresh(arrayOrder(stuck.map(({ op }) => op.opId)))
  }
  take()
  pending.subscribe(take)
  return {
    list,
    desk,
    view: createStore<OutboxView>(() => ({ tab: 'unsent', caseId: null, isDeskOpen: false })),
    pending,
    bulks: followBulks(pending),
    rows: () => rows,
    stuck: () => stuck,
    stuckOn: (caseId) => stuck.filter(({ op }) => op.target.caseId === caseId),
    stuckOnAlert: (alertId) => stuck.filter(({ op }) => op.target.alertId === alertId),
    rowOf: (id) => pending.get(id),
    subscribe: pending.subscribe,
  }
}

/**
 * The operation a row waits for: one that it makes no sense without, or the one before it on the same case. A note does
 * not wait for what waits for the user.
 */
export function waitsFor({ op, seq, deps }: PendingOp, rows: readonly PendingOp[]): PendingOp | undefined {
  const needed = deps && rows.find((other) => deps.includes(other.op.opId))
  if (needed) return needed
  const kind = findKind(op.kind)
  if (!kind) return undefined
  const lane = laneOf(op.target)
  const isBefore = (other: PendingOp) => other.seq !== 0 && (seq === 0 || other.seq < seq)
  let isBehindStuck = false
  let before: PendingOp | undefined
  for (const other of rows.toSorted((a, b) => a.seq - b.seq)) {
    const its = findKind(other.op.kind)
    if (other.state === 'refused' || !its || !isBefore(other) || laneOf(other.op.target) !== lane) continue
    isBehindStuck ||= !its.commutes && isStuck(other)
    const isAsking = its.commutes ? isStuck(other) : isBehindStuck
    if (!isAsking || (!kind.commutes && !its.commutes)) before = other
  }
  return before
}
