/** Roles and who may do what (docs/design/specification.md#roles). */
import type { Call } from '#contract/call.ts'
import type { Role } from './values.ts'

export const MANAGERS = ['manager', 'admin', 'super_admin'] as const satisfies Role[]
export const ADMINISTRATORS = ['admin', 'super_admin'] as const satisfies Role[]
export const DOCUMENT_ADMINISTRATORS = ['document_admin'] as const satisfies Role[]

/** True if somebody with these roles has one of those wanted. */
export const hasRole = (roles: readonly Role[], wanted: readonly Role[]): boolean =>
  wanted.some((role) => roles.includes(role))

/** True if somebody with these roles may make a call. */
export const mayCall = (call: Pick<Call, 'roles'>, roles: readonly Role[]): boolean =>
  typeof call.roles === 'string' || hasRole(roles, call.roles)

/** The reason why somebody with these roles may not make one of the calls, as shown; null if all are allowed. `act` completes “can …”. */
export function whyNotCall(
  calls: readonly Pick<Call, 'roles'>[],
  roles: readonly Role[],
  act = 'do this',
): string | null {
  const refused = calls.find((call) => !mayCall(call, roles))
  return refused === undefined ? null : `Only ${nameOf(refused.roles as readonly Role[])} can ${act}`
}

const NAMES: Readonly<Record<Role, string>> = {
  analyst: 'analysts',
  manager: 'managers',
  document_admin: 'document administrators',
  admin: 'administrators',
  super_admin: 'administrators',
}
/** Administrators may do what managers may, and are not named beside them. */
const nameOf = (wanted: readonly Role[]): string => {
  const named = wanted.includes('manager') ? wanted.filter((role) => !hasRole([role], ADMINISTRATORS)) : wanted
  return [...new Set(named.map((role) => NAMES[role]))].join(' and ')
}

/** True if a person may assign work to others: managers and above. Anyone may take work. */
export const mayAssignOthers = (roles: readonly Role[]): boolean => hasRole(roles, MANAGERS)
