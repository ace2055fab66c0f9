import { expect, test } from 'vitest'
import type { Fact, FactId } from '#contract/model/facts/facts.ts'
import { tagsOf } from './party-tags.tsx'

const known = (id: FactId, value: number | boolean, ...parties: string[]) =>
  ({ id, state: 'known', value, items: parties.map((status) => ({ source: null, label: 'X', status })) }) as Fact
const unknown = (id: FactId) => ({ id, state: 'unknown', reason: 'No form states it' }) as Fact

test('matches and political exposure are shown, the most severe first', () => {
  const open = known('sanctions.open', 3, 'customer', 'customer', 'counterparty')
  const facts = [known('customer.pep', true), open, known('sanctions.confirmed', 1, 'customer')]
  expect(tagsOf(facts)).toEqual([
    'Sanctions match confirmed',
    '2 sanctions matches to review',
    'Counterparty: 1 sanctions match to review',
    'PEP',
  ])
})

test('absent and unknown properties show no tag', () => {
  expect(tagsOf([unknown('customer.pep'), known('sanctions.open', 0), known('sanctions.confirmed', 0)])).toEqual([])
  expect(tagsOf([])).toEqual([])
})
