/** Whether the database answers, told within a second whatever the pool of connections does. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/schema/database.ts'

/** The timeout of the database, in milliseconds. */
const LIMIT = 900

/** Throws where it does not answer. Everybody who asks at the same time shares one query: asking often costs nothing. */
export function readiness(db: Kysely<Database>): () => Promise<void> {
  let asked: Promise<unknown> | undefined
  return async () => {
    asked ??= sql`select 1`.execute(db).finally(() => (asked = undefined))
    const patience = new AbortController()
    const late = pause(LIMIT, undefined, { ref: false, signal: patience.signal }).then(() => {
      throw new Refusal(503, 'The database does not answer in time.', undefined, { 'retry-after': '2' })
    })
    try {
      await Promise.race([asked, late])
    } finally {
      patience.abort()
      late.catch(() => undefined)
    }
  }
}
