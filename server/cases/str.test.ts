import { expect, test } from 'vitest'
import { STR_ACTIONS } from '#contract/model/values.ts'
import { strStep } from './str.ts'

test('without the policy one person decides, whatever was proposed before', () => {
  for (const action of STR_ACTIONS) {
    for (const proposedBy of [null, 'me', 'another']) {
      expect(strStep('me', { isReviewed: false, proposedBy }, action)).toBe('close')
    }
  }
})

test.each([
  [null, 'proceed', 'propose'],
  [null, 'reject', 'close'],
  ['another', 'proceed', 'approve'],
  ['another', 'reject', 'return'],
  ['me', 'reject', 'withdraw'],
] as const)('with the policy, after a proposal by %s, %s results in %s', (proposedBy, action, step) => {
  expect(strStep('me', { isReviewed: true, proposedBy }, action)).toBe(step)
})

test('nobody approves their own proposal', () => {
  expect(strStep('me', { isReviewed: true, proposedBy: 'me' }, 'proceed')).toMatchObject({ status: 403 })
})
