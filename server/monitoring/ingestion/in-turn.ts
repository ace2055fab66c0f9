/** The order of batches: those of one platform are stored and evaluated one after the other. */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { PLATFORMS } from '#contract/model/platform.ts'
import type { Database } from '#server/schema/database.ts'

/** The advisory locks: one from storing to evaluation, one from evaluation to the end. */
type Stage = 'store' | 'judge'

function lockOf(stage: Stage, platform: RawBuilder<string>): RawBuilder<unknown> {
  return sql`hashtextextended(${`ingest:${stage}:`}::text || ${platform}, 0)`
}

/**
 * Runs `work` in a database transaction when nobody else stores a batch of the platform. After storing, it waits for
 * its turn to evaluate, until the previous batch has committed, whose rows it then sees; meanwhile the next one is
 * stored. So at most two batches run, in order.
 */
export async function inTurn<T>(
  db: Kysely<Database>,
  platform: string,
  work: (trx: Transaction<Database>, turn: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const lock = (stage: Stage) => lockOf(stage, sql`${platform}::text`)
  return await db.connection().execute(async (connection) => {
    let isStoring = true
    const letNext = async (on: Kysely<Database>) => {
      await sql`select pg_advisory_unlock(${lock('store')})`.execute(on)
      isStoring = false
    }
    // a session lock, since it is released before the transaction ends
    await sql`select pg_advisory_lock(${lock('store')})`.execute(connection)
    try {
      return await connection.transaction().execute((trx) =>
        work(trx, async () => {
          await sql`select pg_advisory_xact_lock(${lock('judge')})`.execute(trx)
          await letNext(trx)
        }),
      )
    } finally {
      // a broken connection holds no lock, and its cause is what is thrown
      if (isStoring) await letNext(connection).catch(() => undefined)
    }
  })
}

/** True if no batch is being evaluated; takes no lock. */
export async function isEvaluationIdle(db: Kysely<Database>): Promise<boolean> {
  const names = PLATFORMS.map(({ name }) => name)
  const { rows } = await sql<{ quiet: boolean }>`
    select bool_and(pg_try_advisory_xact_lock_shared(${lockOf('judge', sql`platform`)})) as quiet
    from unnest(${names}::text[]) as platform`.execute(db)
  return rows[0]?.quiet ?? true
}
