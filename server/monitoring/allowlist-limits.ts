/** The limits of an allowlist beside those of its rule: headroom above what was seen, and limits that allow nothing. */
import { daysOf, periodText } from '#contract/model/rules/period.ts'
import type { Criteria } from '#contract/model/rules/rule.ts'
import type { Fault } from '#server/monitoring/filter/filter.ts'
import { rangeOf, type Field, type RuleTypeDefinition, type Saw } from './rule-type.ts'
import { RULE_TYPE_DEFINITIONS } from '#server/monitoring/rule-types/rule-type-definitions.ts'

type Criterion = Criteria[string]

/** An allowlist begins with a tenth more than what was seen. */
const HEADROOM = 1.1
/** Halvings that find the value a rule saw, exactly enough for amounts in cents. */
const HALVINGS = 60

export interface Headroom {
  ruleCriteria: Criteria
  /** No single parameter makes room for what was seen: the allowlist has to ignore the criteria. */
  ignoreCriteria: boolean
}

/**
 * The criteria of a rule in force with headroom above the measured values. One parameter is raised, an amount before a
 * number before a list: a rule hits only if all criteria are met, so one is enough. `listed` are the values that config
 * sets add to the rule's lists, which an allowlist cannot remove.
 */
export function headroomFor(
  criteria: Criteria,
  saw: { readonly [type: string]: Saw },
  listed: readonly string[] = [],
): Headroom {
  const places = Object.entries(criteria).flatMap(([type, criterion]) => {
    const definition = RULE_TYPE_DEFINITIONS.get(type)
    const seen = saw[type]
    if (!definition || !seen) return []
    return measuredFields(definition).map((field) => ({ definition, field, criterion, seen }))
  })
  for (const { definition, field, criterion, seen } of places.toSorted((a, b) => rank(a.field) - rank(b.field))) {
    const value = isList(field)
      ? without(definition, field, criterion, seen, listed)
      : above(definition, field, criterion, seen)
    if (value === undefined) continue
    const changed = { ...criterion, [field.name]: value }
    return { ruleCriteria: { ...criteria, [definition.type]: changed }, ignoreCriteria: false }
  }
  return { ruleCriteria: criteria, ignoreCriteria: true }
}

const measuredFields = ({ fields, measured }: RuleTypeDefinition): Field[] =>
  fields.filter(({ name, kind }) => measured.includes(name) && kind !== 'choice')

const isList = ({ kind }: Field): boolean => kind === 'keywords' || kind === 'countries'
const rank = ({ kind }: Field): number => (kind === 'amount' ? 0 : kind === 'keywords' || kind === 'countries' ? 2 : 1)

/** A list without the entries that match what was seen; nothing where none would be left, or a config set has one. */
function without(
  { meets }: RuleTypeDefinition,
  { name }: Field,
  criterion: Criterion,
  saw: Saw,
  listed: readonly string[],
): string[] | undefined {
  const own = listOf(criterion[name])
  const matches = (entry: string) => meets({ ...criterion, [name]: [entry] }, saw)
  const rest = own.filter((entry) => !matches(entry))
  return rest.length === 0 || rest.length === own.length || listed.some(matches) ? undefined : rest
}

/** A limit a tenth above what was seen, or above the rule's own where that is higher; nothing where no number helps. */
function above(
  { meets }: RuleTypeDefinition,
  field: Field,
  criterion: Criterion,
  saw: Saw,
): string | number | undefined {
  const { name, kind } = field
  const { max = Infinity } = rangeOf(field)
  const isMet = (value: number) => meets({ ...criterion, [name]: value }, saw)
  const own = Number(criterion[name])
  if (!Number.isFinite(own) || isMet(max)) return undefined
  let [met, unmet] = [own, max]
  // since the current rule may be above what its earlier revision measured
  for (let n = 0; n < HALVINGS && isMet(own); n += 1) {
    const middle = (met + unmet) / 2
    if (isMet(middle)) met = middle
    else unmet = middle
  }
  // amounts are compared as cents
  const room = roomAbove(Math.floor(Number((met * 100).toPrecision(12))) / 100)
  if (room > max || isMet(room)) return undefined
  return kind === 'amount' ? String(room) : room
}

/** A tenth above, rounded up to two significant digits. */
function roomAbove(seen: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(seen)) - 1)
  return Math.ceil(Number(((seen * HEADROOM) / step).toPrecision(12))) * step
}

/**
 * Faults of an allowlist's criteria: a limit below the rule's own and an unknown entry suppress nothing, and a
 * parameter that selects data, such as a period, has no measured value.
 */
export function faultsOfLimits(criteria: Criteria, rule: Criteria): Fault[] {
  return Object.entries(criteria).flatMap(([type, criterion]) => {
    const definition = RULE_TYPE_DEFINITIONS.get(type)
    const own = rule[type]
    if (!definition || !own) return []
    return definition.fields.flatMap((field): Fault[] => {
      const message = whyNothing(field, criterion[field.name], own[field.name], definition.measured)
      return message === null ? [] : [{ place: `ruleCriteria.${type}.${field.name}`, message }]
    })
  })
}

function whyNothing(
  field: Field,
  value: Criterion[string] | undefined,
  own: Criterion[string] | undefined,
  measured: readonly string[],
): string | null {
  if (isList(field)) {
    const more = listOf(value).find((entry) => !listOf(own).includes(entry))
    return more === undefined ? null : `“${more}” is not in the rule's own list, so it allows nothing`
  }
  if (!measured.includes(field.name)) {
    const isSame = field.kind === 'days' ? daysOf(value) === daysOf(own) : Number(value) === Number(own)
    return String(value) === String(own) || isSame ? null : `stays as in the rule: ${shown(field, own)}`
  }
  if (field.kind === 'choice') return null
  return Number(value) < Number(own)
    ? `${shown(field, value)} is stricter than the rule's own ${shown(field, own)}`
    : null
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const shown = ({ kind }: Field, value: unknown): string =>
  kind === 'days'
    ? periodText(value)
    : kind === 'choice' || !Number.isFinite(Number(value))
      ? String(value)
      : Number(value).toLocaleString('en-US')
