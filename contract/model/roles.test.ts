import { expect, test } from 'vitest'
import { ADMINISTRATORS, DOCUMENT_ADMINISTRATORS, MANAGERS, whyNotCall } from './roles.ts'

test.each([
  [MANAGERS, 'Only managers can do this'],
  [ADMINISTRATORS, 'Only administrators can do this'],
  [DOCUMENT_ADMINISTRATORS, 'Only document administrators can do this'],
  [['document_admin', 'manager'] as const, 'Only document administrators and managers can do this'],
])('a call for %s is refused to an analyst with its reason', (roles, reason) => {
  expect(whyNotCall([{ roles: 'everybody' }, { roles }], ['analyst'])).toBe(reason)
  expect(whyNotCall([{ roles }], [])).toBe(reason)
})

test('a call is allowed to everybody, and to each of its roles', () => {
  expect(whyNotCall([], [])).toBeNull()
  expect(whyNotCall([{ roles: 'everybody' }, { roles: 'public' }], [])).toBeNull()
  for (const role of MANAGERS) expect(whyNotCall([{ roles: MANAGERS }], [role])).toBeNull()
})
