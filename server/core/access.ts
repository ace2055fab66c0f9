/** Access to calls by role (docs/design/specification.md#roles). */
import type { Role } from '#contract/model/values.ts'
import type { Table } from '#contract/table.ts'
import type { Account } from './context.ts'
import { Refusal } from './refusal.ts'

/** `area.verb`, as in `cases.list`. */
export type CallName = { [A in keyof Table]: `${A}.${keyof Table[A] & string}` }[keyof Table]

const MANAGERS = ['manager', 'admin', 'super_admin'] as const satisfies Role[]
const ADMINISTRATORS = ['admin', 'super_admin'] as const satisfies Role[]
const DOCUMENT_ADMINISTRATORS = ['document_admin'] as const satisfies Role[]

/**
 * The calls that require one of these roles. Every other call is open to everybody on the platform: analysts read,
 * decide and take work. `whyNotAssign` checks assignees.
 */
export const RESTRICTED: { readonly [N in CallName]?: readonly Role[] } = {
  'customers.contracts': ADMINISTRATORS,
  'customers.contract': ADMINISTRATORS,
  'metrics.newCases': ADMINISTRATORS,
  'metrics.newCustomersByRule': ADMINISTRATORS,
  'documentForms.approve': DOCUMENT_ADMINISTRATORS,
  // changes that apply to everybody, or to many alerts at once (decision 0020)
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
  'helpdesk.matchLetter': MANAGERS,
  'helpdesk.discardLetter': MANAGERS,
  'helpdesk.createTemplate': MANAGERS,
  'helpdesk.changeTemplate': MANAGERS,
  'helpdesk.deleteTemplate': MANAGERS,
  'screening.setThreshold': MANAGERS,
  'screening.addAdverseName': MANAGERS,
  'screening.removeAdverseName': MANAGERS,
  'configSets.create': MANAGERS,
  'configSets.change': MANAGERS,
  'configSets.delete': MANAGERS,
  // data of every customer leave by mail
  'kyc.export': MANAGERS,
  'businessHours.savePolicy': ADMINISTRATORS,
  'businessHours.preview': MANAGERS,
  'businessHours.history': MANAGERS,
  'team.load': MANAGERS,
  'team.work': MANAGERS,
  'team.planSpread': MANAGERS,
  'team.spread': MANAGERS,
  'team.setSkill': MANAGERS,
  'team.autoAssign': MANAGERS,
  'team.planAuto': MANAGERS,
  'team.addAbsence': MANAGERS,
  'team.endAbsence': MANAGERS,
  'trend.period': MANAGERS,
  'trend.outlook': MANAGERS,
  'quality.close': MANAGERS,
  'quality.policy': MANAGERS,
  'quality.setRate': MANAGERS,
  'quality.addGolden': MANAGERS,
  'quality.endGolden': MANAGERS,
  'quality.draw': MANAGERS,
  'handover.list': MANAGERS,
  'handover.write': MANAGERS,
  'handover.mail': MANAGERS,
  'access.presence': ADMINISTRATORS,
  'access.endSession': ADMINISTRATORS,
  'access.wipeDevice': ADMINISTRATORS,
  'access.list': ADMINISTRATORS,
  'access.add': ADMINISTRATORS,
  'access.change': ADMINISTRATORS,
  'audit.list': ADMINISTRATORS,
  'audit.entry': ADMINISTRATORS,
  'audit.choices': ADMINISTRATORS,
  'audit.csv': ADMINISTRATORS,
  'audit.check': ADMINISTRATORS,
  'audit.checks': ADMINISTRATORS,
  'jobs.list': ADMINISTRATORS,
  'jobs.retry': ADMINISTRATORS,
  'notices.list': ADMINISTRATORS,
  'notices.publish': ADMINISTRATORS,
  'notices.end': ADMINISTRATORS,
  'policies.list': ADMINISTRATORS,
  'policies.set': ADMINISTRATORS,
}

/** Whether one of these roles may make a call. */
export function mayCall(name: CallName, roles: readonly Role[]): boolean {
  const wanted = RESTRICTED[name]
  return !wanted || wanted.some((role) => roles.includes(role))
}

/** Throws 403 where the account has none of the roles that the call asks for. */
export function checkRole(name: string, account: Account): void {
  if (!mayCall(name as CallName, account.roles)) {
    throw new Refusal(403, 'This account may not do that.')
  }
}
