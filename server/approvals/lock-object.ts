/**
 * Locks the object of an approval before the approval itself: a direct decision locks the object first and then ends
 * its approval, so that the other order would deadlock.
 */
import { lockPolicy } from '#server/policy-list/list.ts'
import { lockAlert, lockCase } from '#server/cases/lock-rows.ts'
import type { Context } from '#server/core/context.ts'
import type { LockedApproval } from '#server/four-eyes/request-approval.ts'
import { lockAccount } from '#server/access/change-access.ts'
import { NEW_ACCOUNT } from '#server/access/add-account.ts'
import { findConfigSet } from '#server/config-sets/queries.ts'
import { lockAllowlist } from '#server/allowlists/queries.ts'
import type { Tx } from '#server/ops/effect.ts'
import { lockProposedHit } from '#server/screening/decide.ts'
import { holdLists } from '#server/screening/store-list.ts'
import { THRESHOLD_OBJECT } from '#server/screening/threshold-policies.ts'

/** Each kind has its lock; one without it does not compile. */
export async function lockObject(
  tx: Tx,
  context: Context,
  { kind, object_kind, object_id, platform }: Pick<LockedApproval, 'kind' | 'object_kind' | 'object_id' | 'platform'>,
): Promise<void> {
  switch (kind) {
    case 'hardstop':
    case 'bulk':
      await lockAlert(tx, platform, { alertId: object_id })
      return
    case 'close':
      await lockCase(tx, platform, { caseId: object_id })
      return
    case 'sanctions':
      await lockProposedHit(tx, platform, object_id)
      return
    case 'access':
      // a new account has no row yet
      if (object_kind !== NEW_ACCOUNT) await lockAccount(tx, context.account, object_id)
      return
    case 'policy':
      await (object_kind === THRESHOLD_OBJECT ? holdLists(tx) : lockPolicy(tx, platform, object_id))
      return
    case 'configSet':
      await findConfigSet(tx, platform, object_id, { lock: true })
      return
    case 'allowlist':
    case 'allowlistResolve':
      await lockAllowlist(tx, platform, object_id)
  }
}
