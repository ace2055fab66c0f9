import { beforeAll, expect, test } from 'vitest'
import { rules } from '#contract/calls/rules/rules.ts'
import { allowlistDesk, type AllowlistDesk } from '#tests/support/allowlists.ts'
import { NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

let desk: AllowlistDesk
const { server } = await startWorld({ now: () => NOON })
beforeAll(async () => {
  desk = await allowlistDesk(server)
})

const figures = async (platform = 'paxum') => {
  const { items } = await server.call(rules.figures, {}, { as: 'admin', platform })
  return items.find(({ ruleId }) => ruleId === desk.ruleId)
}

test('a rule shows its alerts of 90 days, their outcomes, open ones and its suppressions', async () => {
  expect(await figures()).toBeUndefined()
  const { alerts, on } = await desk.takeIn(
    ['ann > x!', 2000],
    ['bob > x!', 3000],
    ['cat > x!', 4000],
    ['dan > x!', 5000],
    ['eve > x!', 6000],
  )
  const [str = '', cleared = '', old = ''] = alerts
  const close = (id: string, status: 'complete' | 'new', recommended_str: 0 | 1) =>
    server.db
      .updateTable('monitoring_case')
      .set({ status, recommended_str })
      .where('id', '=', on[alerts.indexOf(id)] ?? '')
      .execute()
  await server.db.updateTable('alert').set({ status: 'resolved' }).where('id', 'in', [str, cleared]).execute()
  await close(str, 'complete', 1)
  await close(cleared, 'complete', 0)
  // open and older than the figures go back
  const long = new Date('2025-10-01T00:00:00Z')
  await server.db.updateTable('alert').set({ created_at: long }).where('id', '=', old).execute()
  const list = await desk.create({ ruleCriteria: { limit_transaction: { limit: '1100' } } })
  expect(await figures()).toEqual({ ruleId: desk.ruleId, alerts: 4, strs: 1, cleared: 1, open: 3, allowlists: 1 })
  await desk.remove(list.id)
  expect(await figures()).toMatchObject({ allowlists: 0 })
  expect(await figures('paydek')).toBeUndefined()
})
