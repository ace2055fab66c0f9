import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLAIM_OPERATORS, evaluateClaim, type Claim } from './claims.ts'
import { factSentence } from './fact-sentence.ts'
import { FACT_IDS, FACTS, type Fact } from './facts.ts'

const asOf = { date: '2026-11-24 10:00:00', timezone: 'UTC' }
const base = { alertId: null, asOf, version: '1', source: { kind: 'customer', id: '1' } } as const
const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string(), fc.boolean())
const id = fc.constantFrom(...FACT_IDS)
const known = fc.record({ id, value }).map((one): Fact => ({ ...base, state: 'known', ...one }))
const unknown = fc.record({ id, reason: fc.string() }).map((one): Fact => ({ ...base, state: 'unknown', ...one }))
const claim = fc.record({ fact: id, is: fc.constantFrom(...CLAIM_OPERATORS), value }) as fc.Arbitrary<Claim>

const OPPOSITE = { eq: 'ne', ne: 'eq', lt: 'gte', gte: 'lt', gt: 'lte', lte: 'gt' } as const

test('a claim is unknown where its fact is absent, unknown or of another type', () => {
  fc.assert(
    fc.property(claim, fc.array(fc.oneof(known, unknown)), (asserted, facts) => {
      const found = facts.find((one) => one.id === asserted.fact)
      const verdict = evaluateClaim(asserted, facts)
      if (found?.state !== 'known') return verdict === 'unknown'
      if (asserted.is === 'known') return verdict === 'supported'
      return typeof found.value === typeof asserted.value || verdict === 'unknown'
    }),
  )
})

test('a claim and its negation never both hold on a comparable fact', () => {
  fc.assert(
    fc.property(
      known,
      fc.constantFrom(...(Object.keys(OPPOSITE) as (keyof typeof OPPOSITE)[])),
      value,
      (fact, is, other) => {
        const asserted = { fact: fact.id, value: other }
        const one = evaluateClaim({ ...asserted, is }, [fact])
        const opposite = evaluateClaim({ ...asserted, is: OPPOSITE[is] }, [fact])
        return one === 'unknown' ? opposite === 'unknown' : opposite !== 'unknown' && one !== opposite
      },
    ),
  )
})

test('facts that a claim does not name do not change its result', () => {
  fc.assert(
    fc.property(claim, fc.array(known), (asserted, facts) => {
      const named = facts.filter((one) => one.id === asserted.fact)
      return evaluateClaim(asserted, facts) === evaluateClaim(asserted, named)
    }),
  )
})

test('an unknown fact says why it is unknown, and every fact is one sentence', () => {
  const unread: Fact = { ...base, id: 'ip.earlier', state: 'unknown', reason: 'The transaction has no IP address.' }
  expect(factSentence(unread)).toBe(
    'Earlier payments from the IP address: unknown (The transaction has no IP address).',
  )
  for (const one of FACT_IDS) {
    const sentence = factSentence({ ...base, id: one, state: 'known', value: FACTS[one].unit === 'text' ? 'x' : 0 })
    expect(sentence).toMatch(/^[A-Z].*[^.]\.$/)
  }
})

test('a new value is described in words, and a known one with its first day', () => {
  const fact: Fact = { ...base, id: 'counterparty.earlier', state: 'known', value: 0 }
  expect(factSentence(fact)).toBe('The counterparty is new to the customer.')
  expect(factSentence({ ...fact, value: 12, since: '2026-01-04' })).toBe(
    'Earlier payments with the counterparty: 12, first seen 2026-01-04.',
  )
})
