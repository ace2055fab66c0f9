// The migration that keeps due dates: of what was decided before, those that can be known.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_BUSINESS_HOURS } from '#contract/model/business-hours/policy.ts'
import { up } from '#server/store/migrations/0278-kept-due-dates.ts'
import { up as rename } from '#server/store/migrations/0298-business-hours.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const at = (text: string) => new Date(`${text}Z`)
let server: TestServer
let world: World
beforeAll(async () => {
  server = await testServer()
  world = await makeWorld(server.db)
})
afterAll(() => server.close())

const closed = async (createdAt: Date, stops: Date[], more: { platform?: string } = {}) => {
  const { id } = await world.addCase({ createdAt, status: 'complete', ...more })
  const set = { due_pauses: stops, finished_at: stops.at(-1) ?? createdAt }
  await server.db.updateTable('monitoring_case').set(set).where('id', '=', id).execute()
  return id
}

test('due dates are stored where the history is complete and the policy unchanged', async () => {
  const { db } = server
  await sql`update kysely_migration set timestamp = '2026-03-02T00:00:00.000Z' where name = '0245-due-dates'`.execute(
    db,
  )
  await sql`drop index case_in_time, alert_in_time`.execute(db)
  for (const table of ['monitoring_case', 'alert'] as const) {
    await db.schema.alterTable(table).dropColumn('last_due_at').execute()
  }
  const value = JSON.stringify(DEFAULT_BUSINESS_HOURS)
  await sql`insert into business_hours values ('paydek', ${value}, 1, 'admin', ${at('2026-03-11T00:00')})`.execute(db)
  const known = {
    // three business days from Tuesday noon, and with two hours of waiting
    plain: await closed(at('2026-03-10T12:00'), [at('2026-03-11T12:00')]),
    paused: await closed(at('2026-03-10T12:00'), [
      at('2026-03-10T14:00'),
      at('2026-03-10T16:00'),
      at('2026-03-16T09:00'),
    ]),
    later: await closed(at('2026-03-10T12:00'), [at('2026-03-11T12:00')], { platform: 'paydek' }),
  }
  const unknown = {
    elder: await closed(at('2026-03-01T12:00'), [at('2026-03-11T12:00')]),
    unrecorded: await closed(at('2026-03-10T12:00'), []),
    otherPolicy: await closed(at('2026-03-09T12:00'), [at('2026-03-10T12:00')], { platform: 'paydek' }),
  }
  const { id: alert } = await world.addAccountAlert({ level: 'hardstop' })
  const stops = { created_at: at('2026-03-10T12:00'), status: 'resolved', due_pauses: [at('2026-03-10T13:00')] }
  await db.updateTable('alert').set(stops).where('id', '=', alert).execute()
  for (const table of [`monitoring_case`, `alert`] as const) {
    await db.schema.alterTable(table).renameColumn('due_pauses', 'clock_stops').execute()
  }
  await db.schema.alterTable('business_hours').renameTo('clock_policy').execute()
  await up(db as never)
  await rename(db as never)
  const due = async (table: 'monitoring_case' | 'alert', id: string) =>
    (await db.selectFrom(table).select('last_due_at').where('id', '=', id).executeTakeFirstOrThrow()).last_due_at
  expect([
    await due('monitoring_case', known.plain),
    await due('monitoring_case', known.paused),
    await due('monitoring_case', known.later),
    await due('alert', alert),
  ]).toEqual([at('2026-03-13T12:00'), at('2026-03-13T14:00'), at('2026-03-13T12:00'), at('2026-03-11T12:00')])
  for (const [why, id] of Object.entries(unknown)) expect(await due('monitoring_case', id), why).toBeNull()
})
