/** Deletes expired data every ten minutes, in the instance that takes the job. */
import type { Kysely } from 'kysely'
import type { FileStore } from '#server/files/file-store.ts'
import type { Database } from '#server/schema/database.ts'
import type { Worker } from '#server/tasks/queue.ts'
import { purge } from './purge.ts'

export const PURGE = 'purge'

export function purgeWorker(given: { db: Kysely<Database>; files: FileStore; now: () => Date }): Worker<object> {
  return {
    name: PURGE,
    cron: '*/10 * * * *',
    run: () => purge(given.db, given.files, given.now()),
    // the next time finds the same and more
    giveUp: async () => {},
  }
}
