/** Four eyes on an STR: what a recommendation comes to where another person has to approve one (docs/design/specification.md#four-eyes). */
import type { StrAction } from '#contract/model/values.ts'

/** `propose`, `return` and `withdraw` leave the case open; the others close it. */
export type StrStep = 'close' | 'propose' | 'approve' | 'return' | 'withdraw'

/** By whose proposal waits on the case. No STR is decided by one person, as long as nobody has proposed one. */
const REVIEWED: Readonly<Record<'nobody' | 'self' | 'another', Readonly<Record<StrAction, StrStep | null>>>> = {
  nobody: { proceed: 'propose', reject: 'close' },
  self: { proceed: null, reject: 'withdraw' },
  another: { proceed: 'approve', reject: 'return' },
}

/** The step, or why not, with the status to refuse with: nobody approves his own, whatever his roles. */
export function strStep(
  accountId: string,
  { isReviewed, proposedBy }: { isReviewed: boolean; proposedBy: string | null },
  action: StrAction,
): StrStep | { status: 403; message: string } {
  if (!isReviewed) return 'close'
  const by = proposedBy === null ? 'nobody' : proposedBy === accountId ? 'self' : 'another'
  return REVIEWED[by][action] ?? { status: 403, message: 'You proposed this STR: somebody else has to approve it.' }
}
