import { expect, test } from 'vitest'
import {
  barrels,
  comparedSentences,
  defaultExports,
  emptyCatches,
  enums,
  readersInPlace,
  unnamedSkips,
} from './habits.ts'
import { parse, readSources } from './sources.ts'

const sources = readSources()

test.each([
  ['export default 1', 'exports a default'],
  ['export default function f() {}', 'exports a default'],
])('%s is refused', (text, complaint) => {
  expect(defaultExports([parse('src/x.ts', text), parse('vite.config.ts', text)])).toEqual([`src/x.ts:1: ${complaint}`])
})

test('an enum is refused, also a const one', () => {
  expect(enums([parse('src/x.ts', 'enum A { B }\nexport const enum C { D }')])).toEqual([
    'src/x.ts:1: declares an enum',
    'src/x.ts:2: declares an enum',
  ])
})

test('an empty catch is refused, also with a comment in it or as an empty handler', () => {
  const text =
    'try { f() } catch {}\ntry { f() } catch { /* never mind */ }\nf().catch(() => {})\ntry { f() } catch { g() }'
  expect(emptyCatches([parse('src/x.ts', text)])).toEqual([
    'src/x.ts:1: catches and does nothing',
    'src/x.ts:2: catches and does nothing',
    'src/x.ts:3: catches and does nothing',
  ])
})

test.each([
  [`if (error.message.startsWith('The decision')) f()`, 1],
  [`if (String(body.message).startsWith(ASKS)) f()`, 1],
  [`if (problem.message === 'Not found') f()`, 1],
  [`if (/not found/i.test(message)) f()`, 1],
  [`if (error.code === 'against-precedent') say(error.message)`, 0],
])('%s: what a program branches on is a code, not a sentence', (text, count) => {
  expect(comparedSentences([parse('server/x.ts', text)], [])).toHaveLength(count)
})

test('no sentence is compared, but those of libraries that have no codes', () => {
  const libraries = [
    'server/store/pool.ts',
    'server/store/embedded.ts',
    'src/app/shell/error-pages.tsx',
    'contract/call.ts',
  ]
  const product = sources.filter(({ path }) => /^(?:contract|engine|server|src|sw)\//.test(path))
  expect(
    comparedSentences(
      product.filter(({ path }) => !/\.test\.tsx?$/.test(path)),
      libraries,
    ),
  ).toEqual([])
})

test('a test that may be skipped says where, in its title', () => {
  const named = 'test.skipIf(!here)(`of ${DATA} all is read (skipped where it is missing)`, () => {})'
  const text = `test.skipIf(!here)('all is read', () => {})\n${named}\ntest('all is read', () => {})`
  expect(unnamedSkips([parse('server/x.test.ts', text)])).toEqual([
    'server/x.test.ts:1: is skipped on a condition that its title does not name',
  ])
  expect(unnamedSkips(sources)).toEqual([])
})

test('a reader of a store in place is refused, and one that is made elsewhere is not', () => {
  const text =
    'useSyncExternalStore(a.subscribe, () => a.version)\nuseSyncExternalStore(a.subscribe, versionOf(a))\nuseSyncExternalStore(a.subscribe, () => a.rowOf(id))'
  expect(readersInPlace([parse('src/x.tsx', text)])).toEqual(['src/x.tsx:1: reads a property of a store in place'])
})

test('a file that only passes on exports is refused but as public.ts', () => {
  const text = `export { a } from './a.ts'\nexport * from './b.ts'`
  expect(barrels([parse('src/ui/all.ts', text), parse('src/features/cases/public.ts', text)])).toEqual([
    'src/ui/all.ts: only passes on the exports of others',
  ])
})

test('the repository follows the conventions', () => {
  expect({
    defaults: defaultExports(sources),
    enums: enums(sources),
    catches: emptyCatches(sources),
    barrels: barrels(sources),
    readers: readersInPlace(sources),
  }).toEqual({ defaults: [], enums: [], catches: [], barrels: [], readers: [] })
})
