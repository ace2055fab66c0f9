/** What the server finds for the palette: appended to what this device has. Fetched when it is first needed. */
import { alerts } from '#contract/calls/alerts.ts'
import { cases } from '#contract/calls/cases.ts'
import { customers } from '#contract/calls/customers.ts'
import { rules } from '#contract/calls/rules.ts'
import type { Hit, HitKind } from '#src/commands/ports.ts'
import type { Api } from '#src/data/api.ts'
import { alertHit, caseHit, customerHit, ruleHit } from './find.ts'

/** The server knows alerts by their whole id. */
const ALERT_ID = /^\d{1,18}$/

/** So many of a kind. */
const MOST = 8

/** Asks for each kind that the server can be asked for; what does not answer finds nothing. */
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
      const { items } = await api.send(cases.list, { query: { platform, search: query, page: 1, pageSize: MOST } }, how)
      return items.map(caseHit)
    },
    async alert() {
      if (!ALERT_ID.test(query)) return []
      const found = await api.send(alerts.view, { params: { alertId: query } }, how)
      return found.caseId === null ? [] : [alertHit(found.platform, found.caseId, found)]
    },
    async customer() {
      const { items } = await api.send(customers.search, { params: { platform, term: query } }, how)
      return items.map(({ id, name, detail }) => customerHit(platform, id, name, detail ?? id))
    },
    async rule() {
      const part = { platform, search: query, page: 1, pageSize: MOST, shortResponse: 'true' } as const
      const { items } = await api.send(rules.list, { query: part }, how)
      return items.map(({ id, name }) => ruleHit(platform, id, name))
    },
  }
  const found = await Promise.allSettled(kinds.map((kind) => asked[kind]?.() ?? Promise.resolve([])))
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value.slice(0, MOST) : []))
}
