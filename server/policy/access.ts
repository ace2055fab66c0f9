/** Who may make which call (resolutions, "Roles"). */
import type { Role } from '#contract/model/values.ts'
import type { Table } from '#contract/table.ts'
import { Refusal, type Account } from '#server/calls/handlers.ts'

/** `area.verb`, as in `cases.list`. */
export type CallName = { [A in keyof Table]: `${A}.${keyof Table[A] & string}` }[keyof Table]

const MANAGERS = ['manager', 'admin', 'super_admin'] as const satisfies Role[]
const ADMINISTRATORS = ['admin', 'super_admin'] as const satisfies Role[]
const DOCUMENT_ADMINISTRATORS = ['document_admin', 'super_admin'] as const satisfies Role[]

/**
 * The calls that ask for a role; one of those named is enough. Every other call is open to whoever has the platform:
 * analysts read, decide and take work for themselves. Whom work may be given to is for `whyNotAssign` to say.
 */
export const RESTRICTED: { readonly [N in CallName]?: readonly Role[] } = {
  'customers.contracts': ADMINISTRATORS,
  'customers.contract': ADMINISTRATORS,
  'metrics.newCases': ADMINISTRATORS,
  'metrics.newCustomersByRule': ADMINISTRATORS,
  'documentForms.approve': DOCUMENT_ADMINISTRATORS,
  // what decides for everybody from then on, or many alerts at once (decision 0020)
  'rules.create': MANAGERS,
  'rules.change': MANAGERS,
  'rules.delete': MANAGERS,
  'rules.clone': MANAGERS,
  'rules.setStage': MANAGERS,
  'rules.backtest': MANAGERS,
  'rules.cancelBacktest': MANAGERS,
  'rules.approve': MANAGERS,
  'rules.return': MANAGERS,
  'allowlists.create': MANAGERS,
  'allowlists.change': MANAGERS,
  'allowlists.delete': MANAGERS,
  'allowlists.resolveAlerts': MANAGERS,
  'allowlists.dryRun': MANAGERS,
  'helpdesk.createTemplate': MANAGERS,
  'helpdesk.changeTemplate': MANAGERS,
  'helpdesk.deleteTemplate': MANAGERS,
  'configSets.create': MANAGERS,
  'configSets.change': MANAGERS,
  'configSets.delete': MANAGERS,
}

/** Throws 403 where the account has none of the roles that the call asks for. */
export function checkRole(name: string, account: Account): void {
  const wanted = RESTRICTED[name as CallName]
  if (wanted && !wanted.some((role) => account.roles.includes(role))) {
    throw new Refusal(403, 'This account may not do that.')
  }
}
