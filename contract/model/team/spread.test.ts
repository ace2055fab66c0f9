import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spread, SPREAD_WAYS } from './spread.ts'

const cases = fc
  .array(fc.option(fc.constantFrom('r1', 'r2', 'r3')), { maxLength: 60 })
  .map((rules) => rules.map((ruleId, index) => ({ id: `c${index}`, ruleId })))
const people = fc
  .array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 8 })
  .map((loads) => loads.map((open, index) => ({ id: `p${index}`, open })))

const countsOf = (given: Map<string, string>, ids: readonly string[]) =>
  ids.map((id) => [...given.values()].filter((to) => to === id).length)

describe('distributing cases', () => {
  test('assigns nothing where nobody is available', () => {
    for (const way of SPREAD_WAYS) expect(spread([{ id: 'c', ruleId: null }], [], way).size).toBe(0)
  })

  test('assigns every case to exactly one person, with the same result each time', () => {
    fc.assert(
      fc.property(cases, people, fc.constantFrom(...SPREAD_WAYS), (given, to, way) => {
        const result = spread(given, to, way)
        expect([...result.keys()]).toEqual(given.map(({ id }) => id))
        expect(to.map(({ id }) => id)).toEqual(expect.arrayContaining([...new Set(result.values())]))
        expect(spread(given, to, way)).toEqual(result)
      }),
    )
  })

  test('assigns nobody more than their capacity, and leaves only what exceeds everybody’s capacity', () => {
    const limited = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 9 })), { minLength: 1, maxLength: 8 })
      .map((all) => all.map(([open, room], index) => ({ id: `p${index}`, open, room })))
    fc.assert(
      fc.property(cases, limited, fc.constantFrom(...SPREAD_WAYS), (given, to, way) => {
        const result = spread(given, to, way)
        const counts = countsOf(
          result,
          to.map(({ id }) => id),
        )
        for (const [n, { room }] of to.entries()) expect(counts[n]).toBeLessThanOrEqual(room)
        const room = to.reduce((sum, one) => sum + one.room, 0)
        expect(result.size).toBe(Math.min(given.length, room))
      }),
    )
  })

  test('evenly: nobody gets two more than another person', () => {
    fc.assert(
      fc.property(cases, people, (given, to) => {
        const counts = countsOf(
          spread(given, to, 'even'),
          to.map(({ id }) => id),
        )
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('by load: nobody who gets a case ends with more than one above anybody else', () => {
    fc.assert(
      fc.property(cases, people, (given, to) => {
        const counts = countsOf(
          spread(given, to, 'load'),
          to.map(({ id }) => id),
        )
        const after = to.map(({ open }, index) => open + (counts[index] ?? 0))
        for (const [index, count] of counts.entries()) {
          if (count > 0) expect(after[index] ?? 0).toBeLessThanOrEqual(Math.min(...after) + 1)
        }
      }),
    )
  })

  test('by skill: prefers the person who decided the rule before, until their load is four times as high', () => {
    const to = [
      { id: 'ann', open: 10 },
      { id: 'bo', open: 10 },
    ]
    const tens = Array.from({ length: 20 }, (_, index) => ({ id: `c${index}`, ruleId: 'r1' }))
    const practice = (person: string) => (person === 'bo' ? 1 : 0)
    expect(countsOf(spread(tens, to, 'skill', { skill: practice }), ['ann', 'bo'])).toEqual([0, 20])
    const many = Array.from({ length: 60 }, (_, index) => ({ id: `c${index}`, ruleId: 'r1' }))
    const [ann = 0, bo = 0] = countsOf(spread(many, to, 'skill', { skill: practice }), ['ann', 'bo'])
    expect([ann > 0, (10 + bo) / (10 + ann) <= 4]).toEqual([true, true])
  })
})
