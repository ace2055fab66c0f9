/** Alerts on transactions: read, decided, with files attached. */
import type { alerts } from '#contract/calls/cases/alerts.ts'
import type { Alert } from '#contract/model/cases/alert.ts'
import { toStamp } from '#contract/model/common.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { etagOf, tagged } from '#server/core/etag.ts'
import { Refusal } from '#server/core/refusal.ts'
import { downloadOf } from '#server/files/download.ts'
import { bytesOf } from '#server/files/read-file.ts'
import { readUpload } from '#server/files/upload.ts'
import { doNow } from '#server/ops/run-op.ts'
import { requireCustomer } from '#server/store/require-customer.ts'
import { isUuid } from '#server/store/sql.ts'
import { attachFile } from './attach-file.ts'
import { rejectAlert, resolveAlert } from './effects.ts'
import { alertsByRule, alertsOfCase, findAlert, summariseAlerts } from './queries.ts'

async function alertOf({ db, platform }: Context, id: string): Promise<Alert> {
  const alert = await findAlert(db, platform, id)
  if (!alert) throw new Refusal(404, `There is no alert ${id} here.`)
  return alert
}

const target = ({ platform }: Context, alertId: string) => ({ platform, customerId: '', alertId })

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
    doNow(context, { kind: 'alert.resolve', target: target(context, params.alertId), body, effect: resolveAlert }),

  async reject({ params, body }, context) {
    // optional on the wire, required by our policy (docs/design/specification.md#alert-states)
    if (body?.note === undefined) throw new Refusal(400, 'note: say why the alert is rejected')
    return doNow(context, { kind: 'alert.reject', target: target(context, params.alertId), body, effect: rejectAlert })
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
