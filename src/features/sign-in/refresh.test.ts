import { expect, it } from 'vitest'
import type { Api } from '#src/data/net/api.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { createTokenStore } from '#src/data/user/session-store.ts'
import { refreshToken } from './refresh.ts'

/** The token after a refresh with this answer. */
async function after(first: string, answer: () => Promise<{ refreshToken: string | null }>, meanwhile?: string) {
  const token = createTokenStore({ cookie: '' })
  token.set(first)
  let asked = 0
  const send = async () => {
    asked += 1
    if (meanwhile !== undefined) token.set(meanwhile)
    return answer()
  }
  await refreshToken({ api: { send } as unknown as Api, token })
  return [token.get(), asked]
}
const gives = (next: string | null) => () => Promise.resolve({ refreshToken: next })
const fails = () => Promise.reject(new ApiError({ name: 'refresh', method: 'POST', kind: 'offline' }))

it('takes the new token', async () => expect(await after('old', gives('new'))).toEqual(['new', 1]))
it('clears the token where the refresh is refused', async () =>
  expect((await after('old', gives(null)))[0]).toBeFalsy())
it('keeps the token where nothing answers', async () => expect(await after('old', fails)).toEqual(['old', 1]))
it('does not refresh with the text "undefined"', async () =>
  expect(await after('undefined', gives('new'))).toEqual(['undefined', 0]))
it('a sign-in meanwhile takes precedence', async () =>
  expect(await after('old', gives('new'), 'other')).toEqual(['other', 1]))
