/**
 * When something was due is kept as its clock stops: whether it was in time is counted later, also after a change of the
 * policy. Of what stopped before, it is set where all of its clock is on record (younger than that) and the policy was not
 * changed since; of the rest it is not known.
 */
import { sql, type Kysely } from 'kysely'
import { Calendar } from '#contract/model/business-hours/calendar.ts'
import { dueAt } from '#contract/model/business-hours/due.ts'
import { DEFAULT_BUSINESS_HOURS, type BusinessHoursPolicy } from '#contract/model/business-hours/policy.ts'
import type { WorkQueue } from '#contract/model/values.ts'
import { PLATFORMS } from '#contract/model/platform.ts'

const BATCH = 2000

const SOURCES = [
  {
    queue: 'case',
    table: sql`monitoring_case`,
    level: sql`case when hard_stop_count > 0 then 'hardstop' else 'alert' end`,
    id: sql`text`,
    which: sql`alert_count > 0`,
  },
  { queue: 'accountAlert', table: sql`alert`, level: sql`level`, id: sql`bigint`, which: sql`kind = 'account'` },
] as const satisfies readonly { queue: WorkQueue; [part: string]: unknown }[]

const INDEXES = [
  `create index case_in_time on monitoring_case (platform, finished_at) include (last_due_at, clock_stops, id)
    where finished_at is not null and last_due_at is not null`,
  `create index alert_in_time on alert (platform, resolved_at) include (last_due_at, clock_stops, id)
    where resolved_at is not null and last_due_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { table } of SOURCES) await sql`alter table ${table} add column last_due_at timestamptz`.execute(db)
  for (const { name } of PLATFORMS) await fill(db, name)
  for (const statement of INDEXES) await sql.raw(statement).execute(db)
}

async function fill(db: Kysely<unknown>, platform: string): Promise<void> {
  const kept = await sql<{ value: BusinessHoursPolicy; updated_at: Date }>`select value, updated_at from clock_policy
    where platform = ${platform}`.execute(db)
  const policy = kept.rows[0]?.value ?? DEFAULT_BUSINESS_HOURS
  const calendar = new Calendar(policy)
  for (const { queue, table, level, id, which } of SOURCES) {
    for (let last: string | null = null; ;) {
      const found: Found[] = await readBatch(last)
      await write(found)
      last = found.at(-1)?.id ?? null
      if (found.length < BATCH) break
    }

    async function readBatch(after: string | null): Promise<Found[]> {
      const { rows } = await sql<Found>`select id::text, ${level} as level, created_at, clock_stops from ${table}
        where platform = ${platform} and ${which} and cardinality(clock_stops) % 2 = 1
          and created_at >= (select timestamp::timestamptz from kysely_migration where name = '0245-due-dates')
          and clock_stops[cardinality(clock_stops)] >= ${kept.rows[0]?.updated_at ?? new Date(0)}
          ${after === null ? sql`` : sql`and id > ${after}::${id}`}
        order by id limit ${BATCH}`.execute(db)
      return rows
    }

    async function write(found: readonly Found[]): Promise<void> {
      const dated = found.flatMap(({ id: of, level: at, created_at, clock_stops }) => {
        const hours = policy.hours[queue][at]
        const history = { start: created_at.getTime(), pauses: clock_stops.slice(0, -1).map((stop) => stop.getTime()) }
        const due = hours === null ? null : dueAt(calendar, history, hours)
        return due === null ? [] : [{ id: of, due: new Date(Math.ceil(due / 1000) * 1000) }]
      })
      if (dated.length === 0) return
      await sql`update ${table} t set last_due_at = r.due
        from jsonb_to_recordset(${JSON.stringify(dated)}::jsonb) as r (id ${id}, due timestamptz)
        where t.platform = ${platform} and t.id = r.id`.execute(db)
    }
  }
}

interface Found {
  id: string
  level: 'alert' | 'hardstop'
  created_at: Date
  clock_stops: Date[]
}
