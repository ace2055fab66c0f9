/** A case that waits no more is not to come back: once the server has taken what ends the waiting, its day is forgotten. */
import type { OpName } from '#contract/ops/kinds.ts'
import type { Pending } from '#src/data/pending.ts'
import type { Views } from './views.ts'

const ENDING: readonly OpName[] = ['case.renew', 'case.recommendStr']

export function endsWaiting(views: Views, pending: Pick<Pending, 'list' | 'subscribe'>): () => void {
  return pending.subscribe(() => {
    for (const { op, state } of pending.list()) {
      const { platform, caseId } = op.target
      const isOver = state === 'acked' && (ENDING as readonly string[]).includes(op.kind)
      if (isOver && caseId && views.snoozed(platform, caseId) !== null) views.snooze(platform, caseId, null)
    }
  })
}
