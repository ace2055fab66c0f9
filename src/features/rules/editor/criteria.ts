/** Criteria while editing. Numbers are text until they are sent. */
import { daysText, readPeriod, writePeriod } from '#contract/model/rules/period.ts'
import type { Criteria, RuleField, RuleInfo } from '#contract/model/rules/rule.ts'

/** The key of the empty place for the next criterion. */
export const PLACEHOLDER = ''

export const addedCriterion = (criteria: Criteria): Criteria => ({ ...criteria, [PLACEHOLDER]: {} })

/** Puts a rule type into the empty place, with what it starts with. */
export function chosenCriterion(criteria: Criteria, types: readonly RuleInfo[], type: string): Criteria {
  const info = types.find((one) => one.type === type)
  if (!info) return criteria
  const start = Object.fromEntries(info.fields.map((field) => [field.name, field.default ?? '']))
  const { [PLACEHOLDER]: _, ...rest } = criteria
  return { ...rest, [type]: start }
}

const isNumeric = ({ kind }: RuleField) => kind === 'number' || kind === 'percent'
/** Numbers as we print them: "21,800.00". Anything else is `NaN`; a comma groups thousands and nothing else. */
const NUMBER = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/

/** The number in a text as it was typed. */
export function numberIn(text: string): number {
  const trimmed = text.trim()
  return NUMBER.test(trimmed) ? Number(trimmed.replaceAll(',', '')) : NaN
}

/** Criteria as they are sent: numbers as numbers, amounts as decimal text without outer space. */
export function criteriaToSend(criteria: Criteria, types: readonly RuleInfo[]): Criteria {
  return Object.fromEntries(
    Object.entries(criteria).map(([type, parameters]) => {
      const fields = types.find((one) => one.type === type)?.fields ?? []
      const sent = Object.entries(parameters).map(([name, value]) => {
        const field = fields.find((one) => one.name === name)
        if (typeof value !== 'string' || !field) return [name, value] as const
        if (field.kind === 'days') return [name, periodToSend(value)] as const
        const number = numberIn(value)
        if (Number.isNaN(number)) return [name, value] as const
        if (field.kind === 'amount') return [name, value.trim().replaceAll(',', '')] as const
        return [name, isNumeric(field) ? number : value] as const
      })
      return [type, Object.fromEntries(sent)]
    }),
  )
}

/** A period as it is sent: days as a number, hours and minutes as a duration, what is neither as it was typed. */
function periodToSend(text: string): string | number {
  const { count, unit } = readPeriod(text)
  const number = numberIn(count)
  if (Number.isNaN(number)) return text
  return unit === 'days' ? number : writePeriod({ count: String(number), unit })
}

const UNITS: Partial<Record<RuleField['kind'], string>> = { amount: ' USD', percent: ' %' }

/** "0.01 to 1,000 USD", "1 minute to 365 days"; for lists how many entries. Undefined where anything goes. */
export function rangeText({ kind, min, max }: RuleField): string | undefined {
  if (min === undefined || max === undefined) return undefined
  if (kind === 'days') return `${daysText(min)} to ${max.toLocaleString('en')} days`
  const range = `${min.toLocaleString('en')} to ${max.toLocaleString('en')}`
  return kind === 'keywords' || kind === 'countries' ? `${range} entries` : range + (UNITS[kind] ?? '')
}
