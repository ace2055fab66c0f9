/** Access to the assistant. */
import type { Role } from '#contract/model/values.ts'

/**
 * Why a person may not use it, by the roles that the administrator allows (docs/design/specification.md#roles), or
 * null.
 */
export function whyNotAsk(allowed: readonly Role[], by: { roles: readonly Role[] }): string | null {
  return by.roles.some((role) => allowed.includes(role)) ? null : 'The assistant is not open to this account.'
}
