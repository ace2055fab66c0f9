/** Who may decide on a proposal about a rule: never alone who made it. */

/** Why not, with the status to refuse with; null where it may be decided so. An author may take a proposal back. */
export function whyNotDecideProposal(
  accountId: string,
  { author, status }: { author: string; status: 'open' | 'approved' | 'returned' },
  act: 'approve' | 'return',
): { status: 403 | 409; message: string } | null {
  if (status !== 'open') return { status: 409, message: `The proposal was ${status} already.` }
  if (act === 'return' || author !== accountId) return null
  return { status: 403, message: 'Somebody else than its author has to approve a proposal.' }
}
