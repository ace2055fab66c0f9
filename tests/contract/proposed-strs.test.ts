import { afterAll, beforeAll, expect, test } from 'vitest'
import { capabilities } from '#contract/calls/capabilities.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON, type World } from '#tests/support/world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const stamp = (date: string) => ({ date, timezone: 'UTC' })
const mara = { id: 'analyst', name: 'Mara Lindqvist' }

let server: TestServer
let reviewed: TestServer
let there: World
beforeAll(async () => {
  ;[server, reviewed] = await Promise.all([
    testServer({ now: () => NOW }),
    testServer({ now: () => NOW, env: { FOUR_EYES: 'str' } }),
  ])
  there = await makeWorld(reviewed.db)
})
afterAll(() => Promise.all([server.close(), reviewed.close()]))
const recommend = async (one: { id: string }, action: 'proceed' | 'reject', as: string) => {
  const input = { params: { caseId: one.id }, body: { note: `${action} by ${as}`, action } }
  const response = await reviewed.send(cases.recommendStr, input, { as })
  return [response.status, ((await response.json()) as { message: string }).message]
}
const view = (one: { id: string }) => reviewed.call(cases.view, { params: { caseId: one.id } })

test('under four eyes an STR proposal is a capability, off by default', async () => {
  expect((await reviewed.call(capabilities, {})).fourEyes).toEqual(['str'])
  expect((await server.call(capabilities, {})).fourEyes).toEqual([])
})

test('under four eyes the proposer never approves the STR, nor anybody where the case cannot be recommended', async () => {
  const one = await there.addCase({ alerts: [] })
  await recommend(one, 'proceed', 'superadmin')
  expect(await recommend(one, 'proceed', 'superadmin')).toEqual([
    403,
    'You proposed this STR: somebody else has to approve it.',
  ])
  expect(await view(one)).toMatchObject({ status: 'new', recommendedStr: 0, version: 2 })
  expect((await recommend(await there.addCase({ alerts: [{}] }), 'proceed', 'analyst'))[0]).toBe(409)
  expect((await recommend(await there.addCase({ status: 'complete', alerts: [] }), 'proceed', 'analyst'))[0]).toBe(409)
})

test('under four eyes an STR is proposed, and recommended once another person approves it', async () => {
  const one = await there.addCase({ alerts: [] })
  expect(await recommend(one, 'proceed', 'analyst')).toEqual([
    200,
    'Proposed: the STR is recommended once somebody else has approved it.',
  ])
  expect(await view(one)).toMatchObject({
    status: 'new',
    complete: false,
    strProposal: { by: mara, at: stamp('2026-03-10 13:00:00') },
    notes: [{ text: 'proceed by analyst' }],
  })
  expect(await recommend(one, 'proceed', 'analyst2')).toEqual([200, 'Resolved (STR Recommended).'])
  const done = await view(one)
  expect(done).toMatchObject({ status: 'complete', recommendedStr: 1, statusCases: 'str', version: 3 })
  expect(done.strProposal).toBeUndefined()
  expect((await auditOf(reviewed.db, 'case', one.id)).map(({ action, actor }) => [action, actor])).toEqual([
    ['propose STR', 'analyst'],
    ['approve STR', 'analyst2'],
  ])
})

test('under four eyes an STR is returned or withdrawn with a note, and the case is open as before', async () => {
  const one = await there.addCase({ status: 'await', alerts: [] })
  for (const by of ['analyst2', 'analyst']) {
    await recommend(one, 'proceed', 'analyst')
    expect((await recommend(one, 'reject', by))[0]).toBe(200)
    expect(await view(one)).toMatchObject({ status: 'await', recommendedStr: 0 })
    expect((await view(one)).strProposal).toBeUndefined()
  }
  expect((await auditOf(reviewed.db, 'case', one.id)).map(({ action }) => action)).toEqual([
    'propose STR',
    'return STR',
    'propose STR',
    'withdraw STR',
  ])
  expect(await recommend(one, 'reject', 'analyst')).toEqual([200, 'Resolved (NO STR).'])
})
