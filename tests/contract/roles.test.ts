import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { eachCall } from '#contract/table.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import type { As } from '#tests/support/server.ts'
import { NOON } from '#tests/support/world.ts'
import { EVERYBODY } from './roles/row.ts'
import { findRow } from './roles/rows.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const clock = { now: NOON }
const { server, world } = await startInFolder({ now: () => clock.now })

/** The ways in: every account of the demo, and those that are none. */
const WAYS: Record<string, As> = {
  'no token': { as: null },
  undefined: { as: null, headers: { 'auth-token': 'undefined' } },
  ...Object.fromEntries(DEMO_ACCOUNTS.map(({ id }) => [id, { as: id }])),
  'analyst-px on paydek': { as: 'analyst-px', platform: 'paydek' },
}

const calls = [...eachCall()].filter(([, call]) => call.roles !== 'public')

test('every call is listed here with an input', () => {
  expect(calls.map(([name]) => name).filter((name) => !findRow(name))).toEqual([])
})

test('each call is allowed to its roles', { timeout: 300_000 }, async () => {
  const outcomes: Record<string, Record<string, number>> = {}
  for (const [name, call] of calls) {
    const row: Record<string, number> = {}
    for (const [way, as] of Object.entries(WAYS)) row[way] = await outcome(name, call, as)
    outcomes[name] = row
  }
  print(outcomes)
  const expected = Object.fromEntries(calls.map(([name]) => [name, findRow(name)?.who ?? EVERYBODY]))
  expect(outcomes).toEqual(expected)
})

async function outcome(name: string, call: Call, as: As): Promise<number> {
  const row = findRow(name)
  const input = (await row?.input(await world.addCase(row.on), world, as.as ?? 'analyst')) ?? {}
  const response = await server.send(call, input as never, as)
  // a file holds its connection until it was read
  if (call.gives === 'file') await response.arrayBuffer()
  return response.status
}

test('an expired token is a 401 on every call', { timeout: 120_000 }, async () => {
  await server.token('analyst2')
  clock.now = new Date(NOON.getTime() + 13 * 3_600_000)
  const statuses = new Set<number>()
  for (const [name, call] of calls) statuses.add(await outcome(name, call, { as: 'analyst2' }))
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
