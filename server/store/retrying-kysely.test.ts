import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const lock = (n: number) => sql`select pg_advisory_xact_lock(${n})`

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

test('of two transactions that wait for each other both are done, one of them at its second try', async () => {
  let runs = 0
  const meet = [deferred(), deferred()] as const
  const one = (own: 0 | 1) =>
    database.db.transaction().execute(async (tx) => {
      runs += 1
      await lock(own + 1).execute(tx)
      meet[own].resolve()
      await meet[1 - own]?.promise
      await lock(2 - own).execute(tx)
      return own
    })
  expect(await Promise.all([one(0), one(1)])).toEqual([0, 1])
  expect(runs).toBe(3)
})

test.each([
  ['40P01', 2],
  ['40001', 2],
  ['23505', 1],
])('a transaction that fails with %s runs %i times, and throws it', async (code, expected) => {
  let runs = 0
  const failing = database.db.transaction().execute(async (tx) => {
    runs += 1
    await sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`).execute(tx)
  })
  await expect(failing).rejects.toMatchObject({ code })
  expect(runs).toBe(expected)
})
