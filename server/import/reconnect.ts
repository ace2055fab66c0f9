/** An import outlasts its database: what was interrupted is done again, and changes nothing where it had been done. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { isDatabaseGone } from '#server/store/pool.ts'

/** How long a database may be unreachable, and the retry interval, in milliseconds. */
const LIMITS = { away: 10 * 60_000, pause: 500 }

export interface ReconnectOptions {
  say: (line: string) => void
  limits?: typeof LIMITS
}

/** Does something that may be done twice, again and again until the database stays for it. */
export async function reconnecting<T>(
  db: Kysely<Database>,
  patience: ReconnectOptions,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      await untilBack(db, error, patience)
    }
  }
}

/** Waits until the database answers again; throws the error itself where it is about something else. */
export async function untilBack(
  db: Kysely<Database>,
  error: unknown,
  { say, limits = LIMITS }: ReconnectOptions,
): Promise<void> {
  if (!isDatabaseGone(error)) throw error
  say('The database does not answer: waiting for it')
  const deadline = Date.now() + limits.away
  while (Date.now() < deadline) {
    await pause(limits.pause)
    const isBack = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    if (isBack) return
  }
  const minutes = Math.round(limits.away / 60_000)
  throw new Error(
    `The database has not answered for ${minutes} minutes. Start the import again once it does: what is stored stays, and the rest is added.`,
    { cause: error },
  )
}
