/** Who may decide a proposal about a rule: never its author alone. */

/** The refusal with its status; null if it is allowed. An author may withdraw a proposal. */
export function whyNotDecideProposal(
  accountId: string,
  { author, status }: { author: string; status: 'open' | 'approved' | 'returned' },
  act: 'approve' | 'return',
): { status: 403 | 409; message: string } | null {
  if (status !== 'open') return { status: 409, message: `The proposal was ${status} already.` }
  if (act === 'return' || author !== accountId) return null
  return { status: 403, message: 'A proposal is approved by another person than its author.' }
}
