/** Precedent: the algebra of what a decision goes against. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  againstPrecedent,
  decidedAs,
  precedentSentence,
  commonDisposition,
  type DecidedAs,
  type Guard,
  type Precedents,
  type Tally,
} from './precedent.ts'

const tally = fc
  .tuple(fc.nat(400), fc.nat(60), fc.nat(60))
  .map(([resolved, rejected, strs]): Tally => ({ of: resolved + rejected + strs, rejected, strs }))
const precedents = fc.record({ customer: tally, alike: tally })
const guard: fc.Arbitrary<Guard> = fc.record({
  share: fc.integer({ min: 51, max: 100 }).map((percent) => percent / 100),
  least: fc.integer({ min: 1, max: 40 }),
})
const closing = fc.constantFrom<DecidedAs>('resolved', 'rejected', 'str')
const NINE_OF_TEN: Guard = { share: 0.9, least: 10 }
const none: Tally = { of: 0, rejected: 0, strs: 0 }
const on = (alike: Partial<Tally>, customer: Partial<Tally> = {}) =>
  new Map([['1', { customer: { ...none, ...customer }, alike: { ...none, ...alike } }]])

describe('the usual disposition', () => {
  test('is none with too few precedents or with mixed ones', () => {
    expect(commonDisposition({ of: 9, rejected: 0, strs: 0 }, NINE_OF_TEN)).toBeNull()
    expect(commonDisposition({ of: 20, rejected: 0, strs: 10 }, NINE_OF_TEN)).toBeNull()
    expect(commonDisposition(none, { share: 0.9, least: 0 })).toBeNull()
  })

  test('needs nine of ten; 8.9 of ten is too few', () => {
    expect(commonDisposition({ of: 10, rejected: 0, strs: 1 }, NINE_OF_TEN)).toBe('resolved')
    expect(commonDisposition({ of: 100, rejected: 0, strs: 11 }, NINE_OF_TEN)).toBeNull()
    expect(commonDisposition({ of: 10, rejected: 0, strs: 9 }, NINE_OF_TEN)).toBe('str')
    expect(commonDisposition({ of: 10, rejected: 9, strs: 0 }, NINE_OF_TEN)).toBe('rejected')
    expect(commonDisposition({ of: 10, rejected: 5, strs: 0 }, NINE_OF_TEN)).toBe('cleared')
  })

  test('has a share, and more precedents of the same kind never lower it', () => {
    fc.assert(
      fc.property(tally, guard, (one, asked) => {
        const usual = commonDisposition(one, asked)
        if (usual === null) return
        expect(one.of).toBeGreaterThanOrEqual(asked.least)
        const more: Record<DecidedAs, Tally> = {
          resolved: { ...one, of: one.of + 1 },
          cleared: { ...one, of: one.of + 1 },
          rejected: { ...one, of: one.of + 1, rejected: one.rejected + 1 },
          str: { ...one, of: one.of + 1, strs: one.strs + 1 },
        }
        const next = commonDisposition(more[usual], asked)
        expect(usual === 'cleared' ? ['cleared', 'resolved'] : [usual]).toContain(next)
      }),
    )
  })
})

describe('a decision against precedent', () => {
  test('the usual disposition is never against precedent, and at least one of the two others is', () => {
    fc.assert(
      fc.property(precedents, guard, (one, asked) => {
        const against = (decided: DecidedAs) => againstPrecedent(new Map([['1', one]]), decided, asked)
        const ways = (['resolved', 'rejected', 'str'] as const).map(against)
        const said = ways.find((way) => way !== null)
        if (!said) return
        expect(against(said.usual)).toBeNull()
        expect(ways.filter((way) => way === null).length).toBe(said.usual === 'cleared' ? 2 : 1)
        expect(said.tally).toBe(one[said.scope])
      }),
    )
  })

  test('the customer’s own precedents take priority over those of others, where there are enough', () => {
    fc.assert(
      fc.property(precedents, closing, guard, (one, decided, asked) => {
        const against = againstPrecedent(new Map([['1', one]]), decided, asked)
        if (one.customer.of >= asked.least) expect(against?.scope ?? 'customer').toBe('customer')
        else expect(against?.scope ?? 'alike').toBe('alike')
      }),
    )
    expect(againstPrecedent(on({ of: 1000 }, { of: 9, strs: 9 }), 'str', NINE_OF_TEN)).toMatchObject({ scope: 'alike' })
    expect(againstPrecedent(on({ of: 1000 }, { of: 12, strs: 12 }), 'str', NINE_OF_TEN)).toBeNull()
    expect(againstPrecedent(on({ of: 1000 }, { of: 12, strs: 12 }), 'resolved', NINE_OF_TEN)).toMatchObject({
      scope: 'customer',
      usual: 'str',
    })
  })

  test('a case is against precedent where none of its alerts agrees; a stricter share never asks more often', () => {
    const all = fc.array(precedents, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(all, closing, guard, (each, decided, asked) => {
        const judge = (some: readonly Precedents[], by: Guard) =>
          againstPrecedent(new Map(some.map((one, index) => [String(index), one])), decided, by)
        const alone = each.map((one) => judge([one], asked))
        const whole = judge(each, asked)
        if (whole) expect(alone.some((one) => one !== null)).toBe(true)
        // whichever of them stands first
        expect(judge(each.toReversed(), asked) === null).toBe(whole === null)
        if (alone.every((one) => one !== null)) expect(whole).not.toBeNull()
        const [first] = each
        if (first && judge([first], { ...asked, share: 1 })) expect(judge([first], asked)).not.toBeNull()
      }),
    )
  })

  test('a case with one alert that is always closed so agrees with precedent, even if another never is', () => {
    const [[, cleared] = []] = [...on({ of: 20 })]
    const [[, reported] = []] = [...on({ of: 20, strs: 20 })]
    if (!cleared || !reported) throw new Error('no precedents')
    const both = new Map([
      ['1', cleared],
      ['2', reported],
    ])
    expect(againstPrecedent(both, 'str', NINE_OF_TEN)).toBeNull()
    expect(againstPrecedent(both, 'resolved', NINE_OF_TEN)).toBeNull()
    expect(againstPrecedent(both, 'rejected', NINE_OF_TEN)).not.toBeNull()
  })

  test('ending a case without an STR is only against precedents with STRs', () => {
    expect(againstPrecedent(on({ of: 20, rejected: 20 }), 'cleared', NINE_OF_TEN)).toBeNull()
    expect(againstPrecedent(on({ of: 20 }), 'cleared', NINE_OF_TEN)).toBeNull()
    expect(againstPrecedent(on({ of: 20, strs: 18 }), 'cleared', NINE_OF_TEN)).not.toBeNull()
  })
})

test('a sentence says how many of how many, of which kind, and how the rest ended', () => {
  const against = againstPrecedent(on({ of: 22, rejected: 1, strs: 1 }), 'str', NINE_OF_TEN)
  expect(against && precedentSentence(against)).toBe(
    '20 of 22 prior alerts (same rule, similar amount and risk) were resolved without an STR; 1 rejected, 1 with an STR.',
  )
})

test('an operation maps to the disposition that it gives', () => {
  expect(decidedAs({ kind: 'alert.resolve', body: { reason: 'STR_PROCEED' } })).toBe('str')
  expect(decidedAs({ kind: 'alert.resolve', body: {} })).toBe('resolved')
  expect(decidedAs({ kind: 'alert.reject', body: {} })).toBe('rejected')
  expect(decidedAs({ kind: 'accountAlert.status', body: { status: 'await' } })).toBeNull()
  expect(decidedAs({ kind: 'accountAlert.status', body: { status: 'resolved', sar: 1 } })).toBe('str')
  expect(decidedAs({ kind: 'case.recommendStr', body: { action: 'reject', leavesOpen: true } })).toBeNull()
  expect(decidedAs({ kind: 'case.note', body: { note: 'x' } })).toBeNull()
})
