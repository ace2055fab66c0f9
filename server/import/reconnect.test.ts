import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestAll } from '#server/monitoring/ingestion/ingest-all.ts'
import { openPool } from '#server/store/pool.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { pay } from '#tests/support/payments.ts'
import { reconnecting, untilBack } from './reconnect.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const now = new Date('2026-04-01T12:00:00Z')

test('an import resumes after the database closed its connections, and stores everything once', async () => {
  // the one that breaks them is not among them
  const other = openPool(database.url, { size: 1 })
  const breakOff = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db)
  const payments = Array.from({ length: 30 }, (_, n) => pay(`p${n}`, `03-01 10:${10 + n}`, 'ann > x!', 10))
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const { stored, duplicates } = await ingestAll(database.db, payments, {
    platform: 'paxum',
    now,
    batchSize: 3,
    onBatch: (done) => {
      if (done === 6 || done === 18) void breakOff()
    },
    onFailure: (error) => untilBack(database.db, error, { say, limits: { away: 20_000, pause: 50 } }),
  })
  expect(said.length).toBeGreaterThan(0)
  expect(stored + duplicates).toBe(30)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from transaction`.execute(database.db)
  expect(rows).toEqual([{ n: 30 }])
  await other.close()
})

test('an unreachable database ends it with instructions, and any other error ends it at once', async () => {
  const patience = { say: () => undefined, limits: { away: 100, pause: 20 } }
  const gone = openPool('postgres://docket:x@127.0.0.1:1/docket', { size: 1 })
  await expect(reconnecting(gone.db, patience, () => sql`select 1`.execute(gone.db))).rejects.toThrow(
    /has not answered for .* Start the import again/,
  )
  await gone.close()
  const wrong = reconnecting(database.db, patience, () => sql`select * from nowhere`.execute(database.db))
  await expect(wrong).rejects.toThrow(/nowhere/)
})
