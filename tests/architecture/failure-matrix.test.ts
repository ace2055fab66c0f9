import { expect, test } from 'vitest'
import { FAULTS, testedIn, toTable } from './failure-matrix.ts'
import { readSources } from './sources.ts'

test('a title counts where a test file calls something with it', () => {
  const files = [
    {
      path: 'src/a.test.ts',
      text: `it('5: lost', run)\ntest.each([1])(\n  "17: twice %s", run)\nit.each([['26: in seconds', 1]])('%s', run)\n// 6: not this`,
    },
    { path: 'tests/e2e/b.spec.ts', text: 'test(`5: once`, async () => {})\ntest("about 7: no", run)' },
    { path: 'src/c.ts', text: `f('8: no test')` },
  ]
  expect([...testedIn(files)]).toEqual([
    [5, ['src/a.test.ts', 'tests/e2e/b.spec.ts']],
    [17, ['src/a.test.ts']],
    [26, ['src/a.test.ts']],
  ])
})

test('every row of the failure matrix has a test', () => {
  const tested = testedIn(readSources().filter(({ path }) => !path.startsWith('tests/architecture/')))
  console.log(`${toTable(tested)}\n\n${tested.size} of ${FAULTS.length} rows have a test`)
  const rows = FAULTS.map((_, i) => i + 1)
  expect(rows.filter((row) => !tested.has(row))).toEqual([])
  expect([...tested.keys()].filter((row) => !rows.includes(row))).toEqual([])
})
