/** The policy of quality reviews: rates with their reason and scope, and known items. */
import { sql } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { quality } from '#contract/calls/quality.ts'
import { toStamp } from '#contract/model/common.ts'
import {
  DEFAULT_RATES,
  RISK_LEVELS,
  type GoldenItem,
  type PolicyEntry,
  type Rate,
} from '#contract/model/quality/quality.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { canWorkOn } from '#server/identity/workers.ts'
import { isId, personOf, type Db } from '#server/store/sql.ts'

/** The maximum number of listed policies, including old ones. */
const SHOWN = 200

/** The rates in force. */
export async function ratesOf(db: Db, platform: string): Promise<Rate[]> {
  return db
    .selectFrom('quality_rate')
    .distinctOn(['scope', 'key'])
    .select(['scope', 'key', 'rate'])
    .where('platform', '=', platform)
    .orderBy('scope')
    .orderBy('key')
    .orderBy('id', 'desc')
    .execute()
}

/** The accepted error rate, in percent. */
export const toleranceOf = (rates: readonly Rate[]): number =>
  rates.find(({ scope }) => scope === 'tolerance')?.rate ?? DEFAULT_RATES.tolerance

/** Every entry, the newest first, with what its key is called. */
export async function policyOf(db: Db, platform: string): Promise<PolicyEntry[]> {
  const rows = await db
    .selectFrom('quality_rate as q')
    .innerJoin('account as w', 'w.id', 'q.author')
    .select(['q.id', 'q.scope', 'q.key', 'q.rate', 'q.reason', 'q.author', 'q.at', personOf('w').as('by')])
    .select(
      sql<string | null>`case q.scope when 'rule' then (select name from rule where id::text = q.key)
        when 'person' then (select first_name || ' ' || last_name from account where id = q.key) else q.key end`.as(
        'label',
      ),
    )
    .where('q.platform', '=', platform)
    .orderBy('q.id', 'desc')
    .limit(SHOWN)
    .execute()
  const seen = new Set<string>()
  return rows.map(({ author, by, at, label, ...row }) => {
    const place = `${row.scope} ${row.key}`
    const isInForce = !seen.has(place)
    seen.add(place)
    return { ...row, label: label ?? row.key, by: by ?? { id: author, name: author }, at: toStamp(at), isInForce }
  })
}

/** Refuses what no decision could fit. */
async function checkKey({ db, platform }: Context, { scope, key }: Pick<Rate, 'scope' | 'key'>): Promise<void> {
  if (scope === 'rule') {
    const rule = db.selectFrom('rule').select('id').where('platform', '=', platform)
    if (isId(key) && (await rule.where('id', '=', key).executeTakeFirst())) return
    throw new Refusal(400, `key: there is no rule ${key} here`)
  }
  if (scope === 'person') {
    const person = db.selectFrom('account as p').select('p.id').where('p.id', '=', key).where(canWorkOn(platform))
    if (await person.executeTakeFirst()) return
    throw new Refusal(400, 'key: nobody of that name works here')
  }
  if (scope === 'risk') {
    if (RISK_LEVELS.some((level) => level === key)) return
    throw new Refusal(400, `key: one of ${RISK_LEVELS.join(', ')}`)
  }
  if (key !== '') throw new Refusal(400, 'key: belongs to rules, people and levels of risk')
}

export async function setRate(context: Context, body: Parsed<typeof quality.setRate>['body']): Promise<void> {
  const { db, platform, account, now } = context
  if (!(body.rate >= 0 && body.rate <= 100)) throw new Refusal(400, 'rate: between 0 and 100 percent')
  await checkKey(context, body)
  const { scope, key, rate, reason } = body
  const before = (await ratesOf(db, platform)).find((one) => one.scope === scope && one.key === key)
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('quality_rate')
      .values({ platform, scope, key, rate, reason, author: account.id, at: now() })
      .execute()
    await record(tx, context, {
      action: 'set quality rate',
      object: { kind: 'quality rate', id: `${scope} ${key}`.trim() },
      before: { rate: before?.rate ?? DEFAULT_RATES[scope] },
      after: { rate },
      reason,
    })
  })
}

export async function goldenOf(db: Db, platform: string): Promise<GoldenItem[]> {
  const rows = await db
    .selectFrom('golden_item as g')
    .innerJoin('alert as a', 'a.id', 'g.alert_id')
    .innerJoin('account as w', 'w.id', 'g.author')
    .select(['g.id', 'g.alert_id', 'a.case_id', 'a.rule_name', 'g.truth', 'g.reason', 'g.author', 'g.at'])
    .select(personOf('w').as('by'))
    .where('g.platform', '=', platform)
    .where('g.ended_at', 'is', null)
    .orderBy('g.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ id, alert_id: alertId, case_id: caseId, rule_name: rule, truth, reason, author, at, by }) => ({
    id,
    alertId,
    caseId: caseId ?? '',
    rule,
    truth,
    reason,
    by: by ?? { id: author, name: author },
    at: toStamp(at),
  }))
}

/** Makes a decided alert one whose answer is known. */
export async function addGolden(context: Context, body: Parsed<typeof quality.addGolden>['body']): Promise<void> {
  const { db, platform, account, now } = context
  const { alertId, truth, reason } = body
  await db.transaction().execute(async (tx) => {
    const alert = isId(alertId)
      ? await tx
          .selectFrom('alert')
          .select(['id', 'resolved_by'])
          .where('platform', '=', platform)
          .where('kind', '=', 'transaction')
          .where('id', '=', alertId)
          .forUpdate()
          .executeTakeFirst()
      : undefined
    if (!alert) throw new Refusal(404, `There is no alert ${alertId} here.`)
    if (alert.resolved_by === null) throw new Refusal(409, 'The alert is not decided yet: nobody knows its answer.')
    const known = tx.selectFrom('golden_item').select('id').where('platform', '=', platform)
    if (await known.where('alert_id', '=', alertId).where('ended_at', 'is', null).executeTakeFirst()) {
      throw new Refusal(409, 'Its answer is on record already.')
    }
    await tx
      .insertInto('golden_item')
      .values({ platform, alert_id: alertId, truth, reason, author: account.id, at: now() })
      .execute()
    const object = { kind: 'golden item', id: alertId }
    await record(tx, context, { action: 'add golden item', object, after: { truth }, reason })
  })
}

export async function endGolden(context: Context, id: string): Promise<void> {
  const { db, platform, now } = context
  await db.transaction().execute(async (tx) => {
    const gone = isId(id)
      ? await tx
          .updateTable('golden_item')
          .set({ ended_at: now() })
          .where('platform', '=', platform)
          .where('id', '=', id)
          .where('ended_at', 'is', null)
          .returning(['alert_id', 'truth'])
          .executeTakeFirst()
      : undefined
    if (!gone) throw new Refusal(404, `There is no golden item ${id} here.`)
    const object = { kind: 'golden item', id: gone.alert_id }
    await record(tx, context, { action: 'end golden item', object, before: { truth: gone.truth } })
  })
}
