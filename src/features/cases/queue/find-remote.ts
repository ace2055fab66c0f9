/**
 * Palette results beyond the loaded rows: all open work on this device, online or offline, and the server's. Loaded on
 * first use.
 */
import { alerts } from '#contract/calls/cases/alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { customers } from '#contract/calls/customers.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { PAGE_SIZES } from '#contract/model/values.ts'
import { foldText } from '#contract/fold-text.ts'
import type { Hit, HitKind } from '#src/commands/ports.ts'
import type { ReplicaClient } from '#src/data/engine-client/replica-client.ts'
import type { Api } from '#src/data/net/api.ts'
import { customerHref } from '#src/features/cases/links.ts'
import { alertHit, alertHits, caseHit, customerHit, ruleHit } from './find.ts'

/** The server knows alerts by their whole id. */
const ALERT_ID = /^\d{1,18}$/

/** The maximum number shown per kind; the server is asked for a page of the specification's size. */
const MOST = 8

/** The number of rows searched, as several may belong to one customer. */
const LOOKED_AT = 50

/** Results of the replica: cases and account alerts by their search text, and their customers. */
export async function findHere(
  replica: ReplicaClient,
  platform: string,
  query: string,
  kinds: readonly HitKind[],
): Promise<Hit[]> {
  const term = foldText(query)
  if (!term || !kinds.some((kind) => kind === 'case' || kind === 'alert' || kind === 'customer')) return []
  const found = await replica.search(platform, term, LOOKED_AT)
  const customers = new Map<string, Hit>()
  const add = (id: string, name: string) => {
    if (foldText(name).includes(term) || foldText(id).includes(term))
      customers.set(id, customerHit(platform, id, name, id))
  }
  for (const { customerId, data } of found.cases) add(customerId, data.clientName)
  for (const { customerId, customerName } of found.accountAlerts) add(customerId, customerName)
  const hits: Partial<Record<HitKind, Hit[]>> = {
    case: found.cases.map(caseHit),
    alert: [...found.ofAlert.flatMap((row) => alertHits(row, term)), ...found.accountAlerts.map(accountAlertHit)],
    customer: [...customers.values()],
  }
  return kinds.flatMap((kind) => hits[kind]?.slice(0, MOST).map((hit) => ({ ...hit, isHere: true })) ?? [])
}

/** An alert on an account leads to its customer. */
const accountAlertHit = ({ id, platform, customerId, customerName, ruleName }: AccountAlertItem): Hit => ({
  kind: 'alert',
  id,
  title: ruleName,
  detail: `on ${customerName}, ${id}`,
  href: customerHref(platform, customerId),
})

/** Searches each kind on the server; a failure gives no results. */
export async function findRemote(
  api: Api,
  platform: string,
  query: string,
  kinds: readonly HitKind[],
  signal: AbortSignal,
): Promise<Hit[]> {
  const how = { signal, platform, quiet: true }
  const asked: Partial<Record<HitKind, () => Promise<Hit[]>>> = {
    async case() {
      const part = { platform, search: query, page: 1, pageSize: PAGE_SIZES.cases }
      const { items } = await api.send(cases.list, { query: part }, how)
      return items.map(caseHit)
    },
    async alert() {
      // the server answers an unknown id as an error: it is asked where an id is meant, after `#`
      if (!ALERT_ID.test(query) || kinds.includes('customer')) return []
      const found = await api.send(alerts.view, { params: { alertId: query } }, how)
      return found.caseId === null ? [] : [alertHit(found.platform, found.caseId, found)]
    },
    async customer() {
      const { items } = await api.send(customers.search, { params: { platform, term: query } }, how)
      return items.map(({ id, name, detail }) => customerHit(platform, id, name, detail ?? id))
    },
    async rule() {
      const part = { platform, search: query, page: 1, pageSize: PAGE_SIZES.rules, shortResponse: 'true' } as const
      const { items } = await api.send(rules.list, { query: part }, how)
      return items.map(({ id, name }) => ruleHit(platform, id, name))
    },
  }
  const found = await Promise.allSettled(kinds.map((kind) => asked[kind]?.() ?? Promise.resolve([])))
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value.slice(0, MOST) : []))
}
