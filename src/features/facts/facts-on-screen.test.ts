import { expect, test } from 'vitest'
import type { FactSheet } from '#contract/model/facts/facts.ts'
import { OP_KINDS } from '#contract/ops/kinds.ts'
import { showing, withSeenFacts } from './facts-on-screen.ts'

const asOf = { date: '2026-11-24 10:00:00', timezone: 'UTC' }
const common = { alertId: null, asOf, source: { kind: 'customer', id: '7' }, state: 'known' } as const
const sheet: FactSheet = {
  subject: { kind: 'case', id: 'PX1' },
  asOf,
  version: 's1',
  ruleRevisions: { 1: '70', 2: '71' },
  account: { id: '7', name: 'Ada' },
  otherAccounts: {},
  facts: [
    { ...common, id: 'customer.strs', value: 0, version: 'a' },
    { ...common, id: 'precedent.alike', value: 3, version: 'b', alertId: '1' },
    { ...common, id: 'precedent.alike', value: 9, version: 'c', alertId: '2' },
  ],
}
const target = { platform: 'paxum', customerId: '7', caseId: 'PX1', alertId: '1' }
const decision = { kind: 'alert.resolve', target, body: { note: 'Known payer.' } }

test('a decision carries the facts that are on screen, and none once they have left it', () => {
  const note = { kind: 'case.note', target, body: { note: 'Asked.' } }
  const other = { ...decision, target: { ...target, caseId: 'PX2' } }
  const leave = showing('paxum', sheet)
  const facts = { sheet: 's1', asOf, ruleRevision: '70', versions: { 'customer.strs': 'a', 'precedent.alike': 'b' } }
  expect(withSeenFacts([decision, note, other])).toEqual([
    { ...decision, body: { ...decision.body, facts } },
    note,
    other,
  ])
  const [sealed] = withSeenFacts([decision])
  expect(OP_KINDS['alert.resolve'].body.parse(sealed?.body)).toEqual(sealed?.body)
  leave()
  expect(withSeenFacts([decision])).toEqual([decision])
})
