/** Logs every night the sequence numbers of devices that never arrived: waiting or lost decisions. */
import type { Kysely } from 'kysely'
import { RETENTION_PERIODS } from '#server/retention/purge.ts'
import type { Database } from '#server/schema/database.ts'
import type { Worker } from '#server/tasks/queue.ts'
import { allSequenceGaps, forgetIdleSequenceNumbers, gapLine } from './sequence-gaps.ts'

/** The maximum number of named ones; `npm run audit` names them all. */
const NAMED = 100

type Say = (fields: object, text: string) => void

interface Surroundings {
  db: Kysely<Database>
  log: { warn: Say; info: Say }
  now: () => Date
}

export function sequenceGapsWorker({ db, log, now }: Surroundings): Worker<object> {
  return {
    name: 'gaps',
    cron: '20 3 * * *',
    async run() {
      await forgetIdleSequenceNumbers(db, new Date(now().getTime() - RETENTION_PERIODS.idleTombstone))
      const gaps = await allSequenceGaps(db)
      for (const gap of gaps.slice(0, NAMED)) log.warn(gap, gapLine(gap))
      const text = 'looked for numbers of devices that never came'
      log.info({ gaps: gaps.length, named: Math.min(gaps.length, NAMED) }, text)
    },
    // the next night finds the same and more
    giveUp: async () => {},
  }
}
