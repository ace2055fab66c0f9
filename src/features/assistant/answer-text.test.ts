import { expect, test } from 'vitest'
import { answerPieces } from './answer-text.ts'

test.each([
  'https://elsewhere.example/steal',
  '//elsewhere.example',
  'javascript:alert',
  '../../api/logout',
  '/logout',
  'case/../../logout',
  'cases/?status=new#x',
  'settings/security',
])('%s is not linked: its label stays as text', (address) => {
  expect(answerPieces(`Open [this](${address}) now`)).toEqual([{ text: 'Open ' }, { text: 'this' }, { text: ' now' }])
})

test('records and filtered lists are links', () => {
  expect(answerPieces('[PX4128668](case/PX4128668) and [12 cases](cases/?status=new&rule=%22353%22)')).toEqual([
    { text: 'PX4128668', path: 'case/PX4128668' },
    { text: ' and ' },
    { text: '12 cases', path: 'cases/?status=new&rule=%22353%22' },
  ])
})

test('an invalid link stays as it is written', () => {
  expect(answerPieces('array[0](x y) [a] (b)')).toEqual([{ text: 'array[0](x y) [a] (b)' }])
})
