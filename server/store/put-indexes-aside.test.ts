import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { putIndexesAside, restoreIndexes } from './put-indexes-aside.ts'
import { openStore } from './open.ts'

const TABLES = ['monitoring_case', 'alert'] as const
let database: TestDatabase
let whole: string[]
beforeAll(async () => {
  database = await testDatabase()
  whole = await indexes()
})
afterAll(() => database.close())

async function indexes(): Promise<string[]> {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where schemaname = 'public' order by indexdef`.execute(database.db)
  return rows.map(({ indexdef }) => indexdef)
}

test('bulk loading drops and restores the tables’ own indexes and constraints, except keys and required ones', async () => {
  await putIndexesAside(database.db, TABLES, ['case_customer'])
  const left = await indexes()
  const gone = whole.filter((each) => !left.includes(each))
  expect(gone.length).toBeGreaterThan(10)
  expect(gone.filter((each) => !/ ON public\.(monitoring_case|alert) /.test(each))).toEqual([])
  const ofTables = left.filter((each) => / ON public\.(monitoring_case|alert) /.test(each))
  expect(ofTables.map((each) => /INDEX (\w+)/.exec(each)?.[1]).toSorted()).toEqual([
    'alert_pkey',
    'case_customer',
    'monitoring_case_pkey',
    'monitoring_case_uuid_key',
  ])
  await restoreIndexes(database.db)
  expect(await indexes()).toEqual(whole)
})

test('a second bulk load restores what the first one dropped', async () => {
  await putIndexesAside(database.db, ['alert'])
  await putIndexesAside(database.db, ['monitoring_case'])
  await restoreIndexes(database.db)
  await restoreIndexes(database.db)
  expect(await indexes()).toEqual(whole)
})

test('opening the database after a crash restores all of them', async () => {
  await putIndexesAside(database.db, TABLES)
  const store = await openStore(
    readConfig({ DATABASE_URL: database.url, DEMO_SIGN_IN: '1' }),
    pino({ level: 'silent' }),
  )
  await store.close()
  expect(await indexes()).toEqual(whole)
})

test('a database of a newer version is refused before anything is changed', async () => {
  await putIndexesAside(database.db, TABLES)
  const left = await indexes()
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099')`.execute(database.db)
  const opening = openStore(readConfig({ DATABASE_URL: database.url, DEMO_SIGN_IN: '1' }), pino({ level: 'silent' }))
  await expect(opening).rejects.toThrow(/newer Docket.*Nothing was changed/)
  expect(await indexes()).toEqual(left)
  await sql`delete from kysely_migration where name = '9999-future'`.execute(database.db)
  await restoreIndexes(database.db)
})
