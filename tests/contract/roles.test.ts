import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { eachCall } from '#contract/table.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { testServer, type As, type TestServer } from '#tests/support/server.ts'
import { makeWorld, NOON, type MadeCase, type World } from '#tests/support/world.ts'
import { NOT_BUILT } from './not-built.ts'

const clock = { now: NOON }
let server: TestServer
let world: World
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docket-files-'))
  server = await testServer({ now: () => clock.now, env: { DATA_DIR: folder } })
  world = await makeWorld(server.db)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const platform = 'paxum'
const byCase = (one: MadeCase) => ({ params: { caseId: one.id } })
const byUuid = (one: MadeCase) => ({ params: { caseUuid: one.uuid } })
const byAlert = (one: MadeCase) => ({ params: { alertId: one.alertIds[0] } })
const byPlatform = () => ({ params: { platform } })
const byCustomer = (one: MadeCase) => ({ params: { platform, customerId: one.customerId, ruleId: world.rules.limit } })
const body = { note: 'Known payer.' }

/** What lets each call succeed, on a case of its own with one open alert, or as it says. */
const INPUTS: Record<string, (one: MadeCase) => object> = {
  'session.info': () => ({}),
  'session.platforms': () => ({}),
  'cases.list': () => ({}),
  'cases.view': byCase,
  'cases.await': byUuid,
  'cases.renew': byUuid,
  'cases.flow': byCase,
  'cases.rules': byCase,
  'cases.similar': byCase,
  'cases.note': (one) => ({ ...byCase(one), body }),
  'cases.recommendStr': (one) => ({ ...byCase(one), body: { ...body, action: 'reject' } }),
  // to somebody else
  'cases.assign': (one) => ({ params: { caseId: one.id, userId: 'analyst-px' } }),
  'cases.precedent': byCase,
  'cases.managers': () => ({}),
  'customers.searchPlatforms': () => ({ params: { term: 'pa' } }),
  'customers.searchUsers': () => ({ params: { term: ' ' } }),
  'customers.findUsers': () => ({ params: { term: ' ' } }),
  'customers.search': () => ({ params: { platform, term: 'ada' } }),
  'alerts.list': (one) => ({ query: { caseId: one.id } }),
  'alerts.view': byAlert,
  'alerts.resolve': (one) => ({ ...byAlert(one), body }),
  'alerts.reject': (one) => ({ ...byAlert(one), body }),
  'alerts.attach': (one) => ({ ...byAlert(one), body: { file: new File(['x'], 'x.txt') } }),
  'alerts.file': (one) => ({ params: { ...byAlert(one).params, fileId: '00000000-0000-4000-8000-000000000000' } }),
  'alerts.byRule': byCustomer,
  'alerts.summary': byCustomer,
  'metrics.alert': byPlatform,
  'metrics.cases': byPlatform,
  'metrics.casesByManagers': byPlatform,
  'metrics.alertByRules': byPlatform,
  'metrics.platform': byPlatform,
  'metrics.accountAlert': byPlatform,
  'metrics.newCases': byPlatform,
  'metrics.newCustomersByRule': byPlatform,
  'sync.ops': (one) => ({
    body: {
      device: 'desk',
      incarnation: 'one',
      ops: [
        {
          opId: crypto.randomUUID(),
          devSeq: 1,
          kind: 'case.note',
          kindV: 1,
          target: { platform, customerId: one.customerId, caseId: one.id },
          body,
          clientTime: clock.now.toISOString(),
          skewMs: null,
          offline: false,
        },
      ],
    },
  }),
}
const STATES: Record<string, Parameters<World['addCase']>[0]> = {
  'cases.renew': { status: 'await' },
  'cases.recommendStr': { alerts: [] },
}

/** The ways in: every account of the demo, and those that are none. */
const WAYS: Record<string, As> = {
  'no token': { as: null },
  undefined: { as: null, headers: { 'auth-token': 'undefined' } },
  ...Object.fromEntries(DEMO_ACCOUNTS.map(({ id }) => [id, { as: id }])),
  'analyst-px on paydek': { as: 'analyst-px', platform: 'paydek' },
}

const ok = (status: number) => Object.fromEntries(DEMO_ACCOUNTS.map(({ id }) => [id, status]))
const REFUSED = { 'no token': 401, undefined: 401 }
const EVERYBODY = { ...REFUSED, ...ok(200), outsider: 403, 'analyst-px on paydek': 403 }
const MANAGERS = { ...EVERYBODY, analyst: 403, analyst2: 403, docadmin: 403 }
const ADMINISTRATORS = { ...MANAGERS, manager: 403, 'analyst-px': 403 }
/** Who gets in where it is not everybody with the platform that the header names. */
const EXPECTED: Record<string, Record<string, number>> = {
  // analyst-px takes it for himself
  'cases.assign': MANAGERS,
  // there is no such file, and only those who may look are told
  'alerts.file': { ...REFUSED, ...ok(404), outsider: 403, 'analyst-px on paydek': 403 },
  'metrics.newCases': ADMINISTRATORS,
  'metrics.newCustomersByRule': ADMINISTRATORS,
}

const built = [...eachCall()].filter(([name, call]) => !call.open && !NOT_BUILT.includes(name))

test('every call that is answered stands here with an input', () => {
  expect(built.map(([name]) => name).filter((name) => !(name in INPUTS))).toEqual([])
})

test('who may make which call', async () => {
  const outcomes: Record<string, Record<string, number>> = {}
  for (const [name, call] of built) {
    const row: Record<string, number> = {}
    for (const [way, as] of Object.entries(WAYS)) row[way] = await outcome(name, call, as)
    outcomes[name] = row
  }
  print(outcomes)
  const expected = Object.fromEntries(built.map(([name]) => [name, EXPECTED[name] ?? EVERYBODY]))
  expect(outcomes).toEqual(expected)
})

async function outcome(name: string, call: Call, as: As): Promise<number> {
  const input = INPUTS[name]?.(await world.addCase(STATES[name])) ?? {}
  return (await server.send(call, input as never, as)).status
}

test('an expired token is a 401 on every call', async () => {
  await server.token('analyst2')
  clock.now = new Date(NOON.getTime() + 13 * 3_600_000)
  const statuses = new Set<number>()
  for (const [name, call] of built) statuses.add(await outcome(name, call, { as: 'analyst2' }))
  clock.now = NOON
  expect([...statuses]).toEqual([401])
})

/** The table is for whoever reads the run; the check is above. */
function print(outcomes: Record<string, Record<string, number>>): void {
  const ways = Object.keys(WAYS)
  const lines = Object.entries(outcomes).map(([name, row]) =>
    [name.padEnd(28), ...ways.map((way) => String(row[way]).padEnd(way.length))].join('  '),
  )
  console.info([['call'.padEnd(28), ...ways].join('  '), ...lines].join('\n'))
}
