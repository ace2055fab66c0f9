/** Alerts on transactions: read, decided, with files attached. */
import { sql } from 'kysely'
import type { alerts } from '#contract/calls/cases/alerts.ts'
import type { Alert, AlertFile } from '#contract/model/cases/alert.ts'
import { toStamp } from '#contract/model/common.ts'
import { record } from '#server/audit/audit.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import { updateCase } from '#server/cases/effects.ts'
import { lockAlert } from '#server/cases/lock-rows.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { etagOf, tagged } from '#server/core/etag.ts'
import { Refusal } from '#server/core/refusal.ts'
import { downloadOf } from '#server/files/download.ts'
import { fileStore } from '#server/files/file-store.ts'
import { bytesOf } from '#server/files/read-file.ts'
import { readUpload } from '#server/files/upload.ts'
import { runNow } from '#server/ops/run-op.ts'
import { requireCustomer } from '#server/store/require-customer.ts'
import { isUuid } from '#server/store/sql.ts'
import { rejectAlert, resolveAlert } from './effects.ts'
import { alertsByRule, alertsOfCase, findAlert, summariseAlerts } from './queries.ts'

/** Stores the content with its row, or neither. */
async function attachFile(
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

async function alertOf({ db, platform }: Context, id: string): Promise<Alert> {
  const alert = await findAlert(db, platform, id)
  if (!alert) throw new Refusal(404, `There is no alert ${id} here.`)
  return alert
}

const target = ({ platform }: Context, alertId: string) => ({ platform, alertId })

export const alertsCalls: Handlers<typeof alerts> = {
  async list({ query }, { db, platform }) {
    if (!(await findCaseRow(db, platform, query.caseId)))
      throw new Refusal(404, `There is no case ${query.caseId} here.`)
    return { items: await alertsOfCase(db, platform, query.caseId) }
  },

  async view({ params }, context) {
    const alert = await alertOf(context, params.alertId)
    return tagged(context.request, etagOf('alert', alert), alert)
  },

  resolve: ({ params, body }, context) =>
    runNow(context, { kind: 'alert.resolve', target: target(context, params.alertId), body, effect: resolveAlert }),

  async reject({ params, body }, context) {
    // optional on the wire, required by our policy (docs/design/specification.md#alert-states)
    if (body?.note === undefined) throw new Refusal(400, 'note: say why the alert is rejected')
    return runNow(context, { kind: 'alert.reject', target: target(context, params.alertId), body, effect: rejectAlert })
  },

  async attach({ params, body }, context) {
    const alert = await alertOf(context, params.alertId)
    const { bytes, ...entry } = await readUpload(context, body.file)
    const createAt = await attachFile(context, alert, entry, bytes)
    return { ...entry, createAt: toStamp(createAt) }
  },

  async file({ params }, context) {
    const alert = await alertOf(context, params.alertId)
    const file = alert.files.find((one) => one.id === params.fileId)
    const bytes = file && isUuid(file.id) ? await bytesOf(context, file.id) : undefined
    if (!file || !bytes) throw new Refusal(404, `There is no file ${params.fileId} on this alert.`)
    return downloadOf(file, bytes)
  },

  async byRule({ params }, context) {
    await requireCustomer(context, params)
    return { items: await alertsByRule(context.db, params) }
  },

  async summary({ params }, context) {
    await requireCustomer(context, params)
    return summariseAlerts(context.db, params.platform, params.customerId)
  },
}
