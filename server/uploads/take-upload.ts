/** Ceilings on uploads by sender in a time window, counted in the database over all instances. */
import { sql } from 'kysely'
import { record, type Actor } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** Who uploads: a signed-in account, the link of a form, or the mail service. */
export interface Sender {
  kind: 'account' | 'link' | 'mail'
  /** Of the account or form; empty for mail. */
  id: string
}

/** The reservation for a body before it arrives. */
export interface Taken {
  since: Date
  bytes: number
}

type By = Actor & Pick<Context, 'db' | 'config'>

const MIB = 1024 * 1024
const MINUTE = 60_000

/**
 * Counts a body with one file, and `bytes` of it: more than that must not arrive. Throws a `Refusal` 413 for more than
 * the whole ceiling and 429 above the rest of it; the first refusal of a window is recorded in the audit.
 */
export async function takeUpload(by: By, sender: Sender, bytes: number): Promise<Taken> {
  const { db, config, now } = by
  const ceiling = config.uploads[sender.kind]
  const window = config.uploads.minutes * MINUTE
  const since = new Date(Math.floor(now().getTime() / window) * window)
  const who = nameOf(sender)
  if (bytes <= ceiling.bytes) {
    const taken = await db
      .insertInto('upload_use')
      .values({ who, since, bytes, files: 1, is_refused: false })
      .onConflict((conflict) =>
        conflict
          .columns(['who', 'since'])
          .doUpdateSet({ bytes: sql`upload_use.bytes + excluded.bytes`, files: sql`upload_use.files + 1` })
          .where(
            sql<boolean>`upload_use.bytes + excluded.bytes <= ${ceiling.bytes} and upload_use.files < ${ceiling.files}`,
          ),
      )
      .returning('files')
      .executeTakeFirst()
    if (taken?.files === 1) await db.deleteFrom('upload_use').where('since', '<', since).execute()
    if (taken) return { since, bytes }
  }
  await recordRefusal(by, sender, since)
  const most = `${ceiling.files} files and ${Math.floor(ceiling.bytes / MIB)} MiB in ${config.uploads.minutes} minutes`
  if (bytes > ceiling.bytes) throw new Refusal(413, `It is larger than all that may be uploaded: ${most}.`)
  const seconds = Math.max(1, Math.ceil((since.getTime() + window - now().getTime()) / 1000))
  const wait = `Try again in ${Math.ceil(seconds / 60)} minutes.`
  throw new Refusal(429, `No more than ${most} may be uploaded. ${wait}`, undefined, { 'retry-after': `${seconds}` })
}

/** Corrects the count of a body to what has arrived. */
export async function settleUpload(
  { db }: Pick<By, 'db'>,
  sender: Sender,
  taken: Taken,
  arrived: { bytes: number; files: number },
): Promise<void> {
  await db
    .updateTable('upload_use')
    .set({
      bytes: sql`bytes + ${arrived.bytes - taken.bytes}`,
      files: sql`files + ${Math.max(1, arrived.files) - 1}`,
    })
    .where('who', '=', nameOf(sender))
    .where('since', '=', taken.since)
    .execute()
}

const nameOf = ({ kind, id }: Sender): string => `${kind} ${id}`

/** Once for each sender and window: who goes on trying must not fill the audit. */
async function recordRefusal(by: By, sender: Sender, since: Date): Promise<void> {
  const who = nameOf(sender)
  await by.db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto('upload_use')
      .values({ who, since, bytes: 0, files: 0, is_refused: true })
      .onConflict((conflict) =>
        conflict.columns(['who', 'since']).doUpdateSet({ is_refused: true }).where('upload_use.is_refused', '=', false),
      )
      .returning(['bytes', 'files'])
      .executeTakeFirst()
    if (!first) return
    await record(tx, by, {
      action: 'refuse uploads',
      object: { kind: 'upload', id: who },
      after: { bytes: Number(first.bytes), files: first.files },
    })
  })
}
