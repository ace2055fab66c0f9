import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { refreshStatistics } from './statistics.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Customers of a platform, a hundred to a page and more. */
const add = (platform: string, count: number) =>
  sql`insert into customer (platform, id, type, name, created_at, profile)
    select ${platform}, n::text, 'personal', 'Somebody', now(), '{}' from generate_series(1, ${count}::int) n`.execute(
    database.db,
  )

/** The platforms that the planner has heard of. */
async function heardOf(): Promise<string[]> {
  const { rows } = await sql<{ platforms: string[] | null }>`
    select most_common_vals::text::text[] as platforms from pg_stats
    where tablename = 'customer' and attname = 'platform'`.execute(database.db)
  return (rows[0]?.platforms ?? []).toSorted()
}

test('table statistics are updated when a table has grown by half, and not before', async () => {
  await add('paxum', 100)
  await refreshStatistics(database.db, ['customer', 'alert'])
  expect(await heardOf()).toEqual([])
  await add('paydek', 9000)
  await refreshStatistics(database.db, ['customer', 'alert'])
  expect(await heardOf()).toEqual(['paxum', 'paydek'])
  await add('uat', 3000)
  await refreshStatistics(database.db, ['customer'])
  expect(await heardOf()).toEqual(['paxum', 'paydek'])
  await add('dev', 3000)
  await refreshStatistics(database.db, ['customer'])
  expect(await heardOf()).toEqual(['dev', 'paxum', 'paydek', 'uat'])
})
