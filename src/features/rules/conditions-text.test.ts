import { expect, test } from 'vitest'
import type { ConditionNode } from '#contract/model/rules/conditions/conditions.ts'
import { conditionsText } from './conditions-text.ts'

const WRITTEN: [ConditionNode, RegExp][] = [
  [{ left: { field: '' }, is: 'eq', right: { value: '' } }, /^… is …$/],
  [{ left: { field: 'amountUsd' }, is: 'in', right: [] }, /is one of …$/],
  [{ all: [{ left: { field: '' }, is: 'isKnown' }] }, /^… is known\.$/],
]
test.each(WRITTEN)('%j as it is written', (node, text) => {
  expect(conditionsText(node, () => '')).toMatch(text)
})
