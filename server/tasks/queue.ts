/**
 * Work that goes on after the answer: jobs of pg-boss in a schema of their own on our PostgreSQL, so that any instance
 * takes them, each is run once, and what a crash interrupts is resumed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import PgBoss from 'pg-boss'
import type { Job, JobKind } from '#contract/model/job.ts'
import { toStamp } from '#contract/model/common.ts'
import { PLATFORMS } from '#contract/model/platform.ts'
import { inJob, outsideScope } from '#server/core/log.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/schema/database.ts'
import { isDatabaseGone } from '#server/store/pool.ts'

/** How a kind of job is done. Jobs are short, and being done twice must not hurt: `run` may be cut off anywhere. */
export interface Worker<Data extends object> {
  name: string
  /** Five fields, UTC: a job without data comes of itself at these moments, once for all instances. */
  cron?: string
  run: (data: Data) => Promise<void>
  /** How often it is tried again after a failure; four times unless told. */
  retries?: number
  /** How long it may be silent before it is taken to be lost, in seconds; a minute unless told. */
  lostAfter?: number
  /** Told once a job was tried often enough. */
  giveUp: (data: Data) => Promise<void>
  /** Undoes what `giveUp` did, so that the job can be tried again; or says why it cannot. Without it nothing was done. */
  takeUp?: string | ((tx: Transaction<Database>, data: Data) => Promise<void>)
}

const SCHEMA = 'pgboss'
/** A job that is silent for so long, in seconds, is taken to be lost with its process and tried again. */
const LOST_AFTER = 60
const RETRIES = 4
/** How long a stopping server lets jobs finish, in milliseconds. */
const PATIENCE = 6000
/** How long the queue waits before it asks a database again that did not answer, in milliseconds. */
const PAUSE = 1000
const NEVER = new Promise<never>(() => {})

/** The result of an attempt at a job; `given up` after the last one. */
export type JobOutcome = 'done' | 'failed' | 'given up'

export class TaskQueue {
  readonly #pool: Pool
  readonly #log: Logger
  readonly #boss: PgBoss
  readonly #workers: readonly Worker<never>[]
  #opened: Promise<void> | undefined
  readonly #ids = new Map<string, string>()
  readonly #isOver = new AbortController()
  /** How often each outcome came, since this instance started. */
  readonly outcomes: { name: string; outcome: JobOutcome; count: number }[] = []

  constructor(pool: Pool, log: Logger, workers: readonly Worker<never>[]) {
    this.#pool = pool
    this.#log = log
    const db = { executeSql: (text: string, values?: unknown[]) => this.#query(text, values) }
    this.#boss = new PgBoss({ db, schema: SCHEMA, maintenanceIntervalSeconds: 30 })
    this.#boss.on('error', (error) => outsideScope(() => log.warn({ err: error }, 'the task queue stumbled')))
    this.#workers = workers
  }

  /** Makes the schema and the queues where they are missing. */
  #open(): Promise<void> {
    this.#opened ??= this.#alone(async () => {
      await this.#boss.start()
      for (const { name, retries = RETRIES, lostAfter = LOST_AFTER } of this.#workers) {
        await this.#boss.createQueue(lost(name))
        await this.#boss.createQueue(name, {
          name,
          policy: 'standard',
          retryLimit: retries,
          retryDelay: 1,
          retryBackoff: true,
          expireInSeconds: lostAfter,
          deadLetter: lost(name),
        })
      }
    })
    return this.#opened
  }

  /** One instance after the other: a queue is a table, and two that make them at once wait for each other for ever. */
  async #alone(run: () => Promise<void>): Promise<void> {
    const client = await this.#pool.connect()
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [SCHEMA])
      await run()
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [SCHEMA])
      client.release()
    }
  }

  /** Begins to take jobs, those that waited too. */
  async start(): Promise<void> {
    await this.#open()
    for (const { name, cron, run, giveUp } of this.#workers) {
      const options = { pollingIntervalSeconds: 2 }
      if (cron !== undefined) await this.#boss.schedule(name, cron)
      const id = await this.#boss.work(
        name,
        options,
        async ([job]) => job && inJob(name, job.id, () => this.#attempt(name, job.data, run)),
      )
      this.#ids.set(name, id)
      await this.#boss.work(lost(name), options, async ([job]) => {
        if (!job) return
        await inJob(name, job.id, () => {
          this.#log.error('a job was given up after several attempts')
          this.#count(name, 'given up')
          return giveUp((job.data ?? {}) as never)
        })
      })
    }
  }

  async #attempt(name: string, data: unknown, run: (data: never) => Promise<void>): Promise<void> {
    try {
      await run((data ?? {}) as never)
      this.#count(name, 'done')
    } catch (error) {
      this.#log.error({ err: error }, 'a job failed')
      this.#count(name, 'failed')
      throw error
    }
  }

  #count(name: string, outcome: JobOutcome): void {
    const known = this.outcomes.find((each) => each.name === name && each.outcome === outcome)
    if (known) known.count += 1
    else this.outcomes.push({ name, outcome, count: 1 })
  }

  /**
   * Asks until the database answers or the queue stops: pg-boss notes what became of a job without waiting for that to
   * succeed, so that a failure of it would end the process. Without values a text may hold several statements, which is
   * how the schema is made.
   */
  async #query(text: string, values?: unknown[]): Promise<{ rows: object[] }> {
    const { signal } = this.#isOver
    for (;;) {
      try {
        return await this.#pool.query(text, values)
      } catch (error) {
        // the pool is closed: pg-boss would take any answer for a count or for jobs, and nothing waits for one any more
        if (signal.aborted) return NEVER
        if (!isDatabaseGone(error)) throw error
        this.#log.warn({ err: error }, 'the task queue waits for the database')
        await pause(PAUSE, undefined, { ref: false })
      }
    }
  }

  /** Puts a job into the queue with the transaction that asks for it: both happen or neither does. */
  async send(tx: Transaction<Database>, name: string, data: object): Promise<void> {
    await this.#open()
    await this.#boss.send(name, data, { db: within(tx) })
  }

  /** Looks for jobs now rather than at the next turn; on this instance alone. */
  hurry(name: string): void {
    const id = this.#ids.get(name)
    if (id !== undefined) this.#boss.notifyWorker(id)
  }

  /**
   * How the queue is: each kind of job, with counts over the whole server, and of the jobs of these platforms or of none
   * those that failed, are under way, wait, or were done last.
   */
  async overview(platforms: readonly string[]): Promise<{ kinds: JobKind[]; items: Job[] }> {
    await this.#open()
    const names = this.#workers.map(({ name }) => name)
    const [counts, rows] = await Promise.all([
      this.#pool.query<CountRow>(COUNTS, [names]),
      this.#pool.query<JobRow>(LATEST, [names, MOST_LISTED, platforms]),
    ])
    const kinds = this.#workers.map(({ name, cron }) => {
      const row = counts.rows.find((one) => one.name === name)
      return {
        name,
        cron: cron ?? null,
        waiting: row?.waiting ?? 0,
        active: row?.active ?? 0,
        failed: row?.failed ?? 0,
        lastDone: row?.last_done ? toStamp(row.last_done) : null,
      }
    })
    return { kinds, items: rows.rows.map((row) => this.#toJob(row, platforms)) }
  }

  #toJob(row: JobRow, platforms: readonly string[]): Job {
    const worker = this.#workers.find(({ name }) => name === row.name)
    return {
      id: row.id,
      name: row.name,
      state: row.state,
      createdAt: toStamp(row.created_on),
      startedAt: row.started_on && toStamp(row.started_on),
      endedAt: row.completed_on && toStamp(row.completed_on),
      retries: row.retry_count,
      message: row.message,
      refusal: whyNotRetry(worker, row, platforms),
    }
  }

  /**
   * Retries an abandoned job, in the transaction of its audit entry; returns its platform. `platforms` are those of the
   * caller.
   */
  async retry(
    tx: Transaction<Database>,
    { name, id, platforms }: { name: string; id: string; platforms: readonly string[] },
  ): Promise<string | null> {
    await this.#open()
    const worker = this.#workers.find((each) => each.name === name)
    const { rows } = await sql<Pick<JobRow, 'state' | 'platform'> & { data: object | null }>`select state::text, data,
        ${sql.raw(PLATFORM_OF)} as platform
      from ${sql.table(`${SCHEMA}.job`)} as j where name = ${name} and id::text = ${id} for update of j`.execute(tx)
    const [row] = rows
    if (!worker || !row || (row.platform !== null && !platforms.includes(row.platform)))
      throw new Refusal(404, `There is no job ${id} of ${name}.`)
    const why = whyNotRetry(worker, row, platforms)
    if (why !== null) throw new Refusal(why === OF_ALL ? 403 : 409, why)
    if (typeof worker.takeUp === 'function') await worker.takeUp(tx, (row.data ?? {}) as never)
    await this.#boss.retry(name, id, { db: within(tx) })
    return row.platform
  }

  /** Lets the jobs under way finish, for `patience` in milliseconds; others run again after the next start. */
  async stop(patience = PATIENCE): Promise<void> {
    if (this.#opened) await this.#boss.stop({ graceful: true, wait: true, timeout: patience, close: false })
    this.#isOver.abort()
  }
}

/** pg-boss on the connection of a transaction. */
const within = (tx: Transaction<Database>) => ({
  executeSql: async (text: string, values: unknown[]) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows: rows as object[] }
  },
})

/** The maximum number of listed jobs. */
const MOST_LISTED = 200

interface CountRow {
  name: string
  waiting: number
  active: number
  failed: number
  last_done: Date | null
}
// finished jobs move to the archive after some hours
const COUNTS = `select name, count(*) filter (where state in ('created', 'retry'))::int as waiting,
    count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'failed')::int as failed,
    max(completed_on) filter (where state = 'completed') as last_done
  from (select name, state, completed_on from ${SCHEMA}.job where name = any($1)
    union all select name, state, completed_on from ${SCHEMA}.archive where name = any($1) and state = 'completed') as j
  group by name`

interface JobRow {
  id: string
  name: string
  state: Job['state']
  created_on: Date
  started_on: Date | null
  completed_on: Date | null
  retry_count: number
  message: string | null
  /** Null for what is done for all. */
  platform: string | null
}
/** The platform of job `j`, from its data. */
const PLATFORM_OF = `coalesce(j.data ->> 'platform',
    (select t.platform from task t where t.uuid = nullif(j.data ->> 'task', '')::uuid),
    (select r.platform from rule r where r.id = nullif(j.data ->> 'ruleId', '')::bigint))`
const LATEST = `select id::text, name, state::text, created_on, started_on, completed_on, retry_count,
    case when state in ('failed', 'retry') then output ->> 'message' end as message, ${PLATFORM_OF} as platform
  from ${SCHEMA}.job as j where name = any($1) and (${PLATFORM_OF} is null or ${PLATFORM_OF} = any($3))
  order by state <> 'failed', state in ('completed', 'cancelled'), coalesce(completed_on, created_on) desc, id limit $2`

const OF_ALL = 'This job concerns all platforms: only a person with access to all of them can retry it.'

function whyNotRetry(
  worker: Worker<never> | undefined,
  { state, platform }: Pick<JobRow, 'state' | 'platform'>,
  platforms: readonly string[],
): string | null {
  if (!worker) return 'This version does not run such jobs.'
  if (state !== 'failed') return 'It did not fail.'
  if (platform === null && PLATFORMS.some(({ name }) => !platforms.includes(name))) return OF_ALL
  return typeof worker.takeUp === 'string' ? worker.takeUp : null
}

/** The queue of jobs that failed too often. */
const lost = (name: string) => `${name}.lost`
