import { expect, test } from 'vitest'
import { customers } from '#contract/calls/customers.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server } = await startWorld()

test('customers of another platform are refused', async () => {
  const params = { platform: 'paydek', term: 'ada' }
  expect((await server.send(customers.search, { params }, { as: 'analyst-px' })).status).toBe(403)
})

test('wildcards are literal', async () => {
  for (const term of ['%', '_', 'a%a']) {
    expect(await server.call(customers.search, { params: { platform: 'paxum', term } })).toEqual({ items: [] })
  }
})

test('a customer is found by part of a name, in any case; all by a single space', async () => {
  const found = (term: string) => server.call(customers.search, { params: { platform: 'paxum', term } })
  expect(await found('BYR')).toEqual({ items: [{ id: '100', name: 'Ada Byron', detail: 'personal, ada' }] })
  expect((await found(' ')).items.map(({ name }) => name)).toEqual(['Acme Ltd', 'Ada Byron'])
})

test('staff are found by both addresses; platforms only where the account has them', async () => {
  const params = { term: 'noor' }
  const noor = { items: [{ id: 'analyst-px', name: 'Noor Petrov', detail: 'analyst-px@docket.example' }] }
  expect(await server.call(customers.searchUsers, { params })).toEqual(noor)
  expect(await server.call(customers.findUsers, { params })).toEqual(noor)
  expect(await server.call(customers.findUsers, { params }, { platform: 'paydek' })).toEqual({ items: [] })
  for (const call of [customers.searchUsers, customers.findUsers]) {
    expect(await server.call(call, { params: { term: ' ' } }, { platform: '' })).toEqual({ items: [] })
  }
  expect(await server.call(customers.searchPlatforms, { params: { term: 'PAX' } }, { as: 'analyst-px' })).toEqual({
    items: [{ id: 'paxum', name: 'Paxum', detail: 'PX' }],
  })
})
