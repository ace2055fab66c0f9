/**
 * Work that goes on after the answer: jobs of pg-boss in a schema of their own on our PostgreSQL, so that any instance
 * takes them, each is run once, and what a crash interrupts is taken up again.
 */
import { CompiledQuery, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import PgBoss from 'pg-boss'
import type { Database } from '#server/store/schema.ts'

/** How a kind of job is done. Jobs are short, and being done twice must not hurt: `run` may be cut off anywhere. */
export interface Worker<Data extends object> {
  name: string
  /** Five fields, UTC: a job without data comes of itself at these moments, once for all instances. */
  cron?: string
  run: (data: Data) => Promise<void>
  /** Told once a job was tried often enough. */
  giveUp: (data: Data) => Promise<void>
}

const SCHEMA = 'pgboss'
/** A job that is silent for so long, in seconds, is taken to be lost with its process and tried again. */
const LOST_AFTER = 60
const RETRIES = 4
/** How long a stopping server lets jobs finish, in milliseconds. */
const PATIENCE = 10_000

export class TaskQueue {
  readonly #pool: Pool
  readonly #boss: PgBoss
  readonly #workers: readonly Worker<never>[]
  #opened: Promise<void> | undefined
  readonly #ids = new Map<string, string>()

  constructor(pool: Pool, log: Logger, workers: readonly Worker<never>[]) {
    // without values a text may hold several statements, which is how the schema is made
    this.#pool = pool
    const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) }
    this.#boss = new PgBoss({ db, schema: SCHEMA, maintenanceIntervalSeconds: 30 })
    this.#boss.on('error', (error) => log.warn({ err: error }, 'the task queue stumbled'))
    this.#workers = workers
  }

  /** Makes the schema and the queues where they are missing. */
  #open(): Promise<void> {
    this.#opened ??= this.#alone(async () => {
      await this.#boss.start()
      for (const { name } of this.#workers) {
        await this.#boss.createQueue(lost(name))
        await this.#boss.createQueue(name, {
          name,
          policy: 'standard',
          retryLimit: RETRIES,
          retryDelay: 1,
          retryBackoff: true,
          expireInSeconds: LOST_AFTER,
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
      this.#ids.set(name, await this.#boss.work(name, options, async ([job]) => job && run((job.data ?? {}) as never)))
      await this.#boss.work(lost(name), options, async ([job]) => job && giveUp((job.data ?? {}) as never))
    }
  }

  /** Puts a job into the queue with the transaction that asks for it: both happen or neither does. */
  async send(tx: Transaction<Database>, name: string, data: object): Promise<void> {
    await this.#open()
    const db = {
      executeSql: async (text: string, values: unknown[]) => {
        const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
        return { rows: rows as object[] }
      },
    }
    await this.#boss.send(name, data, { db })
  }

  /** Looks for jobs now rather than at the next turn; on this instance alone. */
  hurry(name: string): void {
    const id = this.#ids.get(name)
    if (id !== undefined) this.#boss.notifyWorker(id)
  }

  /** Lets the jobs under way finish. */
  async stop(): Promise<void> {
    if (this.#opened) await this.#boss.stop({ graceful: true, wait: true, timeout: PATIENCE, close: false })
  }
}

/** Where the jobs go that were tried often enough. */
const lost = (name: string) => `${name}.lost`
