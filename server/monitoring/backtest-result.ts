/** The result of a backtest: gained and lost hits by service and country, the precision of both sides, and examples. */
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import {
  BACKTEST_LOST_MAX,
  BACKTEST_SAMPLE,
  type BacktestHit,
  type BacktestResult,
} from '#contract/model/rules/backtest.ts'
import type { Database } from '#server/schema/database.ts'
import type { Trial } from './backtest-trial.ts'
import { caseId } from './create-alerts.ts'
import { detect } from './detect.ts'
import type { ActiveRule } from './active-rules.ts'

type Tx = Transaction<Database>

/** The maximum number of services and countries per side. */
const GROUPS = 50
const GAINED = sql<boolean>`in_draft and not in_live`
const LOST = sql<boolean>`in_live and not in_draft`

export async function resultOf(tx: Tx, trial: Trial, now: Date): Promise<BacktestResult> {
  const { platform, asks, from, to } = trial
  const isOnTransactions = asks === 'transaction'
  await sql`create temporary table told on commit drop as ${isOnTransactions ? toldOfTransactions(trial) : toldOfCustomers(trial)}`.execute(
    tx,
  )
  const { rows } = await sql<Sums>`
    select count(*) filter (where in_draft)::int as draft, count(*) filter (where in_live)::int as live,
      count(*) filter (where in_draft and is_str)::int as draft_str,
      count(*) filter (where in_draft and is_cleared)::int as draft_cleared,
      count(*) filter (where in_live and is_str)::int as live_str,
      count(*) filter (where in_live and is_cleared)::int as live_cleared,
      count(*) filter (where ${GAINED})::int as gained, count(*) filter (where ${LOST})::int as lost,
      count(*) filter (where ${LOST} and is_str)::int as str_lost
    from told`.execute(tx)
  const sums = rows[0] ?? ({} as Sums)
  const judged = isOnTransactions
    ? sql`from transaction where platform = ${platform} and at between ${from} and ${to}`
    : sql`from customer where platform = ${platform}`
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n ${judged}`.execute(tx)
  const gained = await examples(tx, GAINED, sql`hashtextextended(id || account, 0)`, BACKTEST_SAMPLE)
  const lost = await examples(tx, LOST, sql`hashtextextended(id || account, 0)`, BACKTEST_SAMPLE)
  const strLost = await examples(tx, sql`${LOST} and is_str`, sql`at desc, id, account`, BACKTEST_LOST_MAX)
  const ofDraft = await words(tx, trial, trial.draft, gained)
  const ofLive = await words(tx, trial, trial.live, [...lost, ...strLost])
  const told = (examplesOf: readonly Example[], texts: ReadonlyMap<string, string>) =>
    examplesOf.map((one) => toHit(one, texts.get(one.id || one.account) ?? ''))
  return {
    from: toStamp(from),
    to: toStamp(to),
    on: isOnTransactions ? 'transactions' : 'customers',
    judged: counted[0]?.n ?? 0,
    draft: side(sums.draft, sums.draft_str, sums.draft_cleared),
    live: side(sums.live, sums.live_str, sums.live_cleared),
    gained: await difference(tx, sums.gained, GAINED),
    lost: await difference(tx, sums.lost, LOST),
    strLost: { total: sums.str_lost, items: told(strLost, ofLive) },
    sample: { gained: told(gained, ofDraft), lost: told(lost, ofLive) },
    seconds: (now.getTime() - to.getTime()) / 1000,
  }
}

interface Sums {
  draft: number
  live: number
  draft_str: number
  draft_cleared: number
  live_str: number
  live_cleared: number
  gained: number
  lost: number
  str_lost: number
}

/** One row a transaction, as a rule raises one alert on it; what people made of its case is the disposition. */
function toldOfTransactions({ task, platform }: Trial): RawBuilder<unknown> {
  const code = caseId(platform, '')
  return sql`
    select t.id, t.customer_id as account, t.client_name as name, t.at, t.service, t.country, t.usd, c.id as case_id,
      h.in_draft, h.in_live,
      coalesce(c.status = 'str' or c.status = 'complete' and c.recommended_str = 1, false) as is_str,
      coalesce(c.status = 'complete' and c.recommended_str = 0 and c.alert_count > 0, false) as is_cleared
    from (
      select id, bool_or(is_draft) as in_draft, bool_or(not is_draft) as in_live
      from backtest_hit where task = ${task} group by id
    ) h
    join transaction t on t.platform = ${platform} and t.id = h.id
    left join monitoring_case c on c.platform = ${platform} and c.id = ${code}::text || h.id`
}

/** One row a customer; the disposition is that of its last alert that was decided. */
function toldOfCustomers({ task, platform }: Trial): RawBuilder<unknown> {
  return sql`
    select ''::text as id, c.id as account, c.name, null::timestamptz as at, null::text as service, c.country,
      null::numeric as usd, null::text as case_id, h.in_draft, h.in_live,
      coalesce(a.sar = 1, false) as is_str, coalesce(a.sar = 0, false) as is_cleared
    from (
      select account, bool_or(is_draft) as in_draft, bool_or(not is_draft) as in_live
      from backtest_hit where task = ${task} group by account
    ) h
    join customer c on c.platform = ${platform} and c.id = h.account
    left join lateral (
      select sar from alert a
      where a.platform = ${platform} and a.kind = 'account' and a.customer_id = c.id and a.status = 'resolved'
      order by a.id desc limit 1
    ) a on true`
}

function side(alerts: number, str: number, cleared: number): BacktestResult['draft'] {
  return { alerts, str, cleared, precision: str + cleared === 0 ? null : str / (str + cleared) }
}

async function difference(tx: Tx, alerts: number, which: RawBuilder<boolean>): Promise<BacktestResult['gained']> {
  const by = async (column: 'service' | 'country') => {
    const { rows } = await sql<{ key: string; count: number }>`
      select coalesce(${sql.ref(column)}, '') as key, count(*)::int as count from told where ${which}
      group by 1 order by 2 desc, 1 limit ${GROUPS}`.execute(tx)
    return rows
  }
  return { alerts, byService: await by('service'), byCountry: await by('country') }
}

interface Example {
  id: string
  account: string
  name: string
  at: Date | null
  service: string | null
  country: string | null
  usd: string | null
  case_id: string | null
}

async function examples(
  tx: Tx,
  which: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  most: number,
): Promise<Example[]> {
  const { rows } = await sql<Example>`
    select id, account, name, at, service, country, usd::text as usd, case_id from told
    where ${which} order by ${order} limit ${most}`.execute(tx)
  return rows
}

/** The explanations of examples, by running the detectors again for these alone. By transaction, or else by account. */
async function words(
  tx: Tx,
  { platform, asks, to }: Trial,
  rule: ActiveRule | undefined,
  about: readonly Example[],
): Promise<Map<string, string>> {
  if (!rule || about.length === 0) return new Map()
  const times = about.flatMap(({ at }) => at?.getTime() ?? [])
  const ids = about.map(({ id }) => id)
  const customers = about.map(({ account }) => account)
  const hits = await detect(
    tx,
    [rule],
    asks === 'transaction'
      ? {
          platform,
          where: sql`t.id = any(${ids})`,
          from: new Date(Math.min(...times)),
          to: new Date(Math.max(...times) + 1),
        }
      : { platform, customers, from: to, to },
  )
  return new Map(hits.map(({ transactionId, account, trigger }) => [transactionId ?? account, trigger.text]))
}

function toHit({ id, account, name, at, service, country, usd, case_id }: Example, text: string): BacktestHit {
  return {
    transactionId: id === '' ? null : id,
    caseId: case_id,
    customerId: account,
    customerName: name,
    at: at && toStamp(at),
    service,
    country,
    usd,
    text,
  }
}
