/** The rights of a role beside its screens (docs/design/specification.md#roles). */
import type { Role } from './values.ts'

const MANAGERS: ReadonlySet<Role> = new Set(['manager', 'admin', 'super_admin'])

/** Whether a person may assign work to others: managers and above. Anyone may take work. */
export function mayAssignOthers(roles: readonly Role[]): boolean {
  return roles.some((role) => MANAGERS.has(role))
}
