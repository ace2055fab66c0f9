/** Attaches a file to an alert. Not queued, since the user waits for the upload. */
import { sql } from 'kysely'
import type { Alert, AlertFile } from '#contract/model/cases/alert.ts'
import { record } from '#server/audit/audit.ts'
import { updateCase } from '#server/cases/effects.ts'
import { lockAlert } from '#server/cases/lock-rows.ts'
import type { Context } from '#server/core/context.ts'
import { fileStore } from '#server/files/file-store.ts'

/** Stores the content with its row, or neither. */
export async function attachFile(
  context: Context,
  { id: alertId }: Pick<Alert, 'id'>,
  file: Omit<AlertFile, 'createAt'>,
  bytes: Uint8Array,
): Promise<Date> {
  return fileStore(context).keep([{ id: file.id, bytes }], async (tx) => {
    const { alert, ofCase } = await lockAlert(tx, context.platform, { alertId })
    const at = context.now()
    await tx
      .insertInto('file')
      .values({
        ...file,
        platform: alert.platform,
        alert_id: alertId,
        created_by: context.account.id,
        created_at: at,
      })
      .execute()
    const { version } = await tx
      .updateTable('alert')
      .set({ version: sql`version + 1` })
      .where('id', '=', alertId)
      .returning('version')
      .executeTakeFirstOrThrow()
    if (ofCase) await updateCase(tx, ofCase, {})
    await record(tx, context, {
      action: 'attach file',
      object: { kind: 'alert', id: alertId },
      version,
      after: { file: { name: file.name, type: file.type, size: file.size } },
      alertIds: [alertId],
    })
    return at
  })
}
