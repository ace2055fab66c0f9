import { expect, test } from 'vitest'
import { createTokenStore } from './session-store.ts'

const lifeOf = (token: string | null) => {
  const jar = { cookie: '' }
  createTokenStore(jar).set(token)
  return /max-age=(-?\d+)/.exec(jar.cookie)?.[1] ?? null
}
const tokenWith = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`

test('the cookie of a token lives as long as its session, whatever the clock of the device', () => {
  expect(lifeOf(tokenWith({ iat: 1_000, exp: 44_200, note: '>>>???' }))).toBe('43200')
  expect(lifeOf(null)).toBe('-1')
})

test('a token that does not say how long it lives is kept until the browser ends', () => {
  const texts = ['opaque', 'a.b.c', 'undefined', tokenWith({ exp: 5 }), tokenWith({ iat: 9, exp: 5 }), 'x.bnVsbA.y']
  expect(texts.map(lifeOf)).toEqual(texts.map(() => null))
})
