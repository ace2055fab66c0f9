/** SAR and EDD forms: written, reviewed, approved, printed; and the files that go with them. */
import * as z from 'zod/mini'
import { describe, faultsOf } from '#contract/call.ts'
import type { documentForms } from '#contract/calls/document-forms.ts'
import { toStamp } from '#contract/model/common.ts'
import {
  FORM_STATUS_LABELS,
  FORM_TYPES,
  type DocumentForm,
  type FormType,
} from '#contract/model/forms/document-form.ts'
import { FORM_TEXT_MAX } from '#contract/model/forms/form-field.ts'
import { formSchema } from '#contract/model/forms/form-sections.ts'
import { findPlatform } from '#contract/model/platform.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ConcurrencyLimit } from '#server/core/concurrency-limit.ts'
import { formAsZip } from './zip-export.ts'
import { downloadOf, printOf } from '#server/files/download.ts'
import { findFile } from '#server/files/queries.ts'
import { bytesOf, noFile, readFile, recordReading } from '#server/files/read-file.ts'
import { readUpload } from '#server/files/upload.ts'
import { findAccount } from '#server/identity/accounts.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import { issueTicket, useTicket } from '#server/identity/tickets.ts'
import { requireCustomer } from '#server/store/require-customer.ts'
import { findSubject } from './subject.ts'
import { printApart } from './print-apart.ts'
import { commentsOf, findForm, findForms, formsOfCase, formsOfCustomer } from './queries.ts'
import { changeForm, commentOn, createForm, moveForm, noForm, signForm, storeAttachment } from './write-form.ts'

/** Accepted types of a signed copy: a scan or a PDF. */
const SIGNED_TYPES = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/tiff'])

export function documentFormsCalls(sessions: Sessions): Handlers<typeof documentForms> {
  const prints = new ConcurrencyLimit(1, 'Another print of yours is still being made: wait a moment.')
  return {
    async create({ params, query, body }, context) {
      const { platform, customerId } = params
      const type = readType(params.type)
      const subject = await findSubject(context.db, platform, customerId)
      if (!subject) throw new Refusal(404, `There is no customer ${customerId} here.`)
      if (!findPlatform(platform)?.forms[type]) throw new Refusal(409, 'This platform has no such form.')
      const { caseId } = query
      if (caseId !== undefined) await requireCaseOf(context, params, caseId)
      const given = body ? readData(type, body) : {}
      return formOf(context, await createForm(context, { type, subject, caseId, given }), platform)
    },

    async view({ params }, context) {
      const form = await formOf(context, params.uuid)
      await recordIfSar(context, form, { version: form.version })
      return form
    },

    async change({ params, query, body }, context) {
      const { formType } = await formOf(context, params.uuid)
      await changeForm(context, params.uuid, query.version, readData(formType, body))
      return formOf(context, params.uuid)
    },

    async approve({ params, query }, context) {
      return moved('approved', await moveForm(context, params.uuid, 'approve', query.version))
    },

    async review({ params, query }, context) {
      return moved('review', await moveForm(context, params.uuid, 'review', query.version))
    },

    async renew({ params, query }, context) {
      return moved('new', await moveForm(context, params.uuid, 'renew', query.version))
    },

    async comments({ params }, context) {
      const form = await formOf(context, params.uuid, params.platform)
      await recordIfSar(context, form, { comments: true })
      return { items: await commentsOf(context.db, params.uuid) }
    },

    async comment({ params, body }, context) {
      await formOf(context, params.uuid, params.platform)
      const { id, comment, created_at } = await commentOn(context, params.platform, params.uuid, body.comment)
      const { account } = context
      return { id, comment, author: { id: account.id, name: account.fullName }, createAt: toStamp(created_at) }
    },

    async zip({ params }, context) {
      const form = await formOf(context, params.uuid)
      const printed = toStamp(context.now())
      const pdf = await prints.during(context.account.id, async () => {
        await recordIfSar(context, form, { zip: true, version: form.version })
        return printApart(form, printed)
      })
      const bytes = formAsZip(form, { pdf, bytesOf: (guid) => bytesOf(context, guid), printed })
      return downloadOf({ name: `${fileName(form)}.zip`, type: 'application/zip' }, bytes)
    },

    async ticket({ params }, context) {
      await formOf(context, params.uuid)
      return { token: await issueTicket(context, { purpose: 'form', subject: params.uuid }) }
    },

    async pdf({ params, query }, context) {
      const account = await useTicket(context, sessions, query.token, { purpose: 'form', subject: params.uuid })
      const found = await findForm(context.db, account.platforms, params.uuid)
      if (!found) throw noForm(params.uuid)
      const { form } = found
      const pdf = await prints.during(account.id, async () => {
        await recordIfSar({ ...context, account }, form, { pdf: true, version: form.version })
        return printApart(form, toStamp(context.now()))
      })
      return printOf(`${fileName(form)}.pdf`, pdf)
    },

    async byCustomer({ params }, context) {
      const type = readType(params.type)
      await requireCustomer(context, params)
      return formsOfCustomer(context.db, params.platform, params.customerId, type)
    },

    async byCase({ params }, { db, platform }) {
      const found = await formsOfCase(db, platform, params.caseId)
      if (!found) throw new Refusal(404, `There is no case ${params.caseId} here.`)
      return found
    },

    async list({ params }, { db }) {
      return findForms(db, params.platform, params.query)
    },

    async attach({ body }, context) {
      const upload = await readUpload(context, body.file)
      const { id: guid, name, type, size } = upload
      return { guid, name, type, size, createAt: toStamp(await storeAttachment(context, upload)) }
    },

    async attachment({ params }, context) {
      const file = await findFile(context.db, { ...context.account, platforms: [context.platform] }, params.guid)
      if (!file) throw noFile(params.guid)
      return readFile(context, file)
    },

    async uploadSigned({ params, query, body }, context) {
      const upload = await readUpload(context, body.form, 'form')
      if (!SIGNED_TYPES.has(upload.type)) throw new Refusal(415, 'form: a signed copy is a PDF or a scan')
      const { id: guid, name, type, size } = upload
      return { guid, name, type, size, createAt: toStamp(await signForm(context, params.uuid, query.version, upload)) }
    },

    async documentUrl({ query }, context) {
      const file = await findFile(context.db, context.account, query.id)
      if (!file || (file.customerId !== null && file.customerId !== query.profile)) throw noFile(query.id)
      const expiresAt = new Date(context.now().getTime() + query.lifetime * 1000)
      const token = await sessions.sign('document', { file: file.id, sub: context.account.id }, expiresAt)
      return { url: `/api/management/document?${new URLSearchParams({ token })}` }
    },

    async document({ query }, context) {
      const claims = await sessions.verify('document', query.token)
      if (typeof claims?.file !== 'string' || typeof claims.sub !== 'string') {
        throw new Refusal(401, 'This address is too old: open the document again.')
      }
      const account = await findAccount(context.db, claims.sub)
      // permissions may have changed since the address was made
      const file = account && (await findFile(context.db, account, claims.file))
      if (!file) throw noFile(claims.file)
      return readFile({ ...context, account }, file)
    },
  }
}

async function formOf({ db, platform }: Context, uuid: string, where = platform): Promise<DocumentForm> {
  const found = await findForm(db, [where], uuid)
  if (!found) throw noForm(uuid)
  return found.form
}

/** Refuses with 404 a case that is not of this customer. */
async function requireCaseOf({ db }: Context, of: { platform: string; customerId: string }, id: string): Promise<void> {
  const query = db.selectFrom('monitoring_case').select('id').where('platform', '=', of.platform).where('id', '=', id)
  if (await query.where('customer_id', '=', of.customerId).executeTakeFirst()) return
  throw new Refusal(404, `There is no case ${id} of customer ${of.customerId} here.`)
}

async function recordIfSar(context: Context, { formType, uuid, platform }: DocumentForm, what: object): Promise<void> {
  if (formType === 'sar') await recordReading(context, uuid, platform, what)
}

function readType(type: string): FormType {
  const found = FORM_TYPES.find((each) => each === type)
  if (!found) throw new Refusal(400, `type: one of ${FORM_TYPES.join(', ')}`)
  return found
}

/** Answers as the form's type asks for them; their texts together have a limit, since all of them are printed. */
function readData(type: FormType, body: Record<string, unknown>): Record<string, unknown> {
  if (JSON.stringify(body).length > FORM_TEXT_MAX) {
    throw new Refusal(400, `A form holds at most ${FORM_TEXT_MAX} characters: attach the rest as a file.`)
  }
  const result = z.safeParse(formSchema(type), body)
  if (!result.success) throw new Refusal(400, describe(result.error), { faults: faultsOf(result.error) })
  return result.data
}

function moved(status: 'new' | 'review' | 'approved', version: number) {
  return { message: `The form is “${FORM_STATUS_LABELS[status]}”.`, version }
}

function fileName({ formType, platform, customerId, version }: DocumentForm): string {
  return `${formType}-${platform}-${customerId}-v${version}`
}
