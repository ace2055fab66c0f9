/** Writing a note on a customer. */
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { toStamp } from '#contract/model/common.ts'
import type { customerNote } from '#contract/model/customer.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'

/** Stores the note under the writer's name, with its entry in the audit. */
export async function addCustomerNote(
  context: Context,
  { platform, id }: { platform: string; id: string },
  text: string,
): Promise<z.infer<typeof customerNote>> {
  const { db, account, now } = context
  const note = { id: randomUUID(), text, author: account.fullName }
  const at = now()
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('customer_note')
      .values({ ...note, platform, customer_id: id, created_at: at })
      .execute()
    await record(tx, context, { action: 'add note', object: { kind: 'customer', id }, platform, note: text })
  })
  return { ...note, createAt: toStamp(at) }
}
