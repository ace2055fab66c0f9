/** Evaluates conditions on values that are known already: what SQL decides, for the explanation of a hit. Pure. */
import { foldText } from '#contract/fold-text.ts'
import {
  isGroup,
  isType,
  joinOf,
  leavesOf,
  membersOf,
  operandsOf,
  type Comparison,
  type ConditionNode,
  type ConditionValue,
} from './conditions.ts'
import { comparisonWords, conditionValueWords, operandWords, plainTypeWords, type TypeWords } from './sentence.ts'

/** What was seen, by place: the value of each operand, and whether each type hit. `times` is in the values already. */
export type Seen = Readonly<Record<string, ConditionValue | null>>

/** True, false, or null for unknown. */
type Verdict = boolean | null

const at = (place: string, side: string) => [place, side].filter(Boolean).join('.')

/** Text without case, accents and spaces, as the database compares it. */
const comparable = (value: ConditionValue): ConditionValue => (typeof value === 'string' ? foldText(value) : value)

export function comparisonHolds({ is, right }: Comparison, place: string, seen: Seen): Verdict {
  const left = seen[at(place, 'left')] ?? null
  if (is === 'isKnown') return left !== null
  if (left === null) return null
  if (is === 'isNew') return left === 0
  const own = comparable(left)
  if (Array.isArray(right)) return right.map(comparable).includes(own) === (is === 'in')
  const other = seen[at(place, 'right')] ?? null
  if (other === null) return null
  const against = comparable(other)
  switch (is) {
    case 'eq':
      return own === against
    case 'ne':
      return own !== against
    case 'lt':
      return own < against
    case 'lte':
      return own <= against
    case 'gt':
      return own > against
    case 'gte':
      return own >= against
    default:
      return null
  }
}

/** Three values: what is unknown stays so under `not`. */
export function conditionHolds(node: ConditionNode, seen: Seen, place = ''): Verdict {
  if (isType(node)) return seen[place] === true
  if (!isGroup(node)) return comparisonHolds(node, place, seen)
  const join = joinOf(node)
  const each = membersOf(node).map((one, index) => conditionHolds(one, seen, `${at(place, join)}.${index}`))
  const decides = join === 'any'
  const joined = each.includes(decides) ? decides : each.includes(null) ? null : !decides
  return node.not && joined !== null ? !joined : joined
}

/** A value that was compared, for the record of an alert. */
export interface SeenOperand {
  place: string
  label: string
  /** Null where it is unknown. */
  value: ConditionValue | null
  /** What it was compared with, in words; null on the right side. */
  against: string | null
}

/** The operands of an expression that were read, in reading order. */
export const seenOperands = (root: ConditionNode, seen: Seen): SeenOperand[] =>
  [...leavesOf(root)].flatMap(({ node, place }) =>
    isType(node)
      ? []
      : operandsOf(node, place)
          .filter(({ operand }) => !('value' in operand))
          .map(({ operand, place: of }) => ({
            place: of,
            label: operandWords(operand),
            value: seen[of] ?? null,
            against: of.endsWith('left') ? comparisonWords(node).slice(operandWords(operand).length + 1) : null,
          })),
  )

/** The conditions that hold, each with the value that was seen: the reason of an alert. */
export function reasonOf(root: ConditionNode, seen: Seen, typeWords: TypeWords = plainTypeWords): string {
  const holding = [...leavesOf(root)].flatMap(({ node, place }): string[] => {
    if (isType(node)) return seen[place] === true ? [typeWords(node)] : []
    if (comparisonHolds(node, place, seen) !== true) return []
    const value = seen[at(place, 'left')] ?? null
    return [`${comparisonWords(node)} (${conditionValueWords(value)})`]
  })
  const text = [...new Set(holding)].join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
