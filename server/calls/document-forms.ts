/** SAR and EDD forms: not answered yet. */
import type { documentForms } from '#contract/calls/document-forms.ts'
import { notBuilt, type Handlers } from './handlers.ts'

export const documentFormsCalls: Handlers<typeof documentForms> = {
  create: notBuilt,
  view: notBuilt,
  change: notBuilt,
  approve: notBuilt,
  review: notBuilt,
  renew: notBuilt,
  comments: notBuilt,
  comment: notBuilt,
  zip: notBuilt,
  pdf: notBuilt,
  byCustomer: notBuilt,
  list: notBuilt,
  attach: notBuilt,
  attachment: notBuilt,
  uploadSigned: notBuilt,
  documentUrl: notBuilt,
}
