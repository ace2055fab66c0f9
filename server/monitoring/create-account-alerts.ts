/** Account alerts, from hits on current customers. */
import { sql, type Kysely } from 'kysely'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { isSameValue } from '#contract/model/settings.ts'
import type { AlertLevel, AlertStatus } from '#contract/model/values.ts'
import { businessHoursFor, dueDates, dueInputOfAlert } from '#server/business-hours/due-dates.ts'
import type { Database } from '#server/schema/database.ts'
import { poke } from '#server/store/pokes.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { alertOfHit, withRuleText } from './create-alerts.ts'
import type { Hit } from './detect.ts'
import type { Saw } from './rule-type.ts'
import { loadEnrichment } from './filter-subjects.ts'

interface Latest {
  customer_id: string
  rule_id: string
  status: AlertStatus
  saw: Record<string, Saw> | null
}

/**
 * The new hits of an account. A rule raises an alert once: not while its last alert is open, and afterwards only for
 * other values.
 */
export async function freshOnAccounts(
  db: Kysely<Database>,
  platform: string,
  hits: readonly Hit[],
): Promise<readonly Hit[]> {
  if (hits.length === 0) return hits
  const latest = await latestAlerts(db, platform, hits)
  return hits.filter(({ rule, account, trigger }) => {
    const last = latest.get(`${rule.id}\n${account}`)
    return !last || (!isOpenAlert(last.status) && !isSameValue(last.saw, trigger.saw))
  })
}

/** Stores an alert for each new hit, and returns their number. */
export async function raiseOnAccounts(
  db: Kysely<Database>,
  platform: string,
  hits: readonly Hit[],
  now: Date,
): Promise<number> {
  if (hits.length === 0) return 0
  // a schedule and a batch may find the same
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account-alerts:${platform}`}, 0))`.execute(db)
  const fresh = await freshOnAccounts(db, platform, hits)
  const names = await namesOf(db, platform, fresh)
  const enrichment = await loadEnrichment(
    db,
    platform,
    fresh.map(({ account }) => account),
  )
  const businessHours = await businessHoursFor(db, platform)
  const datesOf = (level: AlertLevel) =>
    dueDates(businessHours, 'accountAlert', dueInputOfAlert({ status: 'new', level, created_at: now, due_pauses: [] }))
  await insertRows(
    db,
    'alert',
    fresh.map((hit) => {
      const { rule, account, trigger } = hit
      const alert = alertOfHit(platform, hit, enrichment)
      return {
        ...alert,
        kind: 'account',
        status: 'new',
        sar: 0,
        created_at: now,
        trigger_info: withRuleText(rule, trigger, names.get(account) ?? account),
        ...datesOf(alert.level),
      }
    }),
  )
  if (fresh.length > 0) await poke(db, [{ platform, topic: 'alert' }])
  return fresh.length
}

async function latestAlerts(
  db: Kysely<Database>,
  platform: string,
  hits: readonly Hit[],
): Promise<Map<string, Latest>> {
  const { rows } = await sql<Latest>`
    select distinct on (a.customer_id, a.rule_id) a.customer_id, a.rule_id, a.status, a.trigger_info -> 'saw' as saw
    from unnest(${hits.map(({ account }) => account)}::text[], ${hits.map(({ rule }) => rule.id)}::bigint[])
      as h (customer_id, rule_id)
    join alert a on a.platform = ${platform} and a.customer_id = h.customer_id and a.rule_id = h.rule_id
    where a.kind = 'account'
    order by a.customer_id, a.rule_id, a.id desc`.execute(db)
  return new Map(rows.map((row) => [`${row.rule_id}\n${row.customer_id}`, row]))
}

async function namesOf(db: Kysely<Database>, platform: string, hits: readonly Hit[]): Promise<Map<string, string>> {
  const ids = hits.map(({ account }) => account)
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from customer where platform = ${platform} and id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
