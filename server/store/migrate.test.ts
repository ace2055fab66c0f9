// The upgrade of a database of 1.0.0, with rows in place, and what no upgrade is tried on.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql, type Kysely, type Migration } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cases } from '#contract/calls/cases/cases.ts'
import { verifyChain } from '#server/audit/audit.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testServer } from '#tests/support/server.ts'
import { migrate, migrations } from './migrate.ts'
import { openPool } from './pool.ts'

const ROWS = readFileSync(new URL('../../tests/support/rows-of-1.0.0.sql', import.meta.url), 'utf8')

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase({ isEmpty: true })
  await migrate(database.db, { only: ['0001-baseline'] })
  await sql.raw(ROWS).execute(database.db)
})
afterEach(() => database.close())

/** A migration that changes rows and types, and counts how often it ran to its end. */
const later = (end = 'select 1'): Migration => ({
  async up(db: Kysely<unknown>) {
    await sql`alter table note add column length int`.execute(db)
    await sql`update note set length = length(text)`.execute(db)
    await sql`alter table note alter column length set not null`.execute(db)
    await sql`create table ran (at timestamptz default now())`.execute(db)
    await sql`insert into ran default values`.execute(db)
    await sql.raw(end).execute(db)
  },
})
const withLater = (end?: string) => ({ known: { ...migrations, '9000-later': later(end) } })

const applied = async () =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.db)).rows.map(
    ({ name }) => name,
  )
/** The rows of 1.0.0 in the columns of 1.0.0. */
const rowsOf = async (...tables: string[]) => {
  const found = await Promise.all(
    tables.map((table) => sql`select to_jsonb(t) - 'length' as row from ${sql.table(table)} t`.execute(database.db)),
  )
  return found.map(({ rows }) => rows)
}
const all = () => rowsOf('account', 'customer', 'transaction', 'rule', 'monitoring_case', 'alert', 'note', 'audit')

test('a database with unknown migrations is refused and left unchanged', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099')`.execute(database.db)
  await expect(migrate(database.db, withLater())).rejects.toThrow(/newer Docket.*9999-future.*Start that version/)
  expect(await applied()).toEqual(['0001-baseline', '9999-future'])
})

test('a database of before 1.0.0 is refused and left unchanged', async () => {
  await sql`update kysely_migration set name = '0001-foundation'`.execute(database.db)
  const before = await all()
  await expect(migrate(database.db)).rejects.toThrow(/made by a version before 1\.0\.0.*Nothing was changed.*DATA_DIR/)
  expect([await applied(), await all()]).toEqual([['0001-foundation'], before])
})

test('migrating twice changes nothing', async () => {
  const before = await all()
  await migrate(database.db)
  const names = await applied()
  await migrate(database.db)
  expect([await applied(), await all()]).toEqual([names, before])
})

test('this version works on a database of 1.0.0', async () => {
  await migrate(database.db)
  const server = await testServer({ database: { ...database, close: async () => {} } })
  const found = await server.call(cases.view, { params: { caseId: 'PX1001' } })
  expect(found).toMatchObject({ id: 'PX1001', data: { clientName: 'Ada Byron' }, alertCount: 2 })
  await server.call(cases.note, { params: { caseId: 'PX1001' }, body: { note: 'Paid on the day.' } })
  expect(await verifyChain(server.db)).toEqual({ count: 3 })
  await server.close()
})

test('a later migration runs on the rows of 1.0.0, and 1.0.0 refuses what it made', async () => {
  const before = await all()
  await migrate(database.db, withLater())
  expect(await all()).toEqual(before)
  const { rows } = await sql`select length from note order by length`.execute(database.db)
  expect(rows).toEqual([{ length: 13 }, { length: 35 }])
  await expect(migrate(database.db)).rejects.toThrow(/newer Docket/)
})

test('a crash in the middle of a migration leaves the database of before, and the next start upgrades it', async () => {
  const before = await all()
  const doomed = openPool(database.url, { size: 2, onError: () => {} })
  const dying = migrate(doomed.db, withLater('select pg_terminate_backend(pg_backend_pid())'))
  await expect(dying).rejects.toThrow('it is unchanged')
  await doomed.close()
  expect([await applied(), await all()]).toEqual([['0001-baseline'], before])
  await expect(rowsOf('ran')).rejects.toThrow('does not exist')
  await migrate(database.db, withLater())
  expect([await applied(), await all()]).toEqual([[...Object.keys(migrations), '9000-later'], before])
})

test('two instances that start at the same time run a migration once', async () => {
  const instances = [openPool(database.url, { size: 2 }), openPool(database.url, { size: 2 })]
  await Promise.all(instances.map(({ db }) => migrate(db, withLater('select pg_sleep(0.2)'))))
  await Promise.all(instances.map((each) => each.close()))
  expect((await rowsOf('ran'))[0]).toHaveLength(1)
  expect(await applied()).toEqual([...Object.keys(migrations), '9000-later'])
})

test('the baseline is as it was released: a change is a migration of its own', () => {
  const folder = new URL('migrations/baseline/', import.meta.url)
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).toSorted()) hash.update(file).update(readFileSync(new URL(file, folder)))
  // a regenerated table of distances is filled in anew by a migration
  hash.update(readFileSync(new URL('../reference/country-distances.json', import.meta.url)))
  expect(hash.digest('hex')).toBe('8d8cb90f825cabd40fc73e5c12dddf01db2bae44f3e4298f03cac73cbd060a31')
})
