/** Draws quality reviews from the cases closed since the last time, and mixes in known items. */
import { randomBytes } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { ReviewOutcome, Rate } from '#contract/model/quality/quality.ts'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import type { Worker } from '#server/tasks/queue.ts'
import { ratesOf } from './settings.ts'
import { drawnBy, goldenAmong, type Sampled } from './sampling.ts'

type Tx = Transaction<Database>
const MINUTE = 60_000
/** The number of days that the first sample covers. */
const FIRST_DAYS = 30
/** A transaction may commit so long after the moment it wrote down. */
const OVERLAP = 15 * MINUTE

interface Decision extends Sampled {
  caseId: string
  decidedAt: Date
  outcome: ReviewOutcome
}

/** Draws on one platform; answers how many reviews there are more, known ones included. */
export async function drawSample(db: Kysely<Database>, platform: string, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const fresh = { platform, until: new Date(now.getTime() - FIRST_DAYS * 1440 * MINUTE) }
    await tx
      .insertInto('quality_draw')
      .values({ ...fresh, salt: randomBytes(16).toString('hex') })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // one draw at a time
    const { until, salt } = await tx
      .selectFrom('quality_draw')
      .select(['until', 'salt'])
      .where('platform', '=', platform)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const rates = await ratesOf(tx, platform)
    const from = new Date(Math.min(until.getTime(), now.getTime()) - OVERLAP)
    const drawn = await drawDecisions(tx, { platform, rates, salt, from, now })
    const known = await mixGolden(tx, { platform, rates, now })
    await tx.updateTable('quality_draw').set({ until: now }).where('platform', '=', platform).execute()
    return drawn + known
  })
}

/** Decisions on alerts of cases that were closed in a time, with the case's outcome. */
async function decisionsOf(tx: Tx, platform: string, from: Date, to: Date): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select a.id::text as "alertId", a.rule_id::text as "ruleId", a.resolved_by as person, r.level as risk,
      a.case_id as "caseId", a.resolved_at as "decidedAt",
      case when c.recommended_str = 1 then 'suspicious' when a.status = 'rejected' then 'rejected' else 'cleared' end
        as outcome
    from monitoring_case c join alert a on a.platform = c.platform and a.case_id = c.id
    left join customer_risk r on r.platform = c.platform and r.customer_id = c.customer_id
    where c.platform = ${platform} and c.finished_at > ${from} and c.finished_at <= ${to} and a.resolved_by is not null
      and a.status in ('resolved', 'rejected', 'sar')`.execute(tx)
  return rows
}

interface Given {
  platform: string
  rates: readonly Rate[]
  now: Date
}

async function drawDecisions(tx: Tx, given: Given & { salt: string; from: Date }): Promise<number> {
  const { platform, rates, salt, from, now } = given
  const sampled = rates.filter(({ scope }) => scope !== 'golden' && scope !== 'tolerance')
  if (sampled.every(({ rate }) => rate === 0)) return 0
  const drawn = (await decisionsOf(tx, platform, from, now)).flatMap((one) => {
    const why = drawnBy(sampled, salt, one)
    return why === null ? [] : [{ ...one, why }]
  })
  if (drawn.length === 0) return 0
  const { rows } = await sql`
    insert into quality_review (platform, alert_id, case_id, is_golden, why, drawn_at, decided_by, decided_at, expected)
    select ${platform}, d."alertId", d."caseId", false, d.why, ${now}, d.person, d."decidedAt", d.outcome
    from jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb) as d ("alertId" bigint, "caseId" text, why text, person text,
      "decidedAt" timestamptz, outcome text)
    on conflict do nothing returning id`.execute(tx)
  return rows.length
}

/** As many known items as their share requires, one of each at a time; the least used first. */
async function mixGolden(tx: Tx, { platform, rates, now }: Given): Promise<number> {
  const percent = rates.find(({ scope }) => scope === 'golden')?.rate ?? 0
  if (percent === 0) return 0
  const { rows: counted } = await sql<{ reviews: number; golden: number }>`
    select count(*) filter (where not is_golden)::int as reviews, count(*) filter (where is_golden)::int as golden
    from quality_review where platform = ${platform}`.execute(tx)
  const { reviews = 0, golden = 0 } = counted[0] ?? {}
  const wanted = goldenAmong(reviews, percent) - golden
  if (wanted <= 0) return 0
  const { rows: items } = await sql<{ alert_id: string; case_id: string; by: string; at: Date; truth: ReviewOutcome }>`
    select g.alert_id, a.case_id, a.resolved_by as by, a.resolved_at as at, g.truth
    from golden_item g join alert a on a.id = g.alert_id
    where g.platform = ${platform} and g.ended_at is null and a.resolved_by is not null
      and not exists (select from quality_review l where l.alert_id = g.alert_id and l.is_golden and l.read_at is null)
    order by (select count(*) from quality_review l where l.alert_id = g.alert_id and l.is_golden), random() limit ${wanted}`.execute(
    tx,
  )
  await insertRows(
    tx,
    'quality_review',
    items.map(({ alert_id, case_id, by, at, truth }) => ({
      platform,
      alert_id,
      case_id,
      is_golden: true,
      why: 'golden' as const,
      drawn_at: now,
      decided_by: by,
      decided_at: at,
      expected: truth,
    })),
  )
  return items.length
}

interface Surroundings {
  db: Kysely<Database>
  now: () => Date
}

/** Draws on every platform that has a policy, every ten minutes. */
export function samplingWorker({ db, now }: Surroundings): Worker<object> {
  return {
    name: 'quality-draw',
    cron: '*/10 * * * *',
    async run() {
      const platforms = await db.selectFrom('quality_rate').select('platform').distinct().execute()
      for (const { platform } of platforms) await drawSample(db, platform, now())
    },
    // the next time draws from the same and more
    giveUp: async () => {},
  }
}
