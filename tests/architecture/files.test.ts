import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { crowded, localMentions, misnamed, overlong, pinnedToServer } from './files.ts'
import { listFiles } from './sources.ts'

const text = /\.(ts|tsx|mts|mjs|css|html|json|md|sql|yml|yaml|sh|svg)$|\.(npmrc|gitignore)$|^\.ci\/run$/

/** Files that git knows or would know, without build products and local data. */
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => text.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('names in upper, camel or snake case are refused', () => {
  expect(misnamed(['src/ui/Dialog.tsx', 'src/userMenu/a.ts', 'server/a_b.ts', 'src/a/queue.screen.tsx'])).toEqual([
    'src/ui/Dialog.tsx',
    'src/userMenu/a.ts',
    'server/a_b.ts',
  ])
})

test('a file of more than 500 lines is refused unless it is a table', () => {
  const long = 'x\n'.repeat(500)
  expect(
    overlong([
      { path: 'src/a.ts', text: long },
      { path: 'contract/reference/a.ts', text: long },
    ]),
  ).toEqual(['src/a.ts: 501 lines'])
})

test('a folder of more than 25 files is refused, except for tests', () => {
  const files = (count: number, ending: string) => Array.from({ length: count }, (_, i) => `src/ui/f${i}${ending}`)
  expect(crowded([...files(25, '.ts'), ...files(9, '.test.ts')])).toEqual([])
  expect(crowded(files(26, '.ts'))).toEqual(['src/ui: 26 files'])
})

test('machine paths and registries are refused', () => {
  const home = ['', 'home', 'me', 'docket'].join('/')
  const registry = ['registry', 'example', 'com'].join('.')
  expect(
    localMentions([
      { path: 'a.md', text: `see ${home}` },
      { path: 'b.md', text: `https://${registry}/x` },
      { path: 'c.ts', text: `navigate('/homework/1')` },
    ]),
  ).toEqual(['a.md: names a path of one machine', 'b.md: names a package registry'])
})

test('a lock file that names servers is refused', () => {
  expect(pinnedToServer({ packages: { '': {}, a: { resolved: 'https://example.com/a.tgz' } } })).toEqual(['a'])
})

test('the repository has no such file', () => {
  expect({
    misnamed: misnamed(listFiles().filter((path) => !/\/(README\.md|LICENSE|tsconfig\.json)$/.test(path))),
    overlong: overlong(files),
    crowded: crowded(listFiles()),
    local: localMentions(files.filter(({ path }) => path !== 'package-lock.json')),
    pinned: pinnedToServer(JSON.parse(readFileSync('package-lock.json', 'utf8')) as never),
  }).toEqual({ misnamed: [], overlong: [], crowded: [], local: [], pinned: [] })
})
