/** Looks through the whole chain of the audit, a part at a time, and holds it against the signed heads. */
import type { Kysely, Transaction } from 'kysely'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/schema/database.ts'
import type { TaskQueue, Worker } from '#server/tasks/queue.ts'
import { AT_START, type VerificationProgress } from './audit.ts'
import { examinePart } from './examine-chain.ts'
import { headsFile, readHeads, verifyingKey, type ReadHeads } from './heads.ts'

export const CHECK_CHAIN = 'audit-check'

/** The duration of one job, in milliseconds: well below the job timeout. */
const TURN = 20_000

interface Job {
  check: string
}

interface Surroundings {
  db: Kysely<Database>
  config: Pick<Config, 'audit' | 'dataDir'>
  now: () => Date
  queue: () => TaskQueue
  /** The duration of one job, in milliseconds. */
  turn?: number
}

/** The heads that this server signed, as far as their signatures hold. */
export async function signedHeads({ audit, dataDir }: Pick<Config, 'audit' | 'dataDir'>): Promise<ReadHeads> {
  const key = await verifyingKey(audit.keyFile)
  return key ? readHeads(headsFile(dataDir), key) : { heads: [], faults: [] }
}

export function checkChainWorker({ db, config, now, queue, turn = TURN }: Surroundings): Worker<Job> {
  return {
    name: CHECK_CHAIN,
    async run({ check }) {
      const row = await db
        .selectFrom('audit_check')
        .select(['count', 'hash'])
        .where('id', '=', check)
        .where('status', '=', 'running')
        .executeTakeFirst()
      if (!row) return
      const from: VerificationProgress = row.hash ? { count: Number(row.count), head: row.hash } : AT_START
      const begun = performance.now()
      const { heads, faults } = await signedHeads(config)
      const part = await examinePart(db, heads, { from, isEnough: () => performance.now() - begun > turn })
      const { count, head: hash } = part.along
      const wrong = [...(part.examined?.fault ? [part.examined.fault.text] : []), ...faults]
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('audit_check')
          .set({
            count,
            hash,
            ...(part.examined && {
              status: wrong.length > 0 ? ('faulty' as const) : ('whole' as const),
              faults: wrong,
              heads: heads.length,
              ended_at: now(),
            }),
          })
          .where('id', '=', check)
          .execute()
        if (!part.examined) await queue().send(tx, CHECK_CHAIN, { check } satisfies Job)
      })
      if (!part.examined) queue().hurry(CHECK_CHAIN)
    },
    giveUp: async ({ check }) => {
      await setStatus(db, check, { from: 'running', to: 'failed', ended: now() })
    },
    takeUp: (tx, { check }) => setStatus(tx, check, { from: 'failed', to: 'running', ended: null }),
  }
}

async function setStatus(
  db: Kysely<Database> | Transaction<Database>,
  check: string,
  { from, to, ended }: { from: 'running' | 'failed'; to: 'running' | 'failed'; ended: Date | null },
): Promise<void> {
  await db
    .updateTable('audit_check')
    .set({ status: to, ended_at: ended })
    .where('id', '=', check)
    .where('status', '=', from)
    .execute()
}
