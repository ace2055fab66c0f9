// Targets of documents and comments exist in this repository.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './sources.ts'

const TEXT = /\.(?:ts|tsx|mjs|md)$/
const SELF = 'tests/architecture/documents.test.ts'

const texts = listFiles()
  .concat(readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path}`))
  .concat('README.md', 'CONTRIBUTING.md')
  .filter((path) => TEXT.test(path) && path !== SELF && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): Set<string> {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)
  return new Set(
    Array.from(headings, ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .trim()
        .replaceAll(/\s+/g, '-'),
    ),
  )
}

function leadsSomewhere(path: string, anchor: string | undefined): boolean {
  return existsSync(path) && (anchor === undefined || anchorsOf(path).has(anchor))
}

test('every document named in a comment or a text exists, with its heading', () => {
  const broken = texts.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g))
      .filter(([, target = '', anchor]) => !leadsSomewhere(target, anchor))
      .map(([target]) => `${path}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('every link of a document leads to a file of the repository', () => {
  const broken = texts
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#([\w-]+))?\)/g))
        .filter(([, target = '', anchor]) => !leadsSomewhere(join(dirname(path), target), anchor))
        .map(([, target]) => `${path}: ${target}`),
    )
  expect(broken).toEqual([])
})

test('every file and folder named in a document exists', () => {
  const named = /`((?:contract|engine|src|sw|server|tests|scripts)\/[\w./-]+)`/g
  // the recipes for changes name what is not there yet
  const missing = texts
    .filter(({ path }) => path.endsWith('.md') && path !== 'CONTRIBUTING.md')
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(named), ([, target = '']) => target)
        .filter((target) => !existsSync(target))
        .map((target) => `${path}: ${target}`),
    )
  expect(missing).toEqual([])
})

test('nothing points to a document outside the repository', () => {
  const outside =
    /(?:offline|interaction|look|speed) design|specification \(?[12]\b|\bresolutions? \d{1,2}\b|\((?:resolutions|architecture|specification), |\bdesign \(\d/i
  expect(texts.filter(({ text }) => outside.test(text)).map(({ path }) => path)).toEqual([])
})

test('every decision cited by its number exists', () => {
  const numbers = new Set(readdirSync('docs/decisions').map((name) => Number(name.slice(0, 4))))
  const missing = texts.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/\bdecisions? (\d{4}|\d{3})\b/g))
      .filter(([, number]) => !numbers.has(Number(number)))
      .map(([mention]) => `${path}: ${mention}`),
  )
  expect(missing).toEqual([])
})
