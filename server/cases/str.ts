/**
 * Four eyes on an STR: the effect of a recommendation if another person has to approve
 * (docs/design/specification.md#four-eyes).
 */
import type { StrAction } from '#contract/model/values.ts'

/** `propose`, `return` and `withdraw` leave the case open; the others close it. */
export type StrStep = 'close' | 'propose' | 'approve' | 'return' | 'withdraw'

/** The author of the pending proposal; null if there is none, and then no single person decides an STR. */
const REVIEWED: Readonly<Record<'nobody' | 'self' | 'another', Readonly<Record<StrAction, StrStep | null>>>> = {
  nobody: { proceed: 'propose', reject: 'close' },
  self: { proceed: null, reject: 'withdraw' },
  another: { proceed: 'approve', reject: 'return' },
}

/** The step, or the refusal with its status: nobody approves their own proposal, whatever their roles. */
export function strStep(
  accountId: string,
  { isReviewed, proposedBy }: { isReviewed: boolean; proposedBy: string | null },
  action: StrAction,
): StrStep | { status: 403; message: string } {
  if (!isReviewed) return 'close'
  const by = proposedBy === null ? 'nobody' : proposedBy === accountId ? 'self' : 'another'
  return REVIEWED[by][action] ?? { status: 403, message: 'You proposed this STR: somebody else has to approve it.' }
}
