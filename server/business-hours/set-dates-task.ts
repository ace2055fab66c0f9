/** Updates the due dates of open work in batches: after a change of the policy, and for a database without them. */
import { sql, type Kysely } from 'kysely'
import { WORK_QUEUES, type WorkQueue } from '#contract/model/values.ts'
import { PLATFORMS } from '#contract/model/platform.ts'
import type { Database } from '#server/schema/database.ts'
import type { Db } from '#server/store/sql.ts'
import type { TaskQueue, Worker } from '#server/tasks/queue.ts'
import {
  businessHoursFor,
  dueDates,
  dueInputOfAlert,
  dueInputOfCase,
  type BusinessHours,
  type DueInput,
} from './due-dates.ts'

export const SET_DUE_DATES = 'set-due-dates'

/** Rows that are read and written at a time. */
const BATCH = 2000
/** Batches that one job does before it hands on: well within the time after which a job counts as lost. */
const SLICE = 20

interface Job {
  /** All of them, where it is not told. */
  platform?: string
  queue?: WorkQueue
  /** The last processed id. */
  after?: string
}

interface Surroundings {
  db: Kysely<Database>
  queue: () => TaskQueue
}

export function setDueDatesWorker({ db, queue: jobs }: Surroundings): Worker<Job> {
  const send = (all: readonly Job[]) =>
    db.transaction().execute(async (tx) => {
      for (const job of all) await jobs().send(tx, SET_DUE_DATES, job)
    })
  return {
    name: SET_DUE_DATES,
    async run({ platform, queue = 'case', after = '' }) {
      if (platform === undefined) {
        const lacking: Job[] = []
        for (const { name } of PLATFORMS) if (await lacksDates(db, name)) lacking.push({ platform: name })
        await send(lacking)
      } else {
        const last = await setDueDates(db, platform, { queue, after, batches: SLICE })
        const next = WORK_QUEUES[WORK_QUEUES.indexOf(queue) + 1]
        if (last !== null) await send([{ platform, queue, after: last }])
        else if (next) await send([{ platform, queue: next }])
      }
      jobs().hurry(SET_DUE_DATES)
    },
    // the next change of the policy, or the next start, asks for all of it again
    giveUp: async () => {},
  }
}

/** True if there is open work without a date that the policy gives one. */
async function lacksDates(db: Kysely<Database>, platform: string): Promise<boolean> {
  const { policy } = await businessHoursFor(db, platform)
  for (const queue of WORK_QUEUES) {
    const levels = Object.entries(policy.hours[queue]).flatMap(([level, hours]) => (hours === null ? [] : [level]))
    const { rows } = await sql`${SOURCES[queue].running(platform)} and due_at is null
      and ${SOURCES[queue].level} = any(${levels}) limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

export interface Row {
  id: string
  status: string
  created_at: Date
  due_pauses: Date[]
  level: 'alert' | 'hardstop'
  hard_stop_count: number
  alert_count: number
  due_at: Date | null
  due_soon_at: Date | null
}

const LEVEL_OF_CASE = sql`case when hard_stop_count > 0 then 'hardstop' else 'alert' end`

/** The table of a queue, and the fields that its due dates depend on. */
const SOURCES = {
  case: {
    table: sql`monitoring_case`,
    id: sql`text`,
    none: '',
    level: LEVEL_OF_CASE,
    running: (platform: string) => sql`select id, status, created_at, due_pauses, hard_stop_count, alert_count,
      due_at, due_soon_at from monitoring_case where platform = ${platform} and status = 'new' and alert_count > 0`,
    dueInput: (row: Row): DueInput => dueInputOfCase(row),
  },
  accountAlert: {
    table: sql`alert`,
    id: sql`bigint`,
    none: '0',
    level: sql`level`,
    running: (platform: string) => sql`select id, status, created_at, due_pauses, level, due_at, due_soon_at
      from alert where platform = ${platform} and kind = 'account' and status in ('new', 'in_progress')`,
    dueInput: (row: Row): DueInput => dueInputOfAlert(row),
  },
} as const

/** The open work of a queue that is not paused, in the order of its ids, a batch after the last one. */
export async function batchOf(tx: Db, platform: string, queue: WorkQueue, last: string | null): Promise<Row[]> {
  const { running, id, none } = SOURCES[queue]
  const batch = sql<Row>`${running(platform)} and id > ${last ?? none}::${id} order by id limit ${BATCH}`
  return (await batch.execute(tx)).rows
}

export const dueInputOf = (queue: WorkQueue, row: Row): DueInput => SOURCES[queue].dueInput(row)

/** Processes a number of batches; returns the last id if there are more. */
export async function setDueDates(
  db: Kysely<Database>,
  platform: string,
  { queue, after = '', batches = Infinity }: { queue: WorkQueue; after?: string; batches?: number },
): Promise<string | null> {
  let last = after || null
  for (let n = 0; n < batches; n += 1) {
    const rows = await db.transaction().execute(async (tx) => {
      const businessHours = await businessHoursFor(tx, platform)
      const found = await batchOf(tx, platform, queue, last)
      await writeDates(tx, platform, queue, found, businessHours)
      return found
    })
    last = rows.at(-1)?.id ?? last
    if (rows.length < BATCH) return null
  }
  return last
}

/** Writes differences. A row that was paused or resumed meanwhile has its date from that change. */
async function writeDates(
  db: Db,
  platform: string,
  queue: WorkQueue,
  rows: readonly Row[],
  businessHours: BusinessHours,
): Promise<void> {
  const { table, id, dueInput } = SOURCES[queue]
  const changed = rows.flatMap((row) => {
    const dates = dueDates(businessHours, queue, dueInput(row))
    const isSame = +(dates.due_at ?? 0) === +(row.due_at ?? 0) && +(dates.due_soon_at ?? 0) === +(row.due_soon_at ?? 0)
    return isSame ? [] : [{ id: row.id, pauses: row.due_pauses.length, was: row.due_at, ...dates }]
  })
  if (changed.length === 0) return
  await sql`update ${table} t set due_at = r.due_at, due_soon_at = r.due_soon_at
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as r (id ${id}, pauses int, was timestamptz, due_at timestamptz, due_soon_at timestamptz)
    where t.id = r.id and t.platform = ${platform} and cardinality(t.due_pauses) = r.pauses
      and t.due_at is not distinct from r.was`.execute(db)
}
