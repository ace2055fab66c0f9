/** Who may decide a pending approval. */
import { mayAssignOthers } from '#contract/model/roles.ts'
import type { ApprovalKind, Role } from '#contract/model/values.ts'

/** The roles that may decide for everybody, or many alerts at once, may also approve (decision 0020). */
const FOR_MANAGERS: ReadonlySet<ApprovalKind> = new Set(['rule', 'allowlist', 'allowlistResolve', 'bulk', 'configSet'])
const ADMINISTRATORS: ReadonlySet<Role> = new Set(['admin', 'super_admin'])

interface Asked {
  kind: ApprovalKind
  author: string
  status: 'open' | 'approved' | 'returned'
}

/**
 * The reason why a person may not approve or return it, with the status of the refusal; null if they may. Compares accounts, so
 * that another role of the same person does not help. An author may withdraw their own.
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
