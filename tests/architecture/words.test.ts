import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, readSources } from './sources.ts'
import { messagesOf, wordsNotUsed, wrongComments, wrongWords } from './words.ts'

const words = wordsNotUsed(readFileSync('docs/glossary.md', 'utf8'))

test('a word that the glossary replaces is found in texts, strings and templates, in any case', () => {
  expect(words.get('put back')).toBe('restored from backup')
  const code = `
    const a = <p>It was put
      back</p>
    const b = 'Put back now'
    const c = \`\${n} was put back\``
  expect(wrongWords(parse('src/x.tsx', code), words)).toEqual([
    'src/x.tsx:2: "It was put back" says "put back": restored from backup',
    'src/x.tsx:4: "Put back now" says "Put back": restored from backup',
    'src/x.tsx:5: "… was put back" says "put back": restored from backup',
  ])
})

test('classes, imports, queries and command keywords are not messages', () => {
  const code = `
    import a from './put back.ts'
    const b = <p className="put back" />
    const c = sql\`put back\`
    const d = { keywords: ['put back'] }
    const e = 'input backs'`
  expect(wrongWords(parse('src/x.tsx', code), words)).toEqual([])
})

const PRODUCT = readSources().filter(
  ({ path }) =>
    /^(contract|engine|src|sw|server)\//.test(path) && !/\.(test|fake)\.tsx?$|\/reference\/|\/migrations\//.test(path),
)

test('no message uses a word that the glossary replaces', () => {
  expect(PRODUCT.flatMap(messagesOf).length).toBeGreaterThan(2000)
  expect(PRODUCT.flatMap((source) => wrongWords(source, words))).toEqual([])
})

test('no comment uses a word that the glossary replaces', () => {
  const code = `/** A server that\n * knows keys. */\n// and undo puts it back`
  expect(wrongComments(parse('src/x.ts', code), words)).toEqual([
    'src/x.ts:1: says "knows keys": supports idempotency keys',
  ])
  expect(PRODUCT.flatMap((source) => wrongComments(source, words))).toEqual([])
})
