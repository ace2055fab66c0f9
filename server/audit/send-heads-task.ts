/** Signs the head of the audit every hour, and sends it every night if AUDIT_HEADS is set. */
import type { Kysely } from 'kysely'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/schema/database.ts'
import type { Worker } from '#server/tasks/queue.ts'
import { headsFile, keepHead, signingKey } from './heads.ts'
import { sendHead } from './send-head.ts'

interface Surroundings {
  db: Kysely<Database>
  config: Pick<Config, 'audit' | 'dataDir'>
  now: () => Date
}

export function signHeadWorker({ db, config, now }: Surroundings): Worker<object> {
  return {
    name: 'audit-head',
    cron: '0 * * * *',
    run: async () =>
      void (await keepHead(db, await signingKey(config.audit.keyFile), headsFile(config.dataDir), now())),
    // the next hour signs what is there then
    giveUp: async () => {},
  }
}

export function sendHeadWorker({ db, config, now }: Surroundings): Worker<object> {
  return {
    name: 'audit-head-sent',
    cron: '40 3 * * *',
    async run() {
      const { heads, keyFile } = config.audit
      if (heads === undefined) return
      const head = await keepHead(db, await signingKey(keyFile), headsFile(config.dataDir), now())
      await sendHead(db, heads, head, now())
    },
    // the queue has logged it; the next night sends a later head, which vouches for these entries too
    giveUp: async () => {},
  }
}
