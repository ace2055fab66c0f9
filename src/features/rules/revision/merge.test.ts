import { expect, test } from 'vitest'
import fc from 'fast-check'
import { differencesOf } from '#contract/model/rules/difference.ts'
import type { ConditionNode } from '#contract/model/rules/conditions/conditions.ts'
import type { Rule } from '#contract/model/rules/rule.ts'
import { mergeConflictsOf } from '#src/data/three-way-merge.ts'
import { contentOf, type Content } from '#src/features/rules/editor/draft.ts'
import { merged } from './merge.ts'

const rule = (content: Partial<Content>): Rule => ({
  id: '1',
  platform: 'paxum',
  type: 'transaction',
  revisionId: '7',
  lastUpdate: { date: '2026-01-01 00:00:00', timezone: 'UTC' },
  isDeleted: false,
  author: 'Ines',
  name: 'Velocity',
  description: '',
  criteria: { account_velocity: { maxTransactions: 12, period: 1 } },
  options: { action: 'alert' },
  ...content,
})
const content = (part: Partial<Content> = {}) => contentOf(rule(part))

const leaf = (value: number): ConditionNode => ({ left: { fact: 'amount.usd' }, is: 'gt', right: { value } })
const expressions: ConditionNode[] = [
  { all: [leaf(1)] },
  { any: [leaf(1)] },
  { any: [leaf(1), leaf(2)], not: true },
  leaf(3),
]
const anyContent: fc.Arbitrary<Content> = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  description: fc.constantFrom('', 'x', 'y'),
  criteria: fc.dictionary(
    fc.constantFrom('limit_transaction', 'account_velocity'),
    fc.dictionary(fc.constantFrom('limit', 'period'), fc.constantFrom('1', '2', '3')),
  ),
  options: fc.record(
    {
      action: fc.constantFrom('alert' as const, 'hardstop' as const),
      transaction_services: fc.subarray(['p2p', 'wireOwn']),
      random_percent: fc.constantFrom(1, 50),
      conditions: fc.constantFrom(...expressions),
    },
    { requiredKeys: [] },
  ),
})

test('a change by one side is taken; of two changes yours stays, unless theirs is chosen', () => {
  const theirs = rule({ name: 'Velocity, day', criteria: { account_velocity: { maxTransactions: 20, period: 1 } } })
  const yours = content({ criteria: { account_velocity: { maxTransactions: 8, period: 2 } } })
  const contests = mergeConflictsOf(content(), contentOf(theirs), yours)
  expect(contests.map(({ place, by }) => [place, by])).toEqual([
    ['name', 'them'],
    ['criteria.account_velocity.maxTransactions', 'both'],
    ['criteria.account_velocity.period', 'you'],
  ])
  const kept = merged(theirs, contests, {})
  expect([kept.name, kept.criteria]).toEqual(['Velocity, day', { account_velocity: { maxTransactions: 8, period: 2 } }])
  const given = merged(theirs, contests, { 'criteria.account_velocity.maxTransactions': 'theirs' })
  expect(given.criteria).toEqual({ account_velocity: { maxTransactions: 20, period: 2 } })
})

test('a removal on one side and an edit on the other is one conflict', () => {
  const theirs = rule({ criteria: {} })
  const yours = content({ criteria: { account_velocity: { maxTransactions: 8, period: 1 } } })
  const contests = mergeConflictsOf(content(), contentOf(theirs), yours)
  expect(contests).toMatchObject([{ place: 'criteria.account_velocity', by: 'both', theirs: undefined }])
  expect(merged(theirs, contests, {}).criteria).toEqual(yours.criteria)
  expect(merged(theirs, contests, { 'criteria.account_velocity': 'theirs' }).criteria).toEqual({})
})

test('a merge takes each path from one of the two, and loses neither', () => {
  fc.assert(
    fc.property(anyContent, anyContent, anyContent, (base, theirs, yours) => {
      const now = rule(theirs)
      const contests = mergeConflictsOf(base, theirs, yours)
      const mine = contentOf(merged(now, contests, {}) as Rule)
      const all = Object.fromEntries(contests.map(({ place }) => [place, 'theirs' as const]))
      const given = contentOf(merged(now, contests, all) as Rule)
      // without a contest the two go together; where they contest, the one or the other stands whole
      for (const { place } of differencesOf(mine, given)) {
        expect(contests.some((one) => one.by === 'both' && place.startsWith(one.place))).toBe(true)
      }
      const onlyYou = mergeConflictsOf(base, base, yours)
      expect(differencesOf(contentOf(merged(rule(base), onlyYou, {}) as Rule), yours)).toEqual([])
      const onlyThem = mergeConflictsOf(base, theirs, base)
      expect(differencesOf(contentOf(merged(now, onlyThem, {}) as Rule), theirs)).toEqual([])
    }),
  )
})

test('conditions are taken whole from one of the two, never half of each', () => {
  const [base, theirs, yours] = expressions.map((conditions) => content({ options: { conditions } }))
  const contests = mergeConflictsOf(base!, theirs!, yours!)
  expect(contests.map(({ place, by }) => [place, by])).toEqual([['options.conditions', 'both']])
  expect(merged(rule(theirs!), contests, {}).options.conditions).toEqual(expressions[2])
  expect(merged(rule(theirs!), contests, { 'options.conditions': 'theirs' }).options.conditions).toEqual(expressions[1])
})
