/** SAR and EDD forms, their files, comments and prints (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { DOCUMENT_ADMINISTRATORS } from '#contract/model/roles.ts'
import { COMMENT_MAX, done } from '#contract/model/common.ts'
import { documentForm, formComment, formData, formFile, formItem } from '#contract/model/forms/document-form.ts'
import { DOCUMENT_URL_SECONDS } from '#contract/model/values.ts'

const base = '/management/document_form'
const comments = '/management/comment/document_form/{platform}/{uuid}/'
/** The version that was read, a field of ours; 412 if there is a newer one. */
const seen = { version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }
const saved = { query: seen, reply: done, notice: 'SAVE' } as const
/** The latest ones; `total` counts all (ours). */
const found = z.object({ items: z.array(formItem), total: z.optional(z.number()) })
const download = { gives: 'file', reply: z.unknown() } as const

/** `{type}` is sar, edd_ong or edd_ond. */
export const documentForms = {
  create: call('POST', `${base}/{platform}/{type}/{customerId}`, {
    roles:
      'everybody' /** The case that a report is begun on (ours): its transaction, dates, amounts and parties are in the new form. */,
    query: { caseId: z.optional(z.string()) },
    body: z.optional(formData),
    reply: documentForm,
    notice: 'SAVE',
  }),
  view: call('GET', `${base}/{uuid}`, { roles: 'everybody', reply: documentForm }),
  change: call('PATCH', `${base}/{uuid}`, {
    roles: 'everybody',
    query: seen,
    body: formData,
    reply: documentForm,
    notice: 'SAVE',
  }),
  /** For document administrators only, and never for a form they wrote on. */
  approve: call('POST', `${base}/approve/{uuid}`, { roles: DOCUMENT_ADMINISTRATORS, ...saved }),
  review: call('POST', `${base}/review/{uuid}`, { roles: 'everybody', ...saved }),
  renew: call('POST', `${base}/new/{uuid}`, { roles: 'everybody', ...saved }),
  comments: call('GET', comments, { roles: 'everybody', reply: z.object({ items: z.array(formComment) }) }),
  comment: call('POST', comments, {
    roles: 'everybody',
    body: z.object({ comment: z.string().check(z.trim(), z.minLength(1), z.maxLength(COMMENT_MAX)) }),
    reply: formComment,
    notice: 'SAVE',
  }),
  zip: call('GET', `${base}/zip/{uuid}`, { roles: 'everybody', ...download }),
  /** A token for `pdf`: valid once, for this form, for a minute. */
  ticket: call('POST', `${base}/ticket/{uuid}`, {
    roles: 'everybody',
    ours: true,
    reply: z.object({ token: z.string() }),
  }),
  /** Opens in a window of its own, so a token of `ticket` is in the query, never the session's. */
  pdf: call('GET', `${base}/pdf/{uuid}`, { roles: 'public', ...download, ours: true, query: { token: z.string() } }),
  byCustomer: call('GET', `${base}/{platform}/{customerId}/{type}`, { roles: 'everybody', reply: found }),
  /** The reports that name a case (ours). */
  byCase: call('GET', '/management/case/forms/{caseId}', {
    roles: 'everybody',
    ours: true,
    reply: found,
  }),
  /** `{query}` is the text to search for; a single space asks for all. */
  list: call('GET', `${base}/list/{platform}/{query}`, { roles: 'everybody', reply: found }),
  /** A file on its own until a form names its guid in `attachments` (see `ATTACHMENTS`). */
  attach: call('POST', '/management/file_attachment/', {
    roles: 'everybody',
    sends: 'form',
    body: z.strictObject({ file: z.file() }),
    reply: formFile,
    notice: 'Load File',
  }),
  attachment: call('GET', '/management/file_attachment/{guid}', { roles: 'everybody', ...download }),
  /** Files an approved form: from then on it is submitted and final. */
  uploadSigned: call('POST', `${base}/signed/{uuid}`, {
    roles: 'everybody',
    ours: true,
    query: seen,
    sends: 'form',
    body: z.strictObject({ form: z.file() }),
    reply: formFile,
    notice: 'SAVE',
  }),
  /** A temporary address of a document that needs no session; `profile` is its customer. */
  documentUrl: call('GET', '/get_document_url_by_id', {
    roles: 'everybody',
    query: {
      id: z.string(),
      profile: z.string(),
      /** Seconds. */
      lifetime: z.prefault(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(DOCUMENT_URL_SECONDS)),
        DOCUMENT_URL_SECONDS,
      ),
    },
    reply: z.object({ url: z.string() }),
  }),
  /** The document behind such an address; `token` names it and expires by the server's clock. */
  document: call('GET', '/management/document', {
    roles: 'public',
    ...download,
    ours: true,
    query: { token: z.string() },
  }),
}
