import { expect, it } from 'vitest'
import { accountAlertAssign } from './account-alert.ts'
import { caseAwait } from './case-status.ts'
import { paramsOf, upgradeBody } from './op.ts'

const kind = {
  kindV: 3,
  upgrades: [(body: unknown) => ({ note: body }), (body: unknown) => ({ ...(body as object), reason: 'OTHER' })],
}

it('rejects bodies of a newer version and of a version that is too old', () => {
  expect([4, 0, -1].map((version) => upgradeBody(kind, version, 'seen'))).toEqual([null, null, null])
  expect(upgradeBody({ kindV: 2 }, 1, 'seen')).toBeNull()
})

it('upgrades a body through each version in between', () => {
  expect([1, 2, 3].map((version) => upgradeBody(kind, version, version === 1 ? 'seen' : { note: 'seen' }))).toEqual([
    { body: { note: 'seen', reason: 'OTHER' } },
    { body: { note: 'seen', reason: 'OTHER' } },
    { body: { note: 'seen' } },
  ])
})

it('has no path without the id of its target', () => {
  const target = { platform: 'paxum', customerId: '7', alertId: '' }
  expect(paramsOf(accountAlertAssign, { target, body: { manager: { id: 'u2' } } })).toBeNull()
  expect(paramsOf(caseAwait, { target: { ...target, caseId: 'PX1' }, body: {} })).toBeNull()
  expect(
    paramsOf(accountAlertAssign, { target: { ...target, alertId: '9' }, body: { manager: { id: 'u2' } } }),
  ).toEqual({
    alertId: '9',
    managerId: 'u2',
  })
})
