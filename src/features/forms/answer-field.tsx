// One question of a form with its answer, whatever its kind.
import type { FormField } from '#contract/model/forms/form-field.ts'
import { LONG_MAX } from '#contract/model/forms/form-field.ts'
import { useReference } from '#src/data/data.ts'
import { faultAt, type Fault } from '#src/data/net/faults.ts'
import { Button } from '#src/ui/button.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { DateField } from '#src/ui/form/date-field.tsx'
import { Field, TextArea, TextInput } from '#src/ui/form/field.tsx'
import { Files } from './files.tsx'

interface AnswerProps {
  field: FormField
  value: unknown
  /** The path in the form's data: `subjects.0.name`. */
  place: string
  faults: readonly Fault[]
  onChange: (value: unknown) => void
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = <T,>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : [])
/** An amount as it is printed, "21,800.00", is an amount. */
const plainAmount = (text: string) => text.replaceAll(/[,\s]/g, '')
const NOTHING = { value: '', label: 'Not answered' }
const YES_NO = [NOTHING, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }]

export function Answer(props: AnswerProps) {
  const { field, value, place, faults, onChange } = props
  const label = field.required ? `${field.label} *` : field.label
  const error = faultAt(faults, place)
  switch (field.kind) {
    case 'rows':
      return <Rows {...props} columns={field.columns} />
    case 'files':
      return <Files label={label} guids={listOf<string>(value)} onChange={onChange} />
    case 'choices':
      return <Choices label={label} options={field.options} values={listOf<string>(value)} onChange={onChange} />
    case 'long':
      return (
        <Field label={label} error={error}>
          <TextArea
            rows={8}
            maxLength={LONG_MAX}
            value={textOf(value)}
            onChange={({ target }) => onChange(target.value)}
          />
        </Field>
      )
    case 'flag':
    case 'choice':
    case 'country':
      return (
        <Field label={label} error={error}>
          <Selected {...{ field, value, onChange }} />
        </Field>
      )
    case 'date':
      return <DateField label={label} error={error} value={textOf(value)} onChange={onChange} />
    case 'text':
    case 'amount':
      return (
        <Field label={label} error={error}>
          <TextInput
            {...(field.kind === 'amount' && { inputMode: 'decimal' as const })}
            value={textOf(value)}
            onChange={({ target }) => onChange(field.kind === 'amount' ? plainAmount(target.value) : target.value)}
          />
        </Field>
      )
  }
}

/** One of some. */
function Selected({ field, value, onChange }: Pick<AnswerProps, 'field' | 'value' | 'onChange'>) {
  const reference = useReference()
  const options =
    field.kind === 'choice'
      ? [NOTHING, ...field.options.map((option) => ({ value: option, label: option }))]
      : field.kind === 'flag'
        ? YES_NO
        : [
            NOTHING,
            ...reference
              .list('countries')
              .map(({ id, value: name }) => ({ value: id, label: `${name} (${id})` }))
              .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
          ]
  const shown = field.kind === 'flag' ? (value === true ? 'yes' : value === false ? 'no' : '') : textOf(value)
  return (
    <Choice
      value={shown}
      options={options}
      onChange={(next) => onChange(field.kind === 'flag' ? (next === '' ? null : next === 'yes') : next)}
    />
  )
}

interface ChoicesProps {
  label: string
  options: readonly string[]
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

function Choices({ label, options, values, onChange }: ChoicesProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-label font-medium text-muted">{label}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-1 text-list">
        {options.map((option) => (
          <label key={option} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={values.includes(option)}
              onChange={({ target }) =>
                onChange(options.filter((one) => (one === option ? target.checked : values.includes(one))))
              }
            />
            {option}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A fault of the table as a whole. */
function FieldFault({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className="text-label text-stop">{text}</p>
}

type Row = Readonly<Record<string, unknown>>

/** A table of further questions: a block for each row. */
function Rows({ field, columns, value, place, faults, onChange }: AnswerProps & { columns: readonly FormField[] }) {
  const rows = listOf<Row>(value)
  const change = (index: number, name: string, next: unknown) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [name]: next } : row)))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-label font-medium text-muted">
        {field.label}
        {field.required && ' *'}
      </legend>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own, and are only added at the end
        <div key={index} className="grid gap-3 rounded-md border border-line p-3">
          <div className="grid grid-cols-2 items-start gap-3">
            {columns.map((column) => (
              <Answer
                key={column.name}
                field={column}
                value={row[column.name]}
                place={`${place}.${index}.${column.name}`}
                faults={faults}
                onChange={(next) => change(index, column.name, next)}
              />
            ))}
          </div>
          <div>
            <Button variant="quiet" onClick={() => onChange(rows.filter((_, at) => at !== index))}>
              Remove {field.label.toLowerCase()} {index + 1}
            </Button>
          </div>
        </div>
      ))}
      <FieldFault text={faults.find((fault) => fault.place === place)?.message} />
      <div>
        <Button onClick={() => onChange([...rows, {}])}>Add {field.label.toLowerCase()}</Button>
      </div>
    </fieldset>
  )
}
