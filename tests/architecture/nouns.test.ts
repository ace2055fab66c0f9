import { expect, test } from 'vitest'
import { needlessNouns, nounsIn, strayNouns } from './nouns.ts'
import { parse, readSources } from './sources.ts'

test('nouns are found in names, texts and types, and not in comments, imports, keywords and statements', () => {
  const code = `
    // a case
    import { alerts } from '#src/format/case.ts'
    export type Kind = 'alert' | 'view'
    const ruleHits = \`\${n} customers\`
    const a = { keywords: 'queue, cases' }
    switch (a) { case 1: }`
  expect(nounsIn(parse('src/commands/x.ts', code))).toEqual(['alert', 'customers', 'rule'])
})

test('the command library knows no noun of the trade, but for those with a reason', () => {
  const library = readSources().filter(
    ({ path }) => path.startsWith('src/commands/') && !/\.(test|fake)\.tsx?$/.test(path),
  )
  expect(library.length).toBeGreaterThan(60)
  expect(strayNouns(library)).toEqual([])
  expect(needlessNouns(library)).toEqual([])
})
