// The claims of a template in the editor: each chosen from the table of facts, with its sentence.
import {
  CLAIM_OPERATORS,
  claimFault,
  evaluateSample,
  valueType,
  type Claim,
  type ClaimOperator,
} from '#contract/model/facts/claims.ts'
import { FACT_IDS, FACTS, type FactId } from '#contract/model/facts/facts.ts'
import { CLAIMS_MAX } from '#contract/model/facts/seen-facts.ts'
import { Button } from '#src/ui/button.tsx'
import { Field, TextInput } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { ClaimList } from './claims-by-key.tsx'

const FACT_OPTIONS = FACT_IDS.map((value) => ({ value, label: FACTS[value].label }))
const OPERATOR_WORDS: Record<ClaimOperator, string> = {
  known: 'is known',
  eq: 'is',
  ne: 'is not',
  lt: 'is below',
  lte: 'is at most',
  gt: 'is above',
  gte: 'is at least',
}
const OPERATORS = CLAIM_OPERATORS.map((value) => ({ value, label: OPERATOR_WORDS[value] }))
const REQUIRED = [
  { value: 'named', label: 'the note names it as not checked' },
  { value: 'asked', label: 'the analyst says what shows it' },
]

/** The value that a fact is compared with, out of what was typed. */
function valueOf(fact: FactId, typed: string): Claim['value'] {
  switch (valueType(FACTS[fact].unit)) {
    case 'number':
      return typed.trim() === '' ? Number.NaN : Number(typed)
    case 'boolean':
      return typed === 'true'
    default:
      return typed
  }
}

/** A claim on another fact or by another comparison: a value of another kind does not fit it. */
function fitting({ value, ...claim }: Claim): Claim {
  if (claim.is === 'known') return claim
  if (typeof value === valueType(FACTS[claim.fact].unit)) return { ...claim, value: value ?? '' }
  const empty = { number: 0, string: '', boolean: true }
  return { ...claim, value: empty[valueType(FACTS[claim.fact].unit)] }
}

const NEW: Claim = { sentence: '', fact: 'activity.incomingRatio', is: 'lte', value: 1 }

interface ClaimsFieldsProps {
  claims: readonly Claim[]
  onChange: (claims: Claim[]) => void
}

export function ClaimsFields({ claims, onChange }: ClaimsFieldsProps) {
  const change = (index: number, part: Partial<Claim>) =>
    onChange(claims.map((one, at) => (at === index ? fitting({ ...one, ...part }) : one)))
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-1 text-label font-medium text-muted">
        Claims: what the note says only where the facts show it
      </legend>
      {claims.map((claim, index) => (
        <ClaimFields
          // oxlint-disable-next-line react/no-array-index-key -- a claim has no name, and keeps its place
          key={index}
          number={index + 1}
          claim={claim}
          onChange={(part) => change(index, part)}
          onRemove={() => onChange(claims.filter((_, at) => at !== index))}
        />
      ))}
      {claims.length > 0 && <ClaimList label="the preview" judged={evaluateSample(claims)} />}
      {claims.length < CLAIMS_MAX && (
        <div>
          <Button onClick={() => onChange([...claims, NEW])}>Add a claim</Button>
        </div>
      )}
    </fieldset>
  )
}

interface ClaimFieldsProps {
  number: number
  claim: Claim
  onChange: (part: Partial<Claim>) => void
  onRemove: () => void
}

function ClaimFields({ number, claim, onChange, onRemove }: ClaimFieldsProps) {
  const { fact, is, value, sentence, isRequired = false } = claim
  const type = valueType(FACTS[fact].unit)
  return (
    <div role="group" aria-label={`Claim ${number}`} className="grid gap-2 rounded-md border border-line p-3">
      <Field label="Sentence" error={claimFault(claim) ?? undefined}>
        <TextInput value={sentence} maxLength={200} onChange={({ target }) => onChange({ sentence: target.value })} />
      </Field>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] items-start gap-2">
        <Field label="Fact">
          <Select value={fact} options={FACT_OPTIONS} onChange={(next) => onChange({ fact: next })} />
        </Field>
        <Field label="Comparison">
          <Select value={is} options={OPERATORS} onChange={(next) => onChange({ is: next })} />
        </Field>
        {is !== 'known' &&
          (type === 'boolean' ? (
            <Field label="Value">
              <Select
                value={String(value)}
                options={[
                  { value: 'true', label: 'Yes' },
                  { value: 'false', label: 'No' },
                ]}
                onChange={(next) => onChange({ value: valueOf(fact, next) })}
              />
            </Field>
          ) : (
            <Field label="Value">
              <TextInput
                type={type === 'number' ? 'number' : 'text'}
                step="any"
                value={typeof value === 'number' && Number.isNaN(value) ? '' : String(value)}
                onChange={({ target }) => onChange({ value: valueOf(fact, target.value) })}
              />
            </Field>
          ))}
      </div>
      <div className="flex items-end gap-2">
        <Field label="Where the fact is unknown">
          <Select
            value={isRequired ? 'asked' : 'named'}
            options={REQUIRED}
            onChange={(next) => onChange({ isRequired: next === 'asked' })}
          />
        </Field>
        <span className="grow" />
        <Button onClick={onRemove} aria-label={`Remove claim ${number}`}>
          Remove
        </Button>
      </div>
    </div>
  )
}
