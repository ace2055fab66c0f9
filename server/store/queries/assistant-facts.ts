/** Counts and lists that the assistant answers with: each is bounded, and of one platform. */
import { sql } from 'kysely'
import { OVERDUE_HOURS } from '#contract/model/values.ts'
import { OPEN_CASES } from './managers.ts'
import { OPEN_ALERT, type Db } from './pieces.ts'

/** As many as somebody reads in a chat. */
const MOST = 10

const count = sql<number>`count(*)::int`

export interface CaseLine {
  id: string
  client: string
  usd: string
  at: Date
}

interface Counted {
  total: number
  first: CaseLine[]
}

/** Open cases with a hard stop that nobody decided yet, oldest first, and how many hard stops there are on all of them. */
export async function openHardStops(db: Db, platform: string): Promise<Counted & { hardStops: number }> {
  const held = openCases(db, platform).where('active_hard_stop', '>', 0)
  const sum = await held
    .select([count.as('total'), sql<number>`coalesce(sum(active_hard_stop), 0)::int`.as('hardStops')])
    .executeTakeFirstOrThrow()
  return { ...sum, first: await linesOf(held) }
}

/** New cases older than the limit, oldest first. */
export async function overdueCases(db: Db, platform: string, now: Date): Promise<Counted> {
  const late = openCases(db, platform)
    .where('status', '=', 'new')
    .where('created_at', '<', new Date(now.getTime() - OVERDUE_HOURS * 3_600_000))
  const { total } = await late.select(count.as('total')).executeTakeFirstOrThrow()
  return { total, first: await linesOf(late) }
}

/** Alerts raised since a moment by rule, most first: how many, and how many of them still wait. */
export async function alertsByRuleSince(
  db: Db,
  platform: string,
  since: Date,
): Promise<{ rule: string; raised: number; open: number }[]> {
  return db
    .selectFrom('alert')
    .select(['rule_name as rule', count.as('raised')])
    .select(sql<number>`(count(*) filter (where status in ${OPEN_ALERT}))::int`.as('open'))
    .where('platform', '=', platform)
    .where('created_at', '>=', since)
    .groupBy(['rule_id', 'rule_name'])
    .orderBy('raised', 'desc')
    .orderBy('rule')
    .limit(MOST)
    .execute()
}

/** What happened since a moment: cases made, finished, and recommended for an STR. */
export async function casesSince(
  db: Db,
  platform: string,
  since: Date,
): Promise<{ made: number; finished: number; recommended: number }> {
  const finished = sql`finished_at >= ${since}`
  return db
    .selectFrom('monitoring_case')
    .select(sql<number>`(count(*) filter (where created_at >= ${since}))::int`.as('made'))
    .select(sql<number>`(count(*) filter (where ${finished}))::int`.as('finished'))
    .select(sql<number>`(count(*) filter (where ${finished} and recommended_str = 1))::int`.as('recommended'))
    .where('platform', '=', platform)
    .executeTakeFirstOrThrow()
}

/** Forms by type and status. */
export async function countForms(
  db: Db,
  platform: string,
): Promise<{ type: 'sar' | 'edd_ong' | 'edd_ond'; status: string; n: number }[]> {
  return db
    .selectFrom('document_form')
    .select(['type', 'status', count.as('n')])
    .where('platform', '=', platform)
    .groupBy(['type', 'status'])
    .orderBy('type')
    .orderBy('status')
    .execute()
}

/** A customer with what is open on him. */
export async function customerFacts(db: Db, platform: string, id: string) {
  return db
    .selectFrom('customer as c')
    .select(['c.id', 'c.name', 'c.type', 'c.country'])
    .select((eb) => [
      eb
        .selectFrom('monitoring_case as m')
        .select(count.as('n'))
        .whereRef('m.platform', '=', 'c.platform')
        .whereRef('m.customer_id', '=', 'c.id')
        .as('cases'),
      eb
        .selectFrom('monitoring_case as m')
        .select(count.as('n'))
        .whereRef('m.platform', '=', 'c.platform')
        .whereRef('m.customer_id', '=', 'c.id')
        .where('m.status', 'in', OPEN_CASES)
        .as('open'),
      eb
        .selectFrom('alert as a')
        .select(count.as('n'))
        .whereRef('a.platform', '=', 'c.platform')
        .whereRef('a.customer_id', '=', 'c.id')
        .where(sql<boolean>`a.status in ${OPEN_ALERT}`)
        .as('alerts'),
    ])
    .where('c.platform', '=', platform)
    .where('c.id', '=', id)
    .executeTakeFirst()
}

function openCases(db: Db, platform: string) {
  return db.selectFrom('monitoring_case').where('platform', '=', platform).where('status', 'in', OPEN_CASES)
}

function linesOf(cases: ReturnType<typeof openCases>): Promise<CaseLine[]> {
  return cases
    .select(['id', 'client_name as client', 'usd', 'created_at as at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST)
    .execute()
}
