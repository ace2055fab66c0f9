import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFakePorts } from '#src/commands/ports.fake.ts'
import { createFrecency, decayed } from './frecency.ts'
import { fold, matchClass, matchClasses, rankItems } from './rank.ts'

const day = 24 * 3600 * 1000
const titles = (query: string, list: string[], weights: Record<string, number> = {}) =>
  rankItems(
    list.map((title) => ({ title })),
    query,
    ({ title }) => weights[title] ?? 0,
  ).map(({ title }) => title)

describe('ranking', () => {
  test('leaves out what does not match', () => expect(titles('zz', ['Assign', 'Resolve'])).toEqual([]))

  test('prefers exact, prefix, word start, within a word, then abbreviation', () =>
    expect(titles('re', ['Run exports', 'Are you', 'Clear early', 'Do resolve', 'Resolve', 'RE'])).toEqual([
      'RE',
      'Resolve',
      'Do resolve',
      'Are you',
      'Run exports',
    ]))

  test.each([
    ['sort', 'Set the status of this alert to resolved'],
    ['cash', 'Card Activation IP mismatch'],
    ['hide', 'Lock as soon as the workbench is out of sight'],
    ['assi', 'Amara Sissoko'],
  ])('%s is not found in %s by letters here and there', (query, title) => expect(titles(query, [title])).toEqual([]))

  test.each<[string, string, keyof typeof matchClasses]>([
    ['resolve alert', 'res', 'prefix'],
    ['resolve alert', 'al', 'wordPrefix'],
    ['resolve alert', 'al re', 'wordPrefix'],
    ['resolve alert', 'sol', 'substring'],
    ['assign to me', 'atm', 'abbreviation'],
    ['assign to me', 'asme', 'abbreviation'],
    ['resolve alert', 'rat', 'none'],
    ['resolve alert', 'tar', 'none'],
  ])('%s by %s: %s', (text, query, expected) => expect(matchClass(text, query)).toBe(matchClasses[expected]))

  test('usage decides between equal matches, never above a better one', () =>
    expect(titles('a', ['Assign', 'Await', 'To assign'], { Await: 1, 'To assign': 9 })).toEqual([
      'Await',
      'Assign',
      'To assign',
    ]))

  test('the given order decides last, and alone on an empty query', () =>
    expect([titles('', ['c', 'a', 'b']), titles('a', ['ac', 'ab'])]).toEqual([
      ['c', 'a', 'b'],
      ['ac', 'ab'],
    ]))

  test('ignores case and accents', () => expect(titles('JOSE', ['José', 'Joe'])).toEqual(['José']))

  test('a synonym counts slightly less than a title', () => {
    const items = [{ title: 'Resolve', keywords: ['close'] }, { title: 'Close drawer' }]
    expect(rankItems(items, 'close', () => 0).map(({ title }) => title)).toEqual(['Close drawer', 'Resolve'])
  })

  test('a title is found by any of its parts', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), fc.nat(), fc.nat(), (title, from, length) => {
        const part = fold(title).slice(from % title.length, (from % title.length) + 1 + length)
        if (fold(part)) expect(titles(part, [title])).toEqual([title])
      }),
    ))
})

describe('frecency', () => {
  test('halves in five days', () => expect(decayed({ score: 8, at: 0 }, 10 * day)).toBe(2))

  test('counts more where it was used', () => {
    const { frecency: port } = createFakePorts()
    const uses = createFrecency(port, () => 0)
    uses.use('command:a', 'queue')
    uses.use('command:b', 'case')
    expect([uses.weight('command:a', 'queue'), uses.weight('command:a', 'case')]).toEqual([3, 1])
  })

  test('adds stored usage to usage from before it was loaded', async () => {
    const stored = { 'command:a': { score: 4, at: 0 } }
    const uses = createFrecency({ get: () => Promise.resolve(stored), put: () => {} }, () => 5 * day)
    uses.use('command:a')
    await Promise.resolve()
    expect(uses.weight('command:a')).toBe(3)
  })
})
