import type { Kysely } from 'kysely'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/schema/database.ts'
import type { Worker } from '#server/tasks/queue.ts'
import { byItself, READ_EMAIL, setAside, takeIn } from './receive.ts'

interface Given {
  db: Kysely<Database>
  config: Config
  now: () => Date
}

/** With waiting times that double, more than an hour of a scanner that does not answer. */
const RETRIES = 12
/** Twenty attachments, each with half a minute of the scanner, in seconds. */
const LOST_AFTER = 900

/** Takes in an e-mail that was stored; one that cannot be processed waits on the list of unmatched ones. */
export function readEmailWorker(given: Given): Worker<{ id: string }> {
  const by = byItself(given)
  return {
    name: READ_EMAIL,
    retries: RETRIES,
    lostAfter: LOST_AFTER,
    run: async ({ id }) => void (await takeIn(by, id)),
    giveUp: ({ id }) => setAside(by, id),
    takeUp: async (tx, { id }) => {
      const letter = tx.updateTable('inbound_letter').set({ status: 'received', reason: null })
      await letter.where('id', '=', id).where('status', '=', 'unmatched').execute()
    },
  }
}
