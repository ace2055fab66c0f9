// The right side of a comparison, as its relation and its left side ask for it.
import type { Comparison, ConditionOperand, ConditionValue } from '#contract/model/rules/conditions/conditions.ts'
import { RISK_LEVELS, SEGMENTS } from '#contract/model/rules/conditions/conditions.ts'
import { findConditionField, kindOfOperand } from '#contract/model/rules/conditions/faults.ts'
import { useFault } from '#src/features/rules/field-faults.tsx'
import { matching, useCountryOptions } from '#src/features/rules/editor/options.ts'
import { humanise } from '#src/format/label.ts'
import { Suggest, type Suggestion } from '#src/ui/form/suggest.tsx'
import { OperandBox } from './operand-box.tsx'
import { isCountry, offersFor, readValue, type Offer } from './offers.ts'

interface RightSideProps {
  label: string
  comparison: Comparison
  known: readonly Offer[]
  onChange: (right: NonNullable<Comparison['right']>) => void
  place: string
  describedBy: string | undefined
}

const YES_NO = ['yes', 'no'].map((value) => ({ value, label: value }))
const NONE: readonly Suggestion[] = []

function useValues(left: ConditionOperand): readonly Suggestion[] {
  const countries = useCountryOptions()
  if (isCountry(left)) return countries
  if (kindOfOperand(left) === 'boolean') return YES_NO
  const choices = 'field' in left ? findConditionField(left.field)?.choices : undefined
  return choices?.map((value) => ({ value, label: value })) ?? NONE
}

export function RightSide({ label, comparison, known, onChange, place, describedBy }: RightSideProps) {
  const { left, right } = comparison
  const values = useValues(left)
  const isInvalid = useFault(place, true) !== undefined
  const read = (text: string): ConditionOperand => ({ value: readValue(text, left) })
  if (right === undefined) return <span />
  if (Array.isArray(right)) {
    return (
      <div data-place={place}>
        <Suggest
          label={label}
          values={right.map(String)}
          onChange={(next) => onChange(next.map((text) => readValue(text, left) as string | number))}
          offer={(term) => matching(values, term)}
          labelOf={(one) => values.find(({ value }) => value === one)?.label ?? one}
          isStrict={values.length > 0}
          isInvalid={isInvalid}
          describedBy={describedBy}
          placeholder="Type a value, Enter adds it"
        />
      </div>
    )
  }
  const box = { known, values, isStrict: values.length > 0, read, describedBy }
  return (
    <div className="grid gap-1">
      <OperandBox
        {...box}
        label={label}
        operand={right}
        offers={offersFor(left, known)}
        onChange={onChange}
        place={place}
      />
      {('byRisk' in right || 'bySegment' in right) && (
        <Levels {...box} label={label} operand={right} onChange={onChange} place={place} />
      )}
    </div>
  )
}

type Levelled = Extract<ConditionOperand, { byRisk: unknown } | { bySegment: unknown }>
interface LevelsProps extends Pick<RightSideProps, 'label' | 'known' | 'place' | 'describedBy'> {
  operand: Levelled
  values: readonly Suggestion[]
  isStrict: boolean
  read: (text: string) => ConditionOperand
  onChange: (operand: ConditionOperand) => void
}
const NO_OFFERS: readonly Offer[] = []

/** A value a level; those without one have the last. */
function Levels({ label, operand, onChange, place, read, ...box }: LevelsProps) {
  const [name, names, levels] =
    'byRisk' in operand
      ? (['byRisk', RISK_LEVELS, operand.byRisk] as const)
      : (['bySegment', SEGMENTS, operand.bySegment] as const)
  const valueOf = (level: string) => (levels as Record<string, ConditionValue | undefined>)[level]
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-1">
      {[...names, 'else'].map((level) => (
        <label key={level} className="contents">
          <span className="text-label text-muted">{level === 'else' ? 'Otherwise' : humanise(level)}</span>
          <OperandBox
            {...box}
            label={`${label}, ${level === 'else' ? 'otherwise' : level}`}
            operand={{ value: valueOf(level) ?? '' }}
            offers={NO_OFFERS}
            read={read}
            place={`${place}.${name}.${level}`}
            onChange={(next) => {
              const { [level]: _, ...rest } = levels as Record<string, ConditionValue | undefined>
              const value = 'value' in next ? next.value : ''
              const put = value === '' && level !== 'else' ? rest : { ...rest, [level]: value }
              onChange({ [name]: put } as unknown as ConditionOperand)
            }}
          />
        </label>
      ))}
    </div>
  )
}
