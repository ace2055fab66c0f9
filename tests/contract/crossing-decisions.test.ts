// A second person approves while somebody decides on the same object, many at a time: each is answered, none by a fault.
import { expect, test } from 'vitest'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { approvals } from '#contract/calls/cases/approvals.ts'
import { policies } from '#contract/calls/policies.ts'
import { testDatabase } from '#tests/support/database.ts'
import { NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const PAIRS = 16

const { server, world } = await startWorld({
  now: () => NOON,
  env: { FOUR_EYES: 'hardstop,bulk', BULK_CLOSE_LIMIT: '1000' },
  database: await testDatabase(),
})

const open = async (kind: 'hardstop' | 'policy') =>
  (await server.call(approvals.list, { query: { kind } }, { as: 'admin' })).items
const approve = ({ id, version }: { id: string; version: string }, as: string) =>
  server.send(approvals.approve, { params: { approvalId: id }, body: { note: 'Seen.', version } }, { as })
const answered = async (sent: Promise<Response>[]) =>
  Promise.all((await Promise.all(sent)).map(async (each) => [each.status, each.ok ? '' : await each.text()] as const))
const deadlocks = async () => {
  const { rows } = await server.store.pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks
}

test(`${PAIRS} releases are approved while others reject the same alerts`, async () => {
  const made = await Promise.all(
    Array.from({ length: PAIRS }, () => world.addCase({ alerts: [{ level: 'hardstop' }] })),
  )
  const ids = made.map(({ alertIds }) => alertIds[0] ?? '')
  for (const alertId of ids) await server.send(alerts.resolve, { params: { alertId }, body: { note: 'Known.' } })
  const waiting = await open('hardstop')
  expect(waiting).toHaveLength(PAIRS)
  const sent = waiting.flatMap((one) => [
    approve(one, 'analyst2'),
    server.send(alerts.reject, { params: { alertId: one.object.id }, body: { note: 'No.' } }, { as: 'manager' }),
  ])
  const answers = await answered(sent)
  expect(answers.filter(([status]) => status >= 500)).toEqual([])
  // of each pair one had an effect
  expect(answers.filter(([status]) => status === 200)).toHaveLength(PAIRS)
  const states = await server.db.selectFrom('alert').select('status').where('id', 'in', ids).execute()
  expect(states.filter(({ status }) => status === 'new')).toEqual([])
  expect(await open('hardstop')).toEqual([])
  expect(await deadlocks()).toBe(0)
})

test(`a looser threshold is approved while another administrator tightens it, ${PAIRS} times`, async () => {
  const set = async (value: number, as: string) => {
    const { items } = await server.call(policies.list, {}, { as })
    const version = items.find(({ id }) => id === 'bulkCloseLimit')?.version ?? 0
    return {
      version,
      send: () =>
        server.send(
          policies.set,
          { params: { policy: 'bulkCloseLimit' }, body: { value, version, reason: 'Agreed.' } },
          { as },
        ),
    }
  }
  for (let n = 0; n < PAIRS; n += 1) {
    const asked = await (await set(2000 + n, 'admin')).send()
    expect(asked.status).toBe(200)
    const [held] = await open('policy')
    const tighter = await set(500 - n, 'superadmin')
    const answers = await answered([approve(held ?? { id: '', version: '' }, 'superadmin'), tighter.send()])
    expect(answers.filter(([status]) => status >= 500)).toEqual([])
    expect(answers.filter(([status]) => status === 200).length).toBeGreaterThan(0)
    await server.db.updateTable('approval').set({ status: 'returned' }).where('status', '=', 'open').execute()
  }
  expect(await deadlocks()).toBe(0)
})
