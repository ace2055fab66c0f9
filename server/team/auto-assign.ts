/** Auto-assignment: by policy, work that nobody has is given to people on the roster who are present. */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Input, Output } from '#contract/call.ts'
import type { team } from '#contract/calls/team.ts'
import { WORK_QUEUES, type WorkQueue } from '#contract/model/values.ts'
import { PLATFORMS } from '#contract/model/platform.ts'
import { SPREAD_WAYS, type SpreadWay } from '#contract/model/team/spread.ts'
import { SPREAD_MAX } from '#contract/model/team/team.ts'
import { recordAll, type Actor } from '#server/audit/audit.ts'
import type { Config } from '#server/core/config.ts'
import { NOBODY } from '#server/identity/accounts.ts'
import { policyValue } from '#server/policies/values.ts'
import type { Database } from '#server/schema/database.ts'
import { personOf, type Db } from '#server/store/sql.ts'
import type { Worker } from '#server/tasks/queue.ts'
import { absencesOf, dayOf } from './absence.ts'
import { planWork, type PlannedAssignment, type Receiver, type Work } from './planner.ts'
import { receiversOn, SOURCES } from './work-sources.ts'

/** Who the audit says assigned it. */
const ACTOR = 'auto-assignment'
/** The number of rows locked and written at a time, which limits the wait of other audit writers. */
const BATCH = 500
const DAY = 86_400_000

type Policies = Output<typeof team.autoAssign>
interface About {
  platform: string
  config: Config
}

const wayOf = (value: string): SpreadWay | null => SPREAD_WAYS.find((way) => way === value) ?? null

/** The policies that hold on a platform. */
export async function autoPolicies(db: Db, about: About): Promise<Policies> {
  return {
    case: {
      way: wayOf(await policyValue(db, about, 'autoAssignCases')),
      most: await policyValue(db, about, 'autoAssignCasesMost'),
    },
    accountAlert: {
      way: wayOf(await policyValue(db, about, 'autoAssignAccountAlerts')),
      most: await policyValue(db, about, 'autoAssignAccountAlertsMost'),
    },
    reassignsAbsent: await policyValue(db, about, 'autoAssignAbsent'),
  }
}

interface Found extends Work {
  created_at: Date
}

interface Wanted {
  platform: string
  queue: WorkQueue
  /** Whose work counts as nobody's. */
  absent: readonly string[]
  limit: number
}

/** The new work without an assignee, due first; with `isLocked` it is locked until the transaction ends. */
async function workOf(db: Db, { platform, queue, absent, limit }: Wanted, isLocked: boolean): Promise<Found[]> {
  const { table, only, rule, ruleTypes } = SOURCES[queue]
  const of = (whose: RawBuilder<unknown>) => sql`select w.id from ${table} w where platform = ${platform} and ${only}
    and status = 'new' and ${whose} order by coalesce(due_at, 'infinity'::timestamptz), id limit ${limit}`
  const others = sql`union all (${of(sql`manager_id = any(${absent})`)})`
  const { rows } = await sql<Found>`select w.id::text as id, w.created_at, w.customer_id,
      ${rule} as rule_id, ${ruleTypes} as rule_types,
      (select ${personOf('m')} from account m where m.id = w.manager_id) as from
    from ${table} w where w.id in ((${of(sql`manager_id is null`)}) ${absent.length > 0 ? others : sql``})
      and w.platform = ${platform} and ${only} and w.status = 'new'
      and (w.manager_id is null or w.manager_id = any(${absent}))
    order by coalesce(w.due_at, 'infinity'::timestamptz), w.id limit ${limit}
    ${isLocked ? sql`for update of w skip locked` : sql``}`.execute(db)
  return rows
}

/** Everybody on the roster of the queue who is present, with what they have open in it. */
async function presentOf(db: Db, platform: string, queue: WorkQueue, absent: readonly string[]): Promise<Receiver[]> {
  const receivers = await receiversOn(db, platform, queue)
  return receivers.filter(({ person }) => !absent.includes(person.id))
}

/** Who is away, and whose new work is given out for that. */
async function absentOn(db: Db, platform: string, now: Date): Promise<string[]> {
  const absences = await absencesOf(db, platform, dayOf(now))
  return absences.filter(({ from }) => from <= dayOf(now)).map(({ person }) => person.id)
}

/** The assignments that would be made now; writes nothing. */
export async function planAuto(
  db: Db,
  { queue, way, most }: Input<typeof team.planAuto>['body'],
  { platform, config, now }: About & { now: Date },
): Promise<Output<typeof team.planAuto>> {
  const absent = await absentOn(db, platform, now)
  const reassigned = (await policyValue(db, { platform, config }, 'autoAssignAbsent')) ? absent : []
  const [found, receivers] = await Promise.all([
    workOf(db, { platform, queue, absent: reassigned, limit: SPREAD_MAX + 1 }, false),
    presentOf(db, platform, queue, absent),
  ])
  const works = found.slice(0, SPREAD_MAX)
  const plan = await planWork(db, works, receivers, { platform, queue, now, way, most })
  return {
    waiting: works.length,
    lastDay: works.filter(({ created_at }) => created_at.getTime() > now.getTime() - DAY).length,
    left: works.length - plan.given.length,
    receivers: plan.receivers,
    isCut: found.length > SPREAD_MAX,
  }
}

/** Gives out what there is in a queue by the policy that holds; answers how much. */
export async function assignByPolicy(
  db: Kysely<Database>,
  queue: WorkQueue,
  { platform, config, now }: About & { now: () => Date },
): Promise<number> {
  let assigned = 0
  while (assigned < SPREAD_MAX) {
    const given = await db.transaction().execute(async (tx) => {
      // one at a time on a platform: two would each give people up to their limit
      await sql`select pg_advisory_xact_lock(hashtextextended(${`auto-assign:${platform}`}, 0))`.execute(tx)
      const { [queue]: policy, reassignsAbsent } = await autoPolicies(tx, { platform, config })
      const { way, most } = policy
      if (way === null) return null
      const absent = await absentOn(tx, platform, now())
      const receivers = await presentOf(tx, platform, queue, absent)
      if (receivers.every(({ open }) => open >= most)) return 0
      const wanted = { platform, queue, absent: reassignsAbsent ? absent : [], limit: BATCH }
      const works = await workOf(tx, wanted, true)
      const plan = await planWork(tx, works, receivers, { platform, queue, now: now(), way, most })
      await write(tx, queue, plan.given, { platform, way, now })
      return plan.given.length
    })
    if (given === null) return 0
    assigned += given
    if (given < BATCH) break
  }
  await noteRun(db, queue, { platform, assigned, at: now() })
  return assigned
}

/** Keeps what the run did, for the overview. */
async function noteRun(
  db: Kysely<Database>,
  queue: WorkQueue,
  { platform, assigned, at }: { platform: string; assigned: number; at: Date },
): Promise<void> {
  const { table, only } = SOURCES[queue]
  const last = assigned > 0 ? at : null
  await sql`insert into auto_assign_run (platform, queue, at, assigned, unassigned, last_assigned_at)
    select ${platform}, ${queue}, ${at}, ${assigned}, count(*)::int, ${last}::timestamptz from ${table} w
      where platform = ${platform} and ${only} and status = 'new' and manager_id is null
    on conflict (platform, queue) do update set at = excluded.at, assigned = excluded.assigned,
      unassigned = excluded.unassigned,
      last_assigned_at = coalesce(excluded.last_assigned_at, auto_assign_run.last_assigned_at)`.execute(db)
}

const IN_WORDS: Record<SpreadWay, string> = { even: 'evenly', load: 'by load', skill: 'by load and skill' }

async function write(
  tx: Transaction<Database>,
  queue: WorkQueue,
  given: readonly PlannedAssignment<Found>[],
  { platform, way, now }: { platform: string; way: SpreadWay; now: () => Date },
): Promise<void> {
  if (given.length === 0) return
  const { table, id, assigned, object } = SOURCES[queue]
  const pairs = given.map(({ work, to }) => ({ id: work.id, person: to.id }))
  const { rows } = await sql<{ id: string; version: string }>`update ${table} t
    set manager_id = g.person, version = t.version + 1 ${assigned(now())}
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as g (id ${id}, person text)
    where t.platform = ${platform} and t.id = g.id returning t.id::text as id, t.version::text as version`.execute(tx)
  const versions = new Map(rows.map((row) => [row.id, row.version]))
  const actor: Actor = {
    account: { ...NOBODY, id: ACTOR },
    origin: { address: null, appVersion: null },
    platform,
    now,
  }
  const entries = given.map(({ work, to }) => ({
    action: 'assign',
    object: { kind: object, id: work.id },
    version: versions.get(work.id) ?? '',
    before: { manager: work.from },
    after: { manager: to },
    reason: `Assigned by policy, ${IN_WORDS[way]}.`,
    ...(queue === 'accountAlert' && { alertIds: [work.id] }),
  }))
  await recordAll(tx, actor, entries)
}

/** Comes every minute, once for all instances. */
export function autoAssignWorker({
  db,
  config,
  now,
}: {
  db: Kysely<Database>
  config: Config
  now: () => Date
}): Worker<object> {
  return {
    name: 'auto-assign',
    cron: '* * * * *',
    async run() {
      for (const { name } of PLATFORMS) {
        for (const queue of WORK_QUEUES) await assignByPolicy(db, queue, { platform: name, config, now })
      }
    },
    // the next minute finds the same
    giveUp: async () => {},
  }
}
