// No pattern takes more than linear time: the text is often a stranger's, and a slow match holds up everything else.
import { visitorKeys, type Node } from 'oxc-parser'
import { analyse } from 'scslre'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readSources } from './sources.ts'

/** Put separators into the digits of one number, whose length is limited where it is read: quadratic in its digits. */
const THOUSANDS: ReadonlySet<string> = new Set([String.raw`\B(?=(\d{3})+$)`, String.raw`\B(?=(\d{3})+\.)`])

/** Files that put patterns together when they are loaded: the patterns are checked as they are then. */
const AT_LOAD = [
  'contract/fold-text.ts',
  'server/assistant/period.ts',
  'server/assistant/question.ts',
  'server/assistant/records.ts',
  'server/forms/fonts.ts',
  'server/screening/lists/dates.ts',
  'server/sync/cursor.ts',
  'src/features/business-hours/draft.ts',
]

/** Files that put patterns together later: what goes into them, and why no text makes them slow. */
const LATER: Readonly<Record<string, string>> = {
  'server/assistant/question.ts': 'names of records, escaped; a question has a maximum length',
  'server/import/csv.ts': 'the pattern of a mapping, on a limited number of characters',
  'server/import/mapping.ts': 'the same pattern, compiled and not run',
  'server/import/messages/mt103.ts': 'the number of a block',
  'server/text/amount.ts': 'one sign between digits, anchored at both ends',
  'server/tipping-off/guard.ts': 'words of a list, escaped; a message has a maximum length',
}

interface Pattern {
  pattern: string
  flags: string
}

const product = () =>
  readSources().filter(({ path }) => /^(contract|engine|server|src|sw)\//.test(path) && !/\.test\.tsx?$/.test(path))

function patternsIn(node: Node): Pattern[] {
  if (node.type === 'Literal' && 'regex' in node) return [node.regex]
  const inner = (visitorKeys[node.type] ?? []).map((key) => (node as unknown as Record<string, unknown>)[key])
  return inner.flat().flatMap((one) => (one ? patternsIn(one as Node) : []))
}

/** How a pattern can be made slow; empty where it cannot. */
const slownessOf = ({ pattern, flags }: Pattern): string[] =>
  analyse({ source: pattern, flags }).reports.map(
    ({ exponential, character }) =>
      `/${pattern}/${flags}: ${exponential ? 'exponential' : 'quadratic'} on many ${JSON.stringify(character.pick)}`,
  )

test('slow patterns are found', () => {
  expect(slownessOf({ pattern: '^(a+)+$', flags: '' }).join()).toContain('exponential')
  expect(slownessOf({ pattern: String.raw`\s+$`, flags: '' }).join()).toContain('quadratic')
  expect(slownessOf({ pattern: String.raw`(?<!\s)\s+$`, flags: '' })).toEqual([])
})

test('every pattern of the product takes linear time', { timeout: 120_000 }, () => {
  const slow = product().flatMap(({ path, program }) =>
    patternsIn(program as unknown as Node)
      .filter(({ pattern }) => !THOUSANDS.has(pattern))
      .flatMap(slownessOf)
      .map((each) => `${path} ${each}`),
  )
  expect(slow).toEqual([])
})

test('a pattern that begins like an allowed one is no allowed one', () => {
  for (const pattern of THOUSANDS) expect(THOUSANDS.has(`${pattern}(a+)+$`)).toBe(false)
})

/** The patterns that are put together while a module and what it imports are loaded. */
async function patternsOfLoading(path: string): Promise<Pattern[]> {
  const made: Pattern[] = []
  const Original = RegExp
  vi.resetModules()
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [pattern, flags]: [string | RegExp, string?]) {
      const its = new target(pattern, flags)
      made.push({ pattern: its.source, flags: its.flags })
      return its
    },
  })
  try {
    await import(/* @vite-ignore */ join(process.cwd(), path))
  } finally {
    globalThis.RegExp = Original
  }
  return made
}

test('every file that puts patterns together is known', () => {
  const making = product().flatMap(({ path, text }) => (/\bRegExp\(/.test(text) ? [path] : []))
  expect(making.toSorted()).toEqual([...new Set([...AT_LOAD, ...Object.keys(LATER)])].toSorted())
})

test.each(AT_LOAD)('the patterns that %s puts together take linear time', { timeout: 120_000 }, async (path) => {
  const made = await patternsOfLoading(path)
  expect(made).not.toEqual([])
  expect(made.flatMap(slownessOf)).toEqual([])
})
