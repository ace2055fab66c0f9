/** A rate limit of attempts without a session by address, counted in the database over all instances. */
import { sql, type Kysely } from 'kysely'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/schema/database.ts'

/** Counts an attempt of this minute; throws 429 above `limit`. Deletes counts older than an hour. */
export async function countAttempt(db: Kysely<Database>, who: string, limit: number, now: Date): Promise<void> {
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
  const { count } = await db
    .insertInto('attempt')
    .values({ who, minute, count: 1 })
    .onConflict((conflict) => conflict.columns(['who', 'minute']).doUpdateSet({ count: sql`attempt.count + 1` }))
    .returning('count')
    .executeTakeFirstOrThrow()
  if (count === 1) {
    await db
      .deleteFrom('attempt')
      .where('minute', '<', new Date(now.getTime() - 3_600_000))
      .execute()
  }
  if (count > limit) throw new Refusal(429, 'Too many attempts: wait a minute.', undefined, { 'retry-after': '60' })
}
