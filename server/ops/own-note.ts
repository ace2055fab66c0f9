/** A note under the id of the operation that wrote it. */
import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import type { Tx } from './effect.ts'

/** Keys belong to an account, ids of notes do not: if another account has used the same one, the note gets a new id. */
export async function insertOwnNote(tx: Tx, note: Insertable<Database['note']>): Promise<void> {
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('note')
    .values(note)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (Number(added) > 0) return
  await tx
    .insertInto('note')
    .values({ ...note, id: randomUUID() })
    .execute()
}
