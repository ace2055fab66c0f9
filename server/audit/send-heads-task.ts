/** Signs the head of the audit every hour, and sends it every night if AUDIT_HEADS is set. */
import type { Kysely } from 'kysely'
import { fileURLToPath } from 'node:url'
import type { Config } from '#server/core/config.ts'
import { post } from '#server/mail/mail-outbox.ts'
import type { Database } from '#server/schema/database.ts'
import type { Db } from '#server/store/sql.ts'
import type { Worker } from '#server/tasks/queue.ts'
import { headsFile, keepHead, signingKey, addHead, type SignedHead } from './heads.ts'

/** The timeout of a service, in milliseconds. */
const TIME = 30_000

/** Throws if the head did not arrive; mail counts as arrived once it is in the outbox. */
async function sendHead(db: Db, target: string, head: SignedHead, now: Date): Promise<void> {
  const url = new URL(target)
  if (url.protocol === 'file:') return addHead(fileURLToPath(url), head)
  if (url.protocol === 'mailto:') {
    const subject = `Docket: signed head of the audit, ${head.n} entries`
    const text = `Keep this line; "npm run audit -- --heads FILE" holds the audit against it.\n\n${JSON.stringify(head)}\n`
    await post(db, { platform: '', to: decodeURIComponent(url.pathname), subject, text, attachment: null }, now)
    return
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(head),
    redirect: 'error',
    signal: AbortSignal.timeout(TIME),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`AUDIT_HEADS answers ${response.status}.`)
}

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
