import { expect, test } from 'vitest'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import { ALLOWLIST_EXPIRIES } from '#contract/model/rules/allowlist.ts'
import { expiryOf } from '#src/features/allowlists/expiry.ts'
import { NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server, world } = await startWorld({ now: () => NOON })

const create = (startDate: string, endDate: string | null) => {
  const limits = { ignoreCriteria: true, ruleCriteria: {} }
  const about = {
    name: 'Timed',
    comment: 'Known payroll.',
    platform: 'paxum',
    ruleId: world.rules.limit,
    customerType: 'personal',
  } as const
  return server.call(allowlists.create, { body: { ...about, ...limits, startDate, endDate } }, { as: 'manager' })
}

test('the server sorts the list by expiry as the window labels its rows', async () => {
  const today = '2026-03-10'
  const periods = [
    ['2026-01-01', null],
    ['2026-01-01', '2026-03-25'],
    ['2026-01-01', '2026-03-24'],
    ['2026-01-01', '2026-03-10'],
    ['2026-01-01', '2026-03-09'],
    ['2026-03-10', null],
    ['2026-03-11', null],
    ['2026-03-11', '2026-03-12'],
  ] as const
  const made = []
  for (const [startDate, endDate] of periods) made.push(await create(startDate, endDate))
  const told = new Map<string, string>()
  for (const expiry of ALLOWLIST_EXPIRIES) {
    const { items, total } = await server.call(allowlists.list, { query: { search: 'timed', expiry } })
    expect(total, expiry).toBe(items.length)
    for (const { id } of items) told.set(id, expiry)
  }
  expect(made.map(({ id }) => told.get(id))).toEqual(made.map((one) => expiryOf(one, today)))
  expect(new Set(told.values()).size).toBe(ALLOWLIST_EXPIRIES.length)
  const odd = await server.send(allowlists.list, { query: { expiry: 'soon' } } as never)
  expect(odd.status).toBe(400)
})
