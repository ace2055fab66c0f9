// No pattern takes more than linear time: the text is often a stranger's, and a slow match holds up everything else.
import { visitorKeys, type Node } from 'oxc-parser'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

/** Puts separators into the digits of one number, whose length is limited where it is read. */
const THOUSANDS = String.raw`\B(?=(\d{3})+`

interface Pattern {
  pattern: string
  flags: string
}

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
  const slow = readSources()
    .filter(({ path }) => /^(contract|engine|server|src|sw)\//.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, program }) =>
      patternsIn(program as unknown as Node)
        .filter(({ pattern }) => !pattern.startsWith(THOUSANDS))
        .flatMap(slownessOf)
        .map((each) => `${path} ${each}`),
    )
  expect(slow).toEqual([])
})
