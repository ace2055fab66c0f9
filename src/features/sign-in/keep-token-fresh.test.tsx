import { expect, it } from 'vitest'
import type { Engine } from '#src/data/engine-client/engine-client.ts'
import type { Api } from '#src/data/net/api.ts'
import { createTokenStore } from '#src/data/user/session-store.ts'
import { keepTokenFresh } from './refresh.ts'

it('does not refresh while locked, where the server may not know of an unlock yet', () => {
  const token = createTokenStore({ cookie: '' })
  token.set('old')
  let asked = 0
  const send = async () => {
    asked += 1
    return { refreshToken: 'new' }
  }
  const after = (['locked', 'opening', 'open'] as const).map((phase) => {
    const engine = { vault: { state: () => ({ phase }) } } as unknown as Engine
    keepTokenFresh({ api: { send } as unknown as Api, token, engine })()
    return asked
  })
  expect(after).toEqual([0, 0, 1])
})
