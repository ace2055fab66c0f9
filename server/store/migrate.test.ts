import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('a database with unknown migrations is refused and left unchanged', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099')`.execute(database.db)
  await expect(migrate(database.db)).rejects.toThrow(/newer Docket.*9999-future/)
  const { rows } = await sql<{ n: string }>`select count(*) as n from kysely_migration`.execute(database.db)
  expect(Number(rows[0]?.n)).toBeGreaterThan(1)
  await sql`delete from kysely_migration where name = '9999-future'`.execute(database.db)
})

test('migrating twice changes nothing', async () => {
  const names = () => sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.db)
  const before = (await names()).rows
  await migrate(database.db)
  expect((await names()).rows).toEqual(before)
})
