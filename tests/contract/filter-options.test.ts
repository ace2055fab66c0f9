// The options of the filter and the commands of the case queue, on our server and on one with the catalogue alone.
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { team } from '#contract/calls/team.ts'
import { loadReference } from '#contract/reference/load.ts'
import { createApi } from '#src/data/net/api.ts'
import { createReference } from '#src/data/reference.ts'
import { assignees, loadLookups } from '#src/features/cases/lookups.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const never = () => {
  throw new Error('shown')
}

/** The window's side of a server, for an analyst on `paxum`. */
async function windowOf(server: TestServer, fetch = server.fetch) {
  const token = await server.token('analyst')
  const api = createApi({
    fetch,
    token: () => token,
    platform: () => 'paxum',
    effects: { toSignIn: never, toNotFound: never, notify: never, report: never },
    replies: 'strict',
    now: Date.now,
  })
  const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  return { api, queries, reference: createReference(loadReference) }
}

let server: TestServer
let plain: TestServer
let world: World
beforeAll(async () => {
  server = await testServer()
  plain = await testServer({ env: { CATALOGUE_ONLY: '1' } })
  world = await makeWorld(server.db)
})
afterAll(async () => {
  await server.close()
  await plain.close()
})

test('every transaction rule can be chosen, also without alerts or with closed ones only', async () => {
  await world.addCase({ status: 'complete', alerts: [{ rule: 'velocity', status: 'resolved' }] })
  const { rule } = await loadLookups(await windowOf(server), 'paxum')
  const named = ['limit', 'velocity', 'country'] as const
  const expected = named.map((name) => world.rules[name])
  expect(rule?.map(({ value }) => value).toSorted()).toEqual(expected.toSorted())
})

const wanted = (term: string) => ({ platform: 'paxum', term, dealt: { queue: 'case' as const, customerIds: ['100'] } })

test('assignees are the people on the roster, and who is excluded from the client cannot be chosen', async () => {
  const exclusion = { person: 'analyst2', scope: 'customer' as const, value: '100', reason: 'A relative.' }
  await server.call(team.addExclusion, { body: exclusion }, { as: 'manager' })
  const found = await assignees(await windowOf(server), null, wanted(''))
  expect(found.map(({ id, disabled }) => [id, disabled])).toEqual(
    expect.arrayContaining([
      ['analyst', undefined],
      ['analyst2', 'Excluded from this work'],
    ]),
  )
  expect(found.some(({ id }) => ['admin', 'superadmin', 'docadmin'].includes(id))).toBe(false)
})

test('assignees are the people whom the server lists, with their open work', async () => {
  const found = await assignees(await windowOf(server), { id: 'analyst', name: 'Mara Lindqvist' }, wanted(''))
  expect(found.find(({ id }) => id === 'analyst')).toEqual({
    id: 'analyst',
    value: { id: 'analyst', name: 'Mara Lindqvist' },
    title: 'Mara Lindqvist (me)',
    detail: '0 open',
    keywords: ['analyst'],
  })
})

test('without such a list the staff are searched', async () => {
  // as it answers what it does not know
  const data = await windowOf(plain, (path, init) => plain.fetch(path.replace('/management/managers', '/none'), init))
  const everybody = await assignees(data, null, wanted(''))
  expect(everybody.length).toBeGreaterThan(3)
  const mara = { id: 'analyst', name: 'Mara Lindqvist' }
  expect(await assignees(data, null, wanted('mara'))).toEqual([
    { id: mara.id, value: mara, title: mara.name, keywords: [mara.id] },
  ])
})
