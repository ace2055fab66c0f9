/** Deletes what nobody will ask for again, every ten minutes, by whichever instance takes the job. */
import type { Kysely } from 'kysely'
import type { FileStore } from '#server/documents/files.ts'
import { purge } from '#server/store/purge.ts'
import type { Database } from '#server/store/schema.ts'
import type { Worker } from './queue.ts'

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
