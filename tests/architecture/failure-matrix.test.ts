import { expect, test } from 'vitest'
import { FAULTS, judged, NO_NOTIFICATIONS, rowsOf } from './failure-matrix.ts'

const specOf = ([title, status, description]: readonly [title: string, status: string, reason?: string]) => ({
  title,
  tests: [{ status, annotations: [{ type: 'skip', ...(description && { description }) }] }],
})
const vitest = (...ran: readonly (readonly [title: string, status: string])[]) => ({
  testResults: [
    { name: '/repository/src/a.test.ts', assertionResults: ran.map(([title, status]) => ({ title, status })) },
  ],
})
const playwright = (...ran: readonly (readonly [title: string, status: string, reason?: string])[]) => ({
  suites: [
    {
      file: 'b.spec.ts',
      specs: [],
      suites: [{ file: 'b.spec.ts', specs: ran.map(specOf) }],
    },
  ],
})
const excusedAndFailed = [['1: shown', 'skipped', NO_NOTIFICATIONS] as const, ['1: shown', 'unexpected'] as const]
const all = FAULTS.map((_, i) => [`${i + 1}: shown`, 'passed'] as const)

test('a row counts the tests with its number, in either report', () => {
  const rows = rowsOf(
    vitest(['5: lost', 'passed'], ['5: lost again', 'todo'], ['about 7: no', 'passed']),
    playwright(['5: once', 'flaky'], ['8: asleep', 'unexpected']),
  )
  expect([...rows]).toEqual([
    [5, { passed: 2, failed: 0, skipped: 1, excused: 0, files: ['a.test.ts', 'b.spec.ts'] }],
    [8, { passed: 0, failed: 1, skipped: 0, excused: 0, files: ['b.spec.ts'] }],
  ])
})

test.each([
  ['every row passed', all, [], true],
  ['one has no test', all.slice(1), [], false],
  ['one is only skipped', all.slice(1), [['1: shown', 'skipped'] as const], false],
  ['one is skipped for a reason of its own', all.slice(1), [['1: shown', 'skipped', 'too slow'] as const], false],
  ['one is excused', all.slice(1), [['1: shown', 'skipped', NO_NOTIFICATIONS] as const], true],
  ['one failed beside another that is excused', all.slice(1), excusedAndFailed, false],
  ['one is only to be done', [...all.slice(1), ['1: shown', 'todo'] as const], [], false],
  ['one failed beside another that passed', all, [['1: shown', 'unexpected'] as const], false],
  ['one is skipped beside another that passed', all, [['1: shown', 'skipped'] as const], true],
  ['one is no row', [...all, [`${FAULTS.length + 1}: shown`, 'passed'] as const], [], false],
])('%s', (_, inVitest, inPlaywright, isGood) => {
  const { table, isGood: found } = judged(rowsOf(vitest(...inVitest), playwright(...inPlaywright)))
  expect(found, table).toBe(isGood)
})
