/** The pools of connections, and the query builder on the one for everyday work. */
import { setTimeout as pause } from 'node:timers/promises'
import { PostgresDialect, type Kysely } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import type { Database } from '#server/schema/database.ts'
import { RetryingKysely } from './retrying-kysely.ts'

export interface Store {
  /** Its address, for a connection apart from the pools. */
  readonly url: string
  readonly db: Kysely<Database>
  readonly pool: Pool
  /** For exports alone: they keep a connection for as long as somebody reads, and must not take everybody's. */
  readonly exports: Pool
  /** Waits a moment for what is under way, then ends it. */
  close(): Promise<void>
}

export interface PoolOptions {
  size?: number
  /** Ends statements, and idle transactions, after this many milliseconds; without it none. */
  statementLimit?: number
  /** How long a request waits for a connection, in milliseconds. */
  connectionLimit?: number
  /** Hears of connections that broke while idle. */
  onError?: (error: Error) => void
}

const CONNECTION_LIMIT = 10_000
/** Exports that this instance writes at the same time. */
const EXPORTS = 4
/** How long a store that closes waits for the connections that are lent out, in milliseconds. */
const PATIENCE = 2000

/** Connects lazily. */
export function openPool(
  url: string,
  { size = 16, statementLimit = 0, connectionLimit = CONNECTION_LIMIT, onError }: PoolOptions = {},
): Store {
  const lent = new Set<PoolClient>()
  const open = (max: number, setting: string) => {
    const pool = new Pool({
      connectionString: url,
      max,
      application_name: 'docket',
      connectionTimeoutMillis: connectionLimit,
      onConnect: async (client) => void (await client.query(setting)),
    })
    // without a listener a connection that breaks while idle would end the process; the next query gets a new one
    pool.on('error', (error) => onError?.(error))
    // the pool stops listening to a connection while it is lent out, also between two statements of a transaction
    pool.on('connect', (client) => client.on('error', (error) => onError?.(error)))
    pool.on('acquire', (client) => lent.add(client))
    pool.on('release', (_, client) => lent.delete(client))
    return pool
  }
  // monitoring lays movements out in temporary tables; taken only by who fills them, and to be said before the first
  const settings = `set temp_buffers = '64MB'; set statement_timeout = ${statementLimit};
    set idle_in_transaction_session_timeout = ${statementLimit}`
  const pool = open(size, settings)
  const exports = open(EXPORTS, 'set statement_timeout = 0')
  const db = new RetryingKysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    const closed = Promise.all([db.destroy(), exports.end()])
    const patience = new AbortController()
    const late = pause(PATIENCE, undefined, { ref: false, signal: patience.signal })
      .then(async () => {
        // a client that is never returned would keep the pool from ending
        await Promise.all([...lent].map((client) => client.end()))
        await pause(PATIENCE, undefined, { ref: false })
      })
      .catch(() => undefined)
    await Promise.race([closed, late])
    patience.abort()
  }
  return { url, db, pool, exports, close }
}

/**
 * True if the database, and not the request, is why something failed: it cannot be reached, shuts down, starts, breaks a
 * connection off, has none free, or ends a statement for its time or for another one's sake. Sent again it may succeed.
 */
export function isDatabaseGone(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return GONE_CODES.test(code) || GONE_MESSAGES.test(message)
}

/** Of the system, and PostgreSQL's SQLSTATEs: connection exception, insufficient resources, operator intervention, deadlock. */
const GONE_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08...|53...|57...|40...|25P03)$/
/** Of the driver, which has no codes. */
const GONE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed|after calling end on the pool/
