/** Deletes expired data in the order of expiry. */
import { sql, type Kysely, type SqlBool } from 'kysely'
import type { FileStore } from '#server/files/file-store.ts'
import { ATTEMPTS } from '#server/mail/mail-outbox.ts'
import type { Database } from '#server/schema/database.ts'
import { MARK_LIFE } from '#server/store/paging.ts'
import { KEPT } from './policy.ts'

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
    .where(sql<SqlBool>`least(expires_at, revoked_at) < ${before(KEPT.endedSession)}`)
    .execute()
  await db.deleteFrom('idempotency').where('at', '<', before(KEPT.answeredKey)).execute()
  await db.deleteFrom('login_code').where('expires_at', '<', now).execute()
  await db.deleteFrom('ticket').where('expires_at', '<', now).execute()
  await db.deleteFrom('customer_form_link').where('expires_at', '<', before(KEPT.expiredFormLink)).execute()
  await db.deleteFrom('page_mark').where('made_at', '<=', before(MARK_LIFE)).execute()
  await db.deleteFrom('mail').where('sent_at', '<', before(KEPT.sentMail)).execute()
  await db
    .deleteFrom('mail')
    .where('sent_at', 'is', null)
    .where('attempts', '>=', ATTEMPTS)
    .where('due_at', '<', before(KEPT.failedMail))
    .execute()
  while ((await purgeUploads(db, files, before(KEPT.unnamedUpload))) === FILES) continue
  await files.sweep(before(KEPT.unfinishedUpload))
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
