/** A case that waits no more is not to come back: once the server has taken what ends the waiting, its day is forgotten. */
import { wantedOf } from '#contract/ops/kinds.ts'
import type { Pending } from '#src/data/engine-client/pending.ts'
import type { Views } from './views.ts'

export function endSnooze(views: Views, pending: Pick<Pending, 'list' | 'subscribe'>): () => void {
  return pending.subscribe(() => {
    for (const { op, state } of pending.list()) {
      const { platform, caseId } = op.target
      const { status } = wantedOf(op)
      const isOver = state === 'acked' && (status === 'new' || status === 'complete')
      if (isOver && caseId && views.snoozed(platform, caseId) !== null) views.snooze(platform, caseId, null)
    }
  })
}
