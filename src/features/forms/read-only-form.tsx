// A form as it is read: what is asked and what was answered, in place of fields that take nothing.
import type { DocumentForm } from '#contract/model/forms/document-form.ts'
import type { FormField } from '#contract/model/forms/form-field.ts'
import { FORM_SECTIONS } from '#contract/model/forms/form-sections.ts'
import { useNames, type Names } from '#src/data/names.ts'
import { formatAmount } from '#src/format/amount.ts'
import { countryLabel } from '#src/format/country.ts'
import { FormFileButton } from './files.tsx'

type Answers = Readonly<Record<string, unknown>>

export function Reading({ form }: { form: DocumentForm }) {
  return FORM_SECTIONS[form.formType].map((section) => (
    <section key={section.key} aria-label={section.title} className="grid content-start gap-2">
      <h3 className="text-title font-semibold">{section.title}</h3>
      <Fields fields={section.fields} data={form.data} form={form} />
    </section>
  ))
}

function Fields({ fields, data, form }: { fields: readonly FormField[]; data: Answers; form: DocumentForm }) {
  return (
    <dl className="grid grid-cols-[minmax(160px,30%)_1fr] gap-x-4 gap-y-1.5 text-list">
      {fields.map((field) => (
        <div key={field.name} className="contents">
          <dt className="text-muted">{field.label}</dt>
          <dd className="min-w-0 break-words whitespace-pre-wrap">
            <Value field={field} value={data[field.name]} form={form} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ field, value, form }: { field: FormField; value: unknown; form: DocumentForm }) {
  const names = useNames()
  if (field.kind === 'files') {
    if (form.files.length === 0) return NONE
    return (
      <ul className="grid gap-1">
        {form.files.map((file) => (
          <li key={file.guid}>
            <FormFileButton platform={form.platform} file={file} variant="plain" />
          </li>
        ))}
      </ul>
    )
  }
  if (field.kind === 'rows') {
    const rows = Array.isArray(value) ? (value as Answers[]) : []
    if (rows.length === 0) return NONE
    return (
      <ol className="grid gap-3">
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own, and are only read here
          <li key={index} className="rounded-md border border-line p-2">
            <Fields fields={field.columns} data={row} form={form} />
          </li>
        ))}
      </ol>
    )
  }
  return textOf(field, value, names) || NONE
}

const NONE = '–'

function textOf({ kind }: FormField, value: unknown, names: Names): string {
  if (kind === 'flag') return value === true ? 'Yes' : value === false ? 'No' : ''
  if (kind === 'choices') return Array.isArray(value) ? value.join(', ') : ''
  if (typeof value !== 'string') return ''
  if (kind === 'country') return countryLabel(value, names.countries) ?? ''
  return kind === 'amount' ? formatAmount(value) : value
}
