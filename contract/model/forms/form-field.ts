/** The structure of forms: sections of typed fields, with their validation. */
import * as z from 'zod/mini'
import { flat } from '#contract/model/common.ts'

/** Most characters of a long text: the limit of the narrative of FinCEN form 111. */
export const LONG_MAX = 20_000
/** Most characters of a whole form as JSON: ten narratives. */
export const FORM_TEXT_MAX = 200_000
/** Most characters of a short text. */
export const TEXT_MAX = 500
const ROWS_MAX = 200
const FILES_MAX = 50

interface Named {
  /** The name in the form's data. */
  name: string
  label: string
  /** True if a form may go to review without it. */
  required?: boolean
}

/**
 * A question. `amount` is decimal text, `date` is `YYYY-MM-DD`, `country` a two-letter code, `files` guids of uploaded
 * files, `rows` a table of further fields.
 */
export type FormField = Named &
  (
    | { kind: 'text' | 'long' | 'amount' | 'country' | 'flag' | 'files' }
    | { kind: 'date'; isToCome?: boolean }
    | { kind: 'choice' | 'choices'; options: readonly string[] }
    | { kind: 'rows'; columns: readonly FormField[] }
  )

export interface FormSection {
  key: string
  title: string
  fields: readonly FormField[]
}

/** One field's answer: its value, or null or nothing while it is not answered. */
function schemaOf(field: FormField): z.ZodMiniType {
  switch (field.kind) {
    case 'text':
      return blankOr(z.string().check(flat, z.maxLength(TEXT_MAX)))
    case 'long':
      return blankOr(z.string().check(z.maxLength(LONG_MAX)))
    case 'date':
      return blankOr(z.iso.date())
    case 'amount':
      return blankOr(z.string().check(z.regex(/^\d{1,18}(\.\d{1,8})?$/, 'not an amount')))
    case 'country':
      return blankOr(z.string().check(z.regex(/^[A-Z\d]{2}$/, 'not a country code')))
    case 'flag':
      return z.nullish(z.boolean())
    case 'files':
      return z.nullish(z.array(z.guid()).check(z.maxLength(FILES_MAX)))
    case 'choice':
      return blankOr(z.enum(field.options))
    case 'choices':
      return z.nullish(z.array(z.enum(field.options)).check(z.maxLength(field.options.length)))
    case 'rows':
      return z.nullish(z.array(dataSchema(field.columns)).check(z.maxLength(ROWS_MAX)))
  }
}

function blankOr(schema: z.ZodMiniType): z.ZodMiniType {
  return z.nullish(z.union([z.literal(''), schema]))
}

/** The answers to some fields, as far as they are given; a field that is not among them is refused. */
export function dataSchema(fields: readonly FormField[]): z.ZodMiniType<Record<string, unknown>> {
  return z.strictObject(Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])))
}

/** Required questions without an answer, in form order. "No" is an answer. */
export function unanswered(
  fields: readonly FormField[],
  data: Readonly<Record<string, unknown>>,
  at = '',
  of = '',
): { place: string; label: string; message: string }[] {
  return fields.flatMap((field) => {
    const value = data[field.name]
    const place = `${at}${field.name}`
    const label = `${of}${field.label}`
    if (isBlank(value)) return field.required ? [{ place, label, message: 'is not answered' }] : []
    if (field.kind !== 'rows' || !Array.isArray(value)) return []
    return value.flatMap((row: Record<string, unknown>, n) =>
      unanswered(field.columns, row, `${place}.${n}.`, `${label} ${n + 1}: `),
    )
  })
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}
