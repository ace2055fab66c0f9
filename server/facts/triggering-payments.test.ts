import { describe, expect, test } from 'vitest'
import type { Criteria } from '#contract/model/rules/rule.ts'
import { triggering, type Counted } from './triggering-payments.ts'

const HOUR = 3_600_000
const at = (hours: number) => new Date(Date.UTC(2026, 2, 10) + hours * HOUR)
const payment = (id: string, hours: number, more: Partial<Counted> = {}): Counted => ({
  id,
  at: at(hours),
  direction: 'incoming',
  usd: 140,
  other: 'A',
  otherCountry: 'US',
  country: 'CA',
  isDispute: false,
  isCash: false,
  service: null,
  ...more,
})
const alert = (ruleType: string, values: Criteria[string]) => ({
  id: '1',
  ruleId: '1',
  ruleType,
  revisionId: '1',
  level: 'alert' as const,
  criteria: { [ruleType]: values },
  measured: '',
  isMatchOpen: false,
})
const ids = (found: readonly Counted[]) => found.map(({ id }) => id)
const own = payment('own', 0)
const earlier = [
  payment('too old', -200),
  payment('other party', -30, { other: 'B' }),
  payment('other amount', -20, { usd: 900 }),
  payment('out', -10, { direction: 'outgoing' }),
  payment('alike', -5, { usd: 141 }),
]

describe('the triggering payments', () => {
  test('repeated transactions: same counterparty, direction and a similar amount', () => {
    const repeated = alert('repeated_transaction', { amountRate: 1, repeatedCount: 2, period: 7 })
    expect(ids(triggering(repeated, own, earlier))).toEqual(['alike', 'own'])
  })

  test('structuring: payments below the limit in one direction', () => {
    const split = alert('threshold_breakdown', { limit: '500', repeatedCount: 2, period: 7 })
    expect(ids(triggering(split, own, earlier))).toEqual(['other party', 'alike', 'own'])
  })

  test('velocity: all payments within the period', () => {
    expect(ids(triggering(alert('account_velocity', { period: 1 }), own, earlier))).toEqual([
      'other amount',
      'out',
      'alike',
      'own',
    ])
  })

  test('a period of hours and minutes', () => {
    const within = (period: string) => ids(triggering(alert('account_velocity', { period }), own, earlier))
    expect(within('PT10H')).toEqual(['out', 'alike', 'own'])
    expect(within('PT300M')).toEqual(['alike', 'own'])
    expect(within('PT299M')).toEqual(['own'])
  })

  test('a rule on single payments: the payment itself', () => {
    expect(ids(triggering(alert('limit_transaction', { limit: '100' }), own, earlier))).toEqual(['own'])
  })
})
