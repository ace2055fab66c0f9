import { expect, test } from 'vitest'
import { rules } from '#contract/calls/rules/rules.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import type { LeftOut } from '#server/monitoring/active-rules.ts'
import { isSchedule } from '#server/monitoring/schedule.ts'
import { startDueRuns } from '#server/monitoring/scheduled-runs.ts'
import { addRule, pay } from '#tests/support/payments.ts'
import { startServer } from '#tests/support/start-world.ts'

const NOW = new Date('2026-04-01T12:00:00Z')
const server = await startServer({ now: () => NOW })

test('a rule whose criteria cannot run is skipped and marked, and the others continue', async () => {
  const broken = await addRule(server, 'paxum', { prohibited_keyword: { keywords: [] } })
  const sound = await addRule(server, 'paxum', { limit_transaction: { limit: '100' } })
  const stored = await ingest(server.db, [pay('a', '03-01 10:00', 'ann > x!', 200)], { platform: 'paxum', now: NOW })
  expect(stored).toMatchObject({
    stored: 1,
    alerts: 1,
    rules: [{ ruleId: sound }],
    leftOut: [{ ruleId: broken, reason: expect.stringContaining('keywords') }],
  })
  const { items } = await server.call(rules.list, { query: { shortResponse: 'true' } })
  const marked = items.map(({ id, stopped }) => [id, stopped])
  expect(marked).toContainEqual([broken, expect.stringContaining('keywords')])
  expect(marked).toContainEqual([sound, undefined])
})

test('an impossible schedule stops no other, and is refused', async () => {
  expect(
    ['0 0 31 4,6 *', '0 0 30 2 *', '@daily', '* * * * * *', '0 0 * * L', '0 0 31 4 5L'].filter(isSchedule),
  ).toEqual([])
  expect(['30 2 * * *', '0 0 29 2 *', '0 0 31 * *', '0 0 31 4,6 1', '0 0 * * 5L', '0 0 L * *'].every(isSchedule)).toBe(
    true,
  )
  const criteria = { permission_transaction: { accountType: 'business' } }
  const scheduled = (schedule: string) => addRule(server, 'paydek', criteria, { schedule }, 'schedule')
  const [never, nightly] = [await scheduled('0 0 31 4,6 *'), await scheduled('30 2 * * *')]
  const lastDay = await scheduled('0 0 * * L')
  await server.db
    .updateTable('rule')
    .set({ updated_at: new Date('2026-03-01') })
    .where('platform', '=', 'paydek')
    .execute()
  const told: LeftOut[] = []
  const runs = await server.db.transaction().execute((tx) => startDueRuns(tx, NOW, (rule) => void told.push(rule)))
  expect(runs.map(({ ruleId }) => ruleId)).toEqual([nightly])
  expect(told).toMatchObject([
    { ruleId: never, reason: 'schedule: 0 0 31 4,6 * never comes' },
    { ruleId: lastDay, reason: 'schedule: 0 0 * * L never comes' },
  ])
})
