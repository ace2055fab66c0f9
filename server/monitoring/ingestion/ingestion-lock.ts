/** Whose turn it is: batches of one platform are stored and judged one after the other, whoever sends them. */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { PLATFORMS } from '#contract/model/platform.ts'
import type { Database } from '#server/schema/database.ts'

/** The advisory locks: of who stores a batch, to its being judged, and of who judges one, to its end. */
type Stage = 'store' | 'judge'

function lockOf(stage: Stage, platform: RawBuilder<string>): RawBuilder<unknown> {
  return sql`hashtextextended(${`ingest:${stage}:`}::text || ${platform}, 0)`
}

/**
 * Runs `work` in a database transaction when nobody else stores a batch of the platform. Once it has stored what it
 * needs no others for, it asks for its turn to judge: it gets that when the batch before has ended, whose rows it then
 * sees, and the next one is stored meanwhile. So there are two at most, and none overtakes.
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
    // of the session, as it is let go before the transaction ends
    await sql`select pg_advisory_lock(${lock('store')})`.execute(connection)
    try {
      return await connection.transaction().execute((trx) =>
        work(trx, async () => {
          await sql`select pg_advisory_xact_lock(${lock('judge')})`.execute(trx)
          await letNext(trx)
        }),
      )
    } finally {
      // a connection that broke holds nothing, and what broke it is what is told
      if (isStoring) await letNext(connection).catch(() => undefined)
    }
  })
}

/** Whether no batch is being judged; asks and holds nothing. */
export async function isNobodyJudging(db: Kysely<Database>): Promise<boolean> {
  const names = PLATFORMS.map(({ name }) => name)
  const { rows } = await sql<{ quiet: boolean }>`
    select bool_and(pg_try_advisory_xact_lock_shared(${lockOf('judge', sql`platform`)})) as quiet
    from unnest(${names}::text[]) as platform`.execute(db)
  return rows[0]?.quiet ?? true
}
