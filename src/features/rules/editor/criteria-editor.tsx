// The criteria of a rule, or the limits of an allowlist: a block a rule type with its parameters, and an empty place for
// the next one, which is never sent.
import { X } from 'lucide-react'
import { PERIOD_UNITS, readPeriod, writePeriod, type Period } from '#contract/model/rules/period.ts'
import type { Criteria, RuleField, RuleInfo } from '#contract/model/rules/rule.ts'
import { FaultText, useFault } from '#src/features/rules/field-faults.tsx'
import { humanise } from '#src/format/label.ts'
import { Button } from '#src/ui/button.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { Field, TextInput } from '#src/ui/form/field.tsx'
import { Suggest } from '#src/ui/form/suggest.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { addedCriterion, chosenCriterion, PLACEHOLDER, rangeText } from './criteria.ts'
import { listOf, textOf } from './filter-groups.ts'
import { matching, useCountryOptions } from './options.ts'

export interface CriteriaEditorProps {
  value: Criteria
  onChange: (value: Criteria) => void
  /** The rule types that can be chosen, with their parameters. */
  types: readonly RuleInfo[]
  /** The path of the criteria in the body, by which faults are marked. */
  place: string
}

export function CriteriaEditor({ value, onChange, types, place }: CriteriaEditorProps) {
  const fault = useFault(place)
  const entries = Object.entries(value)
  const free = types.filter(({ type }) => !(type in value))
  return (
    <div className="grid gap-4" data-place={place}>
      {entries.map(([type, parameters]) =>
        type === PLACEHOLDER ? (
          <div key={type} className="flex items-start gap-2">
            <div className="w-80">
              <Choice
                label="Rule type"
                value=""
                options={[
                  { value: '', label: 'Choose a rule type…' },
                  ...free.map(({ type: one, label }) => ({ value: one, label })),
                ]}
                onChange={(next) => onChange(chosenCriterion(value, types, next))}
                ref={(select) => {
                  if (select && document.activeElement === document.body) select.focus()
                }}
              />
            </div>
            <IconButton icon={X} label="Remove the empty place" onClick={() => onChange(without(value, PLACEHOLDER))} />
          </div>
        ) : (
          <Criterion
            key={type}
            type={type}
            info={types.find((one) => one.type === type)}
            parameters={parameters}
            place={`${place}.${type}`}
            onChange={(next) => onChange({ ...value, [type]: next })}
            onRemove={() => onChange(without(value, type))}
          />
        ),
      )}
      {fault && <FaultText>{fault}</FaultText>}
      {free.length > 0 && !(PLACEHOLDER in value) && (
        <span>
          <Button variant="quiet" onClick={() => onChange(addedCriterion(value))}>
            + Criterion
          </Button>
        </span>
      )}
    </div>
  )
}

const without = (criteria: Criteria, type: string): Criteria =>
  Object.fromEntries(Object.entries(criteria).filter(([one]) => one !== type))

interface CriterionProps {
  type: string
  info: RuleInfo | undefined
  parameters: Criteria[string]
  place: string
  onChange: (parameters: Criteria[string]) => void
  onRemove: () => void
}

/** A rule type with its parameters. */
export function Criterion({ type, info, parameters, place, onChange, onRemove }: CriterionProps) {
  const fault = useFault(place)
  const label = info?.label ?? humanise(type)
  // parameters that its type does not have are shown all the same: what is refused has to be seen
  const odd = Object.keys(parameters).filter((name) => !info?.fields.some((field) => field.name === name))
  return (
    <fieldset data-place={place} className="grid gap-2 rounded-md border border-line p-3">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-start gap-2">
        <div className="grow">
          <p className="font-medium" aria-hidden="true">
            {label}
          </p>
          {info && <p className="text-label text-muted">{info.description}</p>}
        </div>
        <IconButton icon={X} label={`Remove ${label}`} onClick={onRemove} />
      </div>
      {fault && <FaultText>{fault}</FaultText>}
      <div className="grid grid-cols-2 items-start gap-3">
        {info?.fields.map((field) => (
          <Parameter
            key={field.name}
            field={field}
            value={parameters[field.name]}
            place={`${place}.${field.name}`}
            onChange={(next) => onChange({ ...parameters, [field.name]: next })}
          />
        ))}
        {odd.map((name) => (
          <Parameter
            key={name}
            field={{ name, label: humanise(name), kind: 'text', required: false }}
            value={parameters[name]}
            place={`${place}.${name}`}
            onChange={(next) => onChange({ ...parameters, [name]: next })}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface ParameterProps {
  field: RuleField
  value: unknown
  place: string
  onChange: (value: Criteria[string][string]) => void
}

function Parameter({ field, value, place, onChange }: ParameterProps) {
  const fault = useFault(place, true)
  const countries = useCountryOptions()
  const isList = field.kind === 'countries' || field.kind === 'keywords'
  if (field.kind === 'days') return <PeriodParameter field={field} value={value} place={place} onChange={onChange} />
  return (
    <div data-place={place} className={isList ? 'col-span-2' : ''}>
      <Field label={field.label} hint={rangeText(field)} error={fault}>
        {isList ? (
          <Suggest
            values={listOf(value).map(String)}
            onChange={onChange}
            isStrict={field.kind === 'countries'}
            offer={(term) => (field.kind === 'countries' ? matching(countries, term) : [])}
            labelOf={(one) => countries.find((country) => country.value === one)?.label ?? one}
            placeholder={field.kind === 'countries' ? 'Type a country' : 'Type a word, Enter adds it'}
            isInvalid={fault !== undefined}
          />
        ) : field.kind === 'choice' || field.kind === 'boolean' ? (
          <Choice
            value={textOf(value)}
            options={field.choices ?? YES_NO}
            onChange={(next) => onChange(field.kind === 'boolean' ? next === 'true' : next)}
          />
        ) : (
          <TextInput
            value={textOf(value)}
            inputMode={field.kind === 'text' ? 'text' : 'decimal'}
            autoComplete="off"
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </div>
  )
}

const UNITS = PERIOD_UNITS.map((value) => ({ value, label: humanise(value) }))

/** A count and its unit; another unit keeps the count, as it was the unit that was wrong. */
function PeriodParameter({ field, value, place, onChange }: ParameterProps) {
  const fault = useFault(place, true)
  const period = readPeriod(value)
  const put = (part: Partial<Period>) => onChange(writePeriod({ ...period, ...part }))
  return (
    <div data-place={place} className="grid grid-cols-2 items-start gap-2">
      <Field label={field.label} hint={rangeText(field)} error={fault}>
        <TextInput
          value={period.count}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ target }) => put({ count: target.value })}
        />
      </Field>
      <Field label="Unit">
        <Choice value={period.unit} options={UNITS} onChange={(unit) => put({ unit })} />
      </Field>
    </div>
  )
}

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
