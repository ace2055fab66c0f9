/** The sections of every form: what is asked, in which order, and what may go to review. */
import * as z from 'zod/mini'
import type { FormType } from './document-form.ts'
import { EDD_ONBOARDING, EDD_ONGOING } from './edd-sections.ts'
import { dataSchema, type FormSection } from './form-field.ts'
import { SAR_SECTIONS } from './sar-sections.ts'

/** The field that every form has for its files: guids in the order in which they are listed. */
export const ATTACHMENTS = 'attachments'

const files: FormSection = {
  key: 'files',
  title: 'Attachments',
  fields: [{ name: ATTACHMENTS, label: 'Files', kind: 'files' }],
}

export const FORM_SECTIONS: { readonly [T in FormType]: readonly FormSection[] } = {
  sar: [...SAR_SECTIONS, files],
  edd_ong: [...EDD_ONGOING, files],
  edd_ond: [...EDD_ONBOARDING, files],
}

const fieldsOf = (type: FormType) => FORM_SECTIONS[type].flatMap(({ fields }) => fields)

const schemas: { readonly [T in FormType]: z.ZodMiniType<Record<string, unknown>> } = {
  sar: dataSchema(fieldsOf('sar')),
  edd_ong: dataSchema(fieldsOf('edd_ong')),
  edd_ond: dataSchema(fieldsOf('edd_ond')),
}

/** The schema of answers: every field may be missing, none may be unknown or of another type. */
export function formSchema(type: FormType): z.ZodMiniType<Record<string, unknown>> {
  return schemas[type]
}
