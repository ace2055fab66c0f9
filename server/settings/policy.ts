/** Who may keep which documents where. Answers why not, in words fit to be shown, or null. */
import { SETTING_KINDS, type SettingKind, type SettingScope } from '#contract/model/settings.ts'
import type { Role } from '#contract/model/values.ts'
import type { Account } from '#server/core/context.ts'

/** Who may write a scope; null for everybody. */
const WRITERS: Record<SettingScope, readonly Role[] | null> = {
  mine: null,
  shared: ['manager', 'admin', 'super_admin'],
}

/** Why the account may not write a document of that kind and scope. */
export function whyNotWrite(account: Account, scope: SettingScope, kind: SettingKind): string | null {
  if (scope === 'shared' && !SETTING_KINDS[kind].canShare) return 'That is one’s own and cannot be shared.'
  const writers = WRITERS[scope]
  if (writers && !writers.some((role) => account.roles.includes(role))) return 'Only managers change what is shared.'
  return null
}
