/** SAR and EDD forms, their files, comments and prints (specification 2, section 7 "Document forms"). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { done } from '#contract/model/common.ts'
import { documentForm, formComment, formData, formFile, formItem } from '#contract/model/document-form.ts'
import { DOCUMENT_URL_SECONDS } from '#contract/model/values.ts'

const base = '/management/document_form'
const comments = '/management/comment/document_form/{platform}/{uuid}/'
const saved = { reply: done, notice: 'SAVE' } as const
const download = { gives: 'file', reply: z.unknown() } as const

/** `{type}` is sar, edd_ong or edd_ond. */
export const documentForms = {
  create: call('POST', `${base}/{platform}/{type}/{customerId}`, {
    body: z.optional(formData),
    reply: documentForm,
    notice: 'SAVE',
  }),
  view: call('GET', `${base}/{uuid}`, { reply: documentForm }),
  change: call('PATCH', `${base}/{uuid}`, { body: formData, reply: documentForm, notice: 'SAVE' }),
  /** For document admins only, and never for one's own form. */
  approve: call('POST', `${base}/approve/{uuid}`, saved),
  review: call('POST', `${base}/review/{uuid}`, saved),
  renew: call('POST', `${base}/new/{uuid}`, saved),
  comments: call('GET', comments, { reply: z.object({ items: z.array(formComment) }) }),
  comment: call('POST', comments, {
    body: z.object({ comment: z.string().check(z.trim(), z.minLength(1)) }),
    reply: formComment,
    notice: 'SAVE',
  }),
  zip: call('GET', `${base}/zip/{uuid}`, download),
  /** Opened in a window of its own, so the token travels in the query: single-use and short-lived. */
  pdf: call('GET', `${base}/pdf/{uuid}`, { ...download, ours: true, open: true, query: { token: z.string() } }),
  byCustomer: call('GET', `${base}/{platform}/{customerId}/{type}`, { reply: z.object({ items: z.array(formItem) }) }),
  /** `{query}` is the text to search for; a single space asks for all. */
  list: call('GET', `${base}/list/{platform}/{query}`, { reply: z.object({ items: z.array(formItem) }) }),
  attach: call('POST', '/management/file_attachment/', {
    sends: 'form',
    body: z.object({ file: z.file() }),
    reply: formFile,
    notice: 'Load File',
  }),
  attachment: call('GET', '/management/file_attachment/{guid}', download),
  uploadSigned: call('POST', `${base}/signed/{uuid}`, {
    ours: true,
    sends: 'form',
    body: z.object({ form: z.file() }),
    reply: formFile,
    notice: 'SAVE',
  }),
  /** Where a customer's document can be fetched for a while. */
  documentUrl: call('GET', '/get_document_url_by_id', {
    query: {
      id: z.string(),
      profile: z.string(),
      /** Seconds. */
      lifetime: z.prefault(z.coerce.number().check(z.int(), z.minimum(1)), DOCUMENT_URL_SECONDS),
    },
    reply: z.object({ url: z.string() }),
  }),
}
