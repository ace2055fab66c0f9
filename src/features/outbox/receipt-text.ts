/** The history as text: receipts of this device, and answered operations that are being read back. */
import { findKind } from '#contract/ops/kinds.ts'
import type { Engine } from '#src/data/engine-client/engine-client.ts'
import type { PendingOp } from '#src/data/engine-client/pending.ts'

export type Receipt = Awaited<ReturnType<Engine['calls']['receipts']>>[number]

export interface OverRow {
  id: string
  what: string
  platform: string
  end: Receipt['end']
  reason: string
  at: number
}

export const END_LABELS: Record<Receipt['end'], string> = {
  done: 'Done',
  undone: 'Undone',
  discarded: 'Discarded',
  superseded: 'Sent in another form',
  lost: 'Lost on this device',
}

/** The latest first. */
export function overRows(receipts: readonly Receipt[], pending: readonly PendingOp[]): OverRow[] {
  const done = pending.flatMap(({ op, label, state, ack }): OverRow[] =>
    state === 'acked' && ack
      ? [{ id: op.opId, what: label, platform: op.target.platform, end: 'done', reason: '', at: ack.at }]
      : [],
  )
  const past = receipts.map(({ opId, kind, platform, end, reason = '', at, sentAt }) => ({
    id: opId,
    what: kind === '' ? 'Something that was decided here' : (findKind(kind)?.words.label ?? kind),
    platform,
    end,
    reason,
    at: sentAt ?? at,
  }))
  return [...done, ...past].toSorted((a, b) => b.at - a.at)
}
