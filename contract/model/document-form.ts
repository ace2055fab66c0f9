/** Suspicious activity reports and enhanced due diligence: the forms, their files and comments. */
import * as z from 'zod/mini'
import { person, stamp } from './common.ts'

/** SAR, and EDD at onboarding (`edd_ond`) and ongoing (`edd_ong`). */
export const FORM_TYPES = ['sar', 'edd_ong', 'edd_ond'] as const
export type FormType = (typeof FORM_TYPES)[number]

/** A form is drafted as new, put up for review, and approved by a document admin; submitted is filed and final. */
export const FORM_STATUSES = ['new', 'review', 'approved', 'submitted'] as const
export type FormStatus = (typeof FORM_STATUSES)[number]

/** The answers by field name; which there are is for the form's type to say. */
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
  createAt: stamp,
  updateAt: stamp,
  version: z.number(),
})
export type FormItem = z.infer<typeof formItem>

export const documentForm = z.extend(formItem, {
  data: formData,
  files: z.array(formFile),
  /** The signed copy of a SAR, once it was uploaded. */
  signed: z.nullable(formFile),
})
export type DocumentForm = z.infer<typeof documentForm>

export const formComment = z.object({ id: z.string(), comment: z.string(), author: person, createAt: stamp })

/** Forms by type, with how many are submitted and how many are not (specification 1, section 3 "Form link"). */
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
