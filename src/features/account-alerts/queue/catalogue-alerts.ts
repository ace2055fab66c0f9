/** A customer's account alerts out of the catalogue's own calls, where a server has no queue of them. Loaded when met. */
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { customers } from '#contract/calls/customers.ts'
import { isAlertDay } from '#contract/model/cases/account-alert.ts'
import { fromStamp } from '#contract/model/common.ts'
import type { Api, SendOptions } from '#src/data/net/api.ts'
import type { CustomerAlerts, AlertCustomer } from '#src/features/account-alerts/queries.ts'

/** The open ones, newest first, and the number of decided ones by rule: the catalogue has no more. */
export async function catalogueAlerts(api: Api, whose: AlertCustomer, how: SendOptions): Promise<CustomerAlerts> {
  const [{ profile }, { byRule }] = await Promise.all([
    api.send(customers.info, { params: { ...whose } }, how),
    api.send(accountAlerts.summary, { params: { ...whose } }, how),
  ])
  const ofRules = await Promise.all(
    byRule
      .filter(({ open }) => open > 0)
      .map(({ ruleId }) => api.send(accountAlerts.active, { params: { ...whose, ruleId } }, how)),
  )
  const name = profile.name ?? [profile.firstName, profile.lastName].filter(Boolean).join(' ')
  const items = ofRules
    .flatMap(({ items: open }) => open)
    .map(({ triggerInfo, ...alert }) => ({
      id: alert.id,
      platform: alert.platform,
      customerId: alert.customerId,
      customerName: name || alert.customerId,
      // a business has a name, a person a first and a last one
      customerType: profile.name === undefined ? ('personal' as const) : ('business' as const),
      ruleId: alert.ruleId,
      ruleName: alert.ruleName,
      ruleType: alert.ruleType,
      text: triggerInfo.text,
      alertLevel: alert.alertLevel,
      status: alert.status,
      sar: alert.sar,
      createAt: alert.createAt,
      manager: alert.manager,
      isDay: isAlertDay(alert, Date.now()),
      version: alert.version,
    }))
    .toSorted((a, b) => fromStamp(b.createAt) - fromStamp(a.createAt))
  return { items, decided: Object.fromEntries(byRule.map(({ ruleId, open, total }) => [ruleId, total - open])) }
}
