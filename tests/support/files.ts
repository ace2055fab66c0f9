/** Files for tests. */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fileStore } from '#server/files/file-store.ts'
import type { Database } from '#server/schema/database.ts'

export interface NewFile {
  /** The uploader; `analyst` by default. */
  by?: string
  /** The object that refers to it; without one the file is the uploader's alone. */
  alertId?: string | undefined
  formId?: string
}

/** Adds a text file on `paxum`; returns its id. */
export function filesIn(db: Kysely<Database>) {
  return async ({ by = 'analyst', alertId, formId }: NewFile = {}): Promise<string> => {
    const id = randomUUID()
    const named = { alert_id: alertId ?? null, form_id: formId ?? null }
    const file = { id, platform: 'paxum', name: 'x.txt', type: 'text/plain', size: 1, created_by: by, ...named }
    const files = fileStore({ db, config: { files: { bucket: undefined } } })
    await files.keep([{ id, bytes: Buffer.from('x') }], (tx) => tx.insertInto('file').values(file).execute())
    return id
  }
}
