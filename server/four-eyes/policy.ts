/** Four eyes: which acts wait for a second person, and who that may be. */
import { mayAssignOthers } from '#contract/model/roles.ts'
import type { ApprovalKind, Role } from '#contract/model/values.ts'

/** Who decides for everybody from then on, or many alerts at once, could have done it himself (decision 0020). */
const FOR_MANAGERS: ReadonlySet<ApprovalKind> = new Set(['rule', 'allowlist', 'allowlistResolve', 'bulk'])
const ADMINISTRATORS: ReadonlySet<Role> = new Set(['admin', 'super_admin'])

interface Asked {
  kind: ApprovalKind
  author: string
  status: 'open' | 'approved' | 'returned'
}

/**
 * Why somebody may not approve or return it, with the status to refuse with; null where he may. It goes by the account,
 * so that no other role of the same person helps. An author may take his own back.
 */
export function whyNotDecideApproval(
  by: { id: string; roles: readonly Role[] },
  { kind, author, status }: Asked,
  act: 'approve' | 'return',
): { status: 403 | 409; message: string } | null {
  if (status !== 'open') return { status: 409, message: `It was ${status} already.` }
  if (author === by.id) {
    return act === 'return' ? null : { status: 403, message: 'You proposed this: somebody else has to approve it.' }
  }
  if (FOR_MANAGERS.has(kind) && !mayAssignOthers(by.roles)) {
    return { status: 403, message: 'Only managers may decide on this.' }
  }
  if ((kind === 'access' || kind === 'policy') && !by.roles.some((role) => ADMINISTRATORS.has(role))) {
    return { status: 403, message: 'Only administrators may decide on this.' }
  }
  return null
}
