/** Deletes expired data in the order of expiry. */
import { sql, type Kysely, type SqlBool } from 'kysely'
import type { FileStore } from '#server/files/file-store.ts'
import { ATTEMPTS } from '#server/mail/mail-outbox.ts'
import type { Database } from '#server/schema/database.ts'
import { MARK_LIFE } from '#server/store/pages.ts'
import type { Worker } from '#server/tasks/queue.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Milliseconds from the end, sending, discarding or upload. */
export const RETENTION_PERIODS = {
  /** For investigating a sign-in; sign-ins stay in the audit. */
  endedSession: DAY,
  sentMail: 30 * DAY,
  /** Mail that every attempt failed on, with what went wrong. */
  failedMail: 90 * DAY,
  /** Answers to operations, for repeated requests: longer than the seven days that one waits unsent. */
  answeredKey: 30 * DAY,
  /** A customer's link to a form: late visitors are told that it has expired. */
  expiredFormLink: 90 * DAY,
  /** A file that was uploaded for a form and never named in one. */
  unnamedUpload: 7 * DAY,
  /** An object in the bucket whose upload was cut off: longer than any upload takes. */
  unfinishedUpload: HOUR,
  /** A number that a device gave up, where the device never did anything: it closes no gap. */
  idleTombstone: 90 * DAY,
} as const

/** The number of files that one transaction deletes. */
const FILES = 100

/**
 * Deletes ended sessions, unfinished sign-in codes, expired tickets and links to forms, paging marks, sent or abandoned
 * mail, answers to operations, and unreferenced uploads. Any instance may, at any time.
 */
export async function purge(db: Kysely<Database>, files: FileStore, now: Date): Promise<void> {
  const before = (kept: number) => new Date(now.getTime() - kept)
  await db
    .deleteFrom('session')
    .where(sql<SqlBool>`least(expires_at, revoked_at) < ${before(RETENTION_PERIODS.endedSession)}`)
    .execute()
  await db.deleteFrom('idempotency').where('at', '<', before(RETENTION_PERIODS.answeredKey)).execute()
  await db.deleteFrom('login_code').where('expires_at', '<', now).execute()
  await db.deleteFrom('ticket').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('customer_form_link')
    .where('expires_at', '<', before(RETENTION_PERIODS.expiredFormLink))
    .execute()
  await db.deleteFrom('page_mark').where('made_at', '<=', before(MARK_LIFE)).execute()
  await db.deleteFrom('mail').where('sent_at', '<', before(RETENTION_PERIODS.sentMail)).execute()
  await db
    .deleteFrom('mail')
    .where('sent_at', 'is', null)
    .where('attempts', '>=', ATTEMPTS)
    .where('due_at', '<', before(RETENTION_PERIODS.failedMail))
    .execute()
  while ((await purgeUploads(db, files, before(RETENTION_PERIODS.unnamedUpload))) === FILES) continue
  await files.sweep(before(RETENTION_PERIODS.unfinishedUpload))
}

/** Answers how many. */
async function purgeUploads(db: Kysely<Database>, files: FileStore, before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const unnamed = await tx
      .selectFrom('file as f')
      .select('f.id')
      .where('f.created_at', '<', before)
      .where('f.alert_id', 'is', null)
      .where('f.form_id', 'is', null)
      // files without an uploader belong to a form or an e-mail
      .where('f.created_by', 'is not', null)
      // shared contents belong to a customer's documents
      .where('f.stored_as', 'is', null)
      .where(sql<SqlBool>`not exists (select from customer_form q where q.file_id = f.id)`)
      .where(sql<SqlBool>`not exists (select from customer_document d where d.id = f.id)`)
      .limit(FILES)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id } of unnamed) {
      await files.remove(tx, id)
      await tx.deleteFrom('file').where('id', '=', id).execute()
    }
    return unnamed.length
  })
}

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
