/** The one pool of connections, and the query builder on it. */
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { Database } from './schema.ts'

export interface Store {
  /** Where it is, for a connection apart from the pool. */
  readonly url: string
  readonly db: Kysely<Database>
  readonly pool: Pool
  close(): Promise<void>
}

/** Connects lazily. `onError` hears of connections that broke while idle. */
export function openPool(
  url: string,
  { size = 16, onError }: { size?: number; onError?: (error: Error) => void } = {},
): Store {
  const pool = new Pool({
    connectionString: url,
    max: size,
    application_name: 'docket',
    // monitoring lays movements out in temporary tables; taken only by who fills them, and to be said before the first
    onConnect: async (client) => void (await client.query(`set temp_buffers = '64MB'`)),
  })
  // without a listener a connection that breaks while idle would end the process; the next query gets a new one
  pool.on('error', (error) => onError?.(error))
  // the pool stops listening to a connection while it is lent out, also between two statements of a transaction
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { url, db, pool, close: () => db.destroy() }
}
