/** Conditions as text, also while they are being written: what is not filled in yet is "…". Pure. */
import {
  isGroup,
  isType,
  membersOf,
  type Comparison,
  type ConditionNode,
  type ConditionOperand,
} from '#contract/model/rules/conditions/conditions.ts'
import { conditionsSentence, type TypeText } from '#contract/model/rules/conditions/sentence.ts'

const GAP = '…'

function filled(operand: ConditionOperand): ConditionOperand {
  if ('value' in operand && operand.value === '') return { value: GAP }
  return 'field' in operand && operand.field === '' ? { field: GAP } : operand
}

function filledSide(right: NonNullable<Comparison['right']>): NonNullable<Comparison['right']> {
  if (!Array.isArray(right)) return filled(right)
  return right.length === 0 ? [GAP] : right
}

function withGaps(node: ConditionNode): ConditionNode {
  if (isType(node)) return node
  if (!isGroup(node)) {
    return { ...node, left: filled(node.left), ...(node.right !== undefined && { right: filledSide(node.right) }) }
  }
  const members = membersOf(node).map(withGaps)
  return 'all' in node ? { ...node, all: members } : { ...node, any: members }
}

/** A sentence that ends in a gap has no full stop yet. */
export const conditionsText = (root: ConditionNode, typeWords: TypeText): string =>
  conditionsSentence(withGaps(root), typeWords).replace(/…\.$/, GAP)
