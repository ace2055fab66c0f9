import { expect, it } from 'vitest'
import { upgradeBody } from './op.ts'

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
