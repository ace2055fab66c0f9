/** Suspicious activity reports and enhanced due diligence: the forms, their files and comments. */
import * as z from 'zod/mini'
import { person, stamp } from '#contract/model/common.ts'

/** SAR, and EDD at onboarding (`edd_ond`) and ongoing (`edd_ong`). */
export const FORM_TYPES = ['sar', 'edd_ong', 'edd_ond'] as const
export type FormType = (typeof FORM_TYPES)[number]

/** A form is drafted as new, submitted for review, and approved by a document admin; submitted is filed and final. */
export const FORM_STATUSES = ['new', 'review', 'approved', 'submitted'] as const
export type FormStatus = (typeof FORM_STATUSES)[number]

/** The actions on a form. A comment is always allowed and changes nothing. */
export const FORM_ACTS = ['change', 'review', 'renew', 'approve', 'sign'] as const
export type FormAct = (typeof FORM_ACTS)[number]

/**
 * The transitions of a form by action. Only a draft is edited; a form in review or approved is returned to draft first,
 * which ends its approval. The signed copy files an approved form.
 */
export const FORM_MOVES: {
  readonly [A in FormAct]: { readonly from: readonly FormStatus[]; readonly to: FormStatus }
} = {
  change: { from: ['new'], to: 'new' },
  review: { from: ['new'], to: 'review' },
  renew: { from: ['review', 'approved'], to: 'new' },
  approve: { from: ['review'], to: 'approved' },
  sign: { from: ['approved'], to: 'submitted' },
}

/** True if an action is allowed in a status; the server decides by whom. */
export function formMay(act: FormAct, status: FormStatus): boolean {
  return FORM_MOVES[act].from.includes(status)
}

export const FORM_TYPE_LABELS: { readonly [T in FormType]: string } = {
  sar: 'Suspicious activity report',
  edd_ong: 'Enhanced due diligence, ongoing',
  edd_ond: 'Enhanced due diligence, onboarding',
}
export const FORM_STATUS_LABELS: { readonly [S in FormStatus]: string } = {
  new: 'Draft',
  review: 'In review',
  approved: 'Approved',
  submitted: 'Submitted',
}

/** The answers by field name; `FORM_SECTIONS` lists the fields of each type. */
export const formData = z.record(z.string(), z.unknown())

export const formFile = z.object({
  guid: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  createAt: stamp,
})
export type FormFile = z.infer<typeof formFile>

export const formItem = z.object({
  uuid: z.string(),
  platform: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  formType: z.enum(FORM_TYPES),
  status: z.enum(FORM_STATUSES),
  author: person,
  approvedBy: z.nullable(person),
  /** The time of approval (ours). */
  approvedAt: z.optional(z.nullable(stamp)),
  /** The day by which it is due, `YYYY-MM-DD`: see `dueOn` (ours). */
  dueOn: z.optional(z.nullable(z.string())),
  createAt: stamp,
  updateAt: stamp,
  version: z.number(),
})
export type FormItem = z.infer<typeof formItem>

/** A form counts as due soon this many calendar days before its due day. */
export const FORM_SOON_DAYS = 7

/** Calendar days from detection within which a SAR is filed with FinCEN. */
export const SAR_DAYS = 30

/**
 * The day by which a form is due: a SAR 30 days after detection until it is filed, wherever it goes; due diligence that
 * was approved on the day of its next review. Null where there is none.
 */
export function dueOn(form: {
  formType: FormType
  status: FormStatus
  detectedOn?: string | null | undefined
  nextReview?: string | null | undefined
}): string | null {
  const isDone = form.status === 'submitted' || form.status === 'approved'
  if (form.formType !== 'sar') return isDone ? form.nextReview || null : null
  const detected = Date.parse(`${form.detectedOn ?? ''}T00:00:00Z`)
  if (form.status === 'submitted' || Number.isNaN(detected)) return null
  return new Date(detected + SAR_DAYS * 86_400_000).toISOString().slice(0, 10)
}

export const documentForm = z.extend(formItem, {
  data: formData,
  files: z.array(formFile),
  /** The signed copy of a SAR, once it was uploaded. */
  signed: z.nullable(formFile),
})
export type DocumentForm = z.infer<typeof documentForm>

export const formComment = z.object({ id: z.string(), comment: z.string(), author: person, createAt: stamp })

/** Forms by type, with how many are submitted and how many are not (docs/design/specification.md#entities). */
export function countForms(
  forms: readonly { formType: string; status: string }[],
): Map<string, { submitted: number; notSubmitted: number }> {
  const counts = new Map<string, { submitted: number; notSubmitted: number }>()
  for (const form of forms) {
    const count = counts.get(form.formType) ?? { submitted: 0, notSubmitted: 0 }
    count[form.status === 'submitted' ? 'submitted' : 'notSubmitted'] += 1
    counts.set(form.formType, count)
  }
  return counts
}
