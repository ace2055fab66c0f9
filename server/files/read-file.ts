/** Gives out a file that was found, and records it where it is part of a SAR. */
import { record, type Actor } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { downloadOf } from './download.ts'
import { fileStore } from './file-store.ts'
import type { FoundFile } from './queries.ts'

/** The file as a download; 404 if its content is missing. */
export async function readFile(context: Pick<Context, 'db' | 'config'> & Actor, file: FoundFile): Promise<Response> {
  const bytes = await bytesOf(context, file.id)
  if (!bytes) throw noFile(file.id)
  if (file.isSar) await recordReading(context, file.formId ?? '', file.platform, { file: file.name })
  return downloadOf(file, bytes)
}

/** The content of a file, possibly shared with another; undefined if missing. */
export async function bytesOf(
  context: Pick<Context, 'db' | 'config'>,
  id: string,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const row = await context.db.selectFrom('file').select('stored_as').where('id', '=', id).executeTakeFirst()
  return fileStore(context).get(row?.stored_as ?? id)
}

/** The audit's action for reading SAR material. */
export const READ_FORM = 'read form'

/** Reading SAR material writes an audit entry. */
export async function recordReading(
  context: Pick<Context, 'db'> & Actor,
  formId: string,
  platform: string,
  what: object,
): Promise<void> {
  const entry = { action: READ_FORM, object: { kind: 'form', id: formId }, platform, after: what }
  await context.db.transaction().execute((tx) => record(tx, context, entry))
}

export const noFile = (id: string) => new Refusal(404, `There is no file ${id} here.`)
