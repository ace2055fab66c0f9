import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles, parse, readSources } from './sources.ts'
import {
  messagesOf,
  namesOf,
  needlessKeptNames,
  questionComments,
  titlesOf,
  wordsNotUsed,
  wrongComments,
  wrongIdentifiers,
  wrongNames,
  wrongTitles,
  wrongWords,
} from './words.ts'

const glossary = readFileSync('docs/glossary.md', 'utf8')
const words = wordsNotUsed(glossary)
const inComments = wordsNotUsed(glossary, 'Not used in comments and test titles')
const inNames = wordsNotUsed(glossary, 'Not used in file names')
const inCode = wordsNotUsed(glossary, 'Not used in names of code')

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

const SOURCES = readSources()
const PRODUCT = SOURCES.filter(
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
  const story = `/** Whoever asks: so many rows\n * are told. */`
  expect(wrongComments(parse('src/x.ts', story), inComments)).toEqual([
    'src/x.ts:1: says "Whoever": the person, caller, reader or instance that does it',
  ])
  expect(PRODUCT.flatMap((source) => wrongComments(source, inComments))).toEqual([])
})

/** Comments of tests that begin with a question word: their number only falls. */
const LEFT_IN_TESTS = 266

test('no comment of the product begins with what, why, where or whether', () => {
  const code = `/** What it does. */\n// the reason\n// why it is so\n/**\n * Whether it is.\n */\nfoo() // where`
  expect(questionComments(parse('src/x.ts', code))).toEqual([
    'src/x.ts:1: What',
    'src/x.ts:4: Whether',
    'src/x.ts:7: where',
  ])
  expect(PRODUCT.flatMap(questionComments)).toEqual([])
  const inTests = SOURCES.filter((source) => !PRODUCT.includes(source)).flatMap(questionComments)
  expect(inTests.length, 'lower LEFT_IN_TESTS').toBe(LEFT_IN_TESTS)
})

test('no test title uses a word that the glossary replaces', () => {
  const code = `test.each([1])('%i is handed in', () => {})\ndescribe('a second look', () => {})\nconst a = 'handed in once'`
  expect(wrongTitles(parse('src/x.test.ts', code), new Map([...words, ...inComments]))).toEqual([
    'src/x.test.ts:1: "%i is handed in" says "handed in": submitted, or received',
    'src/x.test.ts:2: "a second look" says "second look": quality review',
  ])
  const tests = SOURCES.filter(({ path }) => /\.(test|spec|setup)\.tsx?$/.test(path))
  expect(tests.flatMap(titlesOf).length).toBeGreaterThan(2000)
  expect(tests.flatMap((source) => wrongTitles(source, inComments))).toEqual([])
})

test('no file name uses a word that the glossary replaces', () => {
  expect(wrongNames(['src/features/x/receipt-words.ts', 'src/ui/kbd.tsx'], inNames)).toEqual([
    'src/features/x/receipt-words.ts: says "words": labels, text or terms',
  ])
  expect(wrongNames(listFiles(['contract', 'engine', 'src', 'sw', 'server']), inNames)).toEqual([])
})

test('no export, command, call, table or column is named by a word that the glossary replaces', () => {
  const sources = [
    parse('src/features/x/a.ts', 'export const tellAll = 1; export interface Letter {}; const told = 1'),
    parse(
      'src/features/x/feature.ts',
      "declare module '#src/commands/names.ts' { interface CommandNames { x: { x: 'open' | 'selectAlike' } } }",
    ),
    parse('contract/calls/x.ts', "export const x = { matchLetter: call('GET', '/x', {}), other: { letter: 1 } }"),
    parse('server/schema/x.ts', 'export interface XTable { letter_id: string }'),
  ]
  expect(sources.flatMap((source) => wrongIdentifiers(source, inCode))).toEqual([
    'src/features/x/a.ts: tellAll says "tell": notify, list or report',
    'src/features/x/a.ts: Letter says "letter": message, or email',
    'src/features/x/feature.ts: selectAlike says "alike": similar',
    'contract/calls/x.ts: matchLetter says "letter": message, or email',
    'server/schema/x.ts: letter_id says "letter": message, or email',
  ])
  expect(PRODUCT.flatMap(namesOf).length).toBeGreaterThan(6000)
  expect(PRODUCT.flatMap((source) => wrongIdentifiers(source, inCode))).toEqual([])
  expect(needlessKeptNames(PRODUCT, inCode)).toEqual([])
})
