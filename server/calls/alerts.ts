/** Alerts on transactions: read, decided, with files attached. */
import { randomUUID } from 'node:crypto'
import type { alerts } from '#contract/calls/alerts.ts'
import type { Alert } from '#contract/model/alert.ts'
import { toStamp } from '#contract/model/common.ts'
import { attachableType } from '#server/documents/file-type.ts'
import { fileStore } from '#server/documents/files.ts'
import { alertsByRule, alertsOfCase, findAlert, summariseAlerts } from '#server/store/queries/alerts.ts'
import { findCaseRow } from '#server/store/queries/case-detail.ts'
import { isUuid } from '#server/store/queries/pieces.ts'
import { attachFile } from '#server/sync/attach.ts'
import { doNow } from '#server/sync/plain.ts'
import { Refusal, type Context, type Handlers } from './handlers.ts'
import { requireCustomer } from './require.ts'

/** The largest file that may be attached, in bytes. */
export const FILE_MAX = 10 * 1024 * 1024

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

  view: ({ params }, context) => alertOf(context, params.alertId),

  resolve: ({ params, body }, context) =>
    doNow(context, { kind: 'alert.resolve', target: target(context, params.alertId), body }),

  async reject({ params, body }, context) {
    // optional on the wire, required by our policy (resolutions 7)
    if (body?.note === undefined) throw new Refusal(400, 'note: say why the alert is rejected')
    return doNow(context, { kind: 'alert.reject', target: target(context, params.alertId), body })
  },

  async attach({ params, body }, context) {
    const { file } = body
    const alert = await alertOf(context, params.alertId)
    if (file.size > FILE_MAX) throw new Refusal(413, `file: at most ${FILE_MAX / 1024 / 1024} MiB`)
    if (file.size === 0) throw new Refusal(400, 'file: is empty')
    const bytes = new Uint8Array(await file.arrayBuffer())
    const type = await attachableType(bytes)
    if (!type) throw new Refusal(415, 'file: only documents, pictures, text and ZIP archives can be attached')
    const entry = { id: randomUUID(), name: safeName(file.name), type, size: bytes.length }
    const createAt = await attachFile(context, alert, entry, bytes)
    return { ...entry, createAt: toStamp(createAt) }
  },

  async file({ params }, context) {
    const alert = await alertOf(context, params.alertId)
    const file = alert.files.find((one) => one.id === params.fileId)
    const bytes = file && isUuid(file.id) ? await fileStore(context.config).get(file.id) : undefined
    if (!file || !bytes) throw new Refusal(404, `There is no file ${params.fileId} on this alert.`)
    return new Response(bytes, {
      headers: {
        'content-type': file.type,
        'content-length': String(file.size),
        'content-disposition': attachment(file.name),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
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

/** The last part of the name, without what a file system or a header could stumble over. */
function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // control characters and the marks that turn text around
  return (
    last
      .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
      .trim()
      .slice(0, 200) || 'file'
  )
}

/** Always a download, the name in both spellings (RFC 6266). */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
