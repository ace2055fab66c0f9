/** Values that no window of ours sends. */
import type { Random } from '#server/demo/random.ts'

const TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e999',
  'NaN',
  'null',
  'undefined',
  'true',
  '9'.repeat(20),
  '9007199254740993',
  '-9223372036854775809',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e\u0007\u001b[2J',
  '🧾'.repeat(50),
  'ﷺ'.repeat(100),
  'x'.repeat(600),
  'x'.repeat(30_000),
  `'; drop table note; --`,
  `") or true --`,
  '$1',
  '%',
  '_',
  '\\',
  '..',
  '.',
  '../../etc/passwd',
  '%2e%2e%2f',
  '/',
  '?a=b',
  '#',
  '__proto__',
  'constructor',
  'toString',
  '{}',
  '[]',
  '<script>alert(1)</script>',
  '=1+1',
  'a\r\nset-cookie: x=y',
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-4000-8000-000000000404',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '2026-02-31',
  '2026-02-30 25:61:61',
  '9999-12-31',
  '9999-12-31 23:59:59',
  '+010000-01-01',
  '275760-09-13T00:00:00Z',
  '-271821-04-20',
  '1970-01-01T00:00:00.000Z',
  'paxum',
  'paydek',
  'atlantis',
  'PX1001',
  'PD1001',
  '*',
  '* * * * *',
  '0 0 * * L',
  '60 24 32 13 8',
]

const NUMBERS: readonly number[] = [0, -0, -1, 1.5, 1e-7, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324]

/** A text, mostly short. */
export const hostileText = (random: Random): string => random.pick(TEXTS)

/** Anything that JSON can say. */
export function hostileValue(random: Random, depth = 0): unknown {
  const of: readonly (readonly [() => unknown, number])[] = [
    [() => hostileText(random), 6],
    [() => random.pick(NUMBERS), 3],
    [() => random.pick([null, true, false]), 2],
    [() => [], 1],
    [() => ({}), 1],
    [() => Array.from({ length: random.int(1, 4) }, () => hostileValue(random, depth + 1)), depth < 3 ? 2 : 0],
    [
      () =>
        Object.fromEntries(
          Array.from({ length: random.int(1, 4) }, () => [hostileText(random), hostileValue(random, depth + 1)]),
        ),
      depth < 3 ? 2 : 0,
    ],
    [() => Array.from({ length: random.pick([50, 2000, 30_000]) }, () => random.pick(NUMBERS)), depth === 0 ? 0.3 : 0],
  ]
  return random.weighted(of)()
}

/** Bodies that are not even wrong. */
export function brokenText(random: Random): string {
  const depth = random.pick([30, 60, 2000, 20_000])
  return random.pick([
    '',
    '{',
    'null',
    '0',
    '"x"',
    '[]',
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1},"constructor":{"prototype":{}}}',
    '\ufeff{}',
    '{"note":"\\ud800","x":"\\u0000"}',
    '['.repeat(depth),
    `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`,
    `${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`,
    '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\nx\r\n--x--',
  ])
}
