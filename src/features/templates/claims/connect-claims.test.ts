import { expect, test } from 'vitest'
import type { FactSheet } from '#contract/model/facts/facts.ts'
import { DEFAULT_TEMPLATES } from '#src/features/templates/defaults.ts'
import { fill } from './fill-template.ts'
import { connectClaims, proofOf } from './connect-claims.ts'
import { prove } from './check-claims.ts'

connectClaims({ prove, fill })

const templateFor = (use: string) => DEFAULT_TEMPLATES.find((one) => one.use === use)!
const stamp = { date: '2026-03-10 12:00:00', timezone: 'UTC' as const }
const sheet = (alertId: string) =>
  ({
    subject: { kind: 'case', id: 'PX1' },
    version: '1',
    asOf: stamp,
    ruleRevisions: {},
    otherAccounts: {},
    facts: [
      {
        id: 'alert.match',
        alertId,
        source: { kind: 'alert', id: alertId },
        asOf: stamp,
        version: '1',
        state: 'known',
        value: true,
      },
    ],
  }) as FactSheet

test.each(['resolve', 'account'])('no template (%s) closes an alert that has an open sanctions match', (use) => {
  const template = templateFor(use)
  const about = { variables: {}, alertId: '7' }
  expect(proofOf(template, { ...about, sheet: sheet('7') }).against?.short).toMatch(/^decide the sanctions match first/)
  expect(proofOf(template, { ...about, sheet: sheet('8') }).against).toBeNull()
  expect(proofOf(template, about).against).toBeNull()
})

test.each(['reject', 'account-sar'])('a template that confirms the match (%s) is allowed', (use) => {
  expect(proofOf(templateFor(use), { variables: {}, alertId: '7', sheet: sheet('7') }).against).toBeNull()
})

test('a template that closes as suspicious is allowed too', () => {
  const template = { ...templateFor('resolve'), reason: 'STR_PROCEED' as const }
  expect(proofOf(template, { variables: {}, alertId: '7', sheet: sheet('7') }).against).toBeNull()
})
