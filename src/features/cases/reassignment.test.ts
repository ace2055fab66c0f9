import { expect, test } from 'vitest'
import { reassignmentText } from './reassignment.ts'

const [ann, bo, cy, dee] = ['Ann', 'Bo', 'Cy', 'Dee'].map((name) => ({ id: name, name }))

test('the text names earlier assignees, most cases first, three at most', () => {
  expect(reassignmentText([])).toEqual([])
  expect(reassignmentText([ann!, bo!, bo!])).toEqual(['taken from others: 3 (Bo 2, Ann 1)'])
  expect(reassignmentText([ann!, ann!, bo!, cy!, dee!])).toEqual(['taken from others: 5 (Ann 2, Bo 1, Cy 1, 1 more)'])
})
