import { expect, test } from 'vitest'
import { reassignmentText } from './reassignment.ts'

const [ann, bo, cy, dee] = ['Ann', 'Bo', 'Cy', 'Dee'].map((name) => ({ id: name, name }))

test('what is taken is said with its holders, those with most first, and no more than three of them', () => {
  expect(reassignmentText([])).toEqual([])
  expect(reassignmentText([ann!, bo!, bo!])).toEqual(['taken from others: 3 (Bo 2, Ann 1)'])
  expect(reassignmentText([ann!, ann!, bo!, cy!, dee!])).toEqual(['taken from others: 5 (Ann 2, Bo 1, Cy 1, 1 more)'])
})
