import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { policyValues } from '#server/policies/values.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { sampleLeastOf } from './sample-least.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await saveAccounts(database.db, DEMO_ACCOUNTS)
})
afterAll(() => database.close())

test.each([[4], [0], [-5], [1e9], ['12'], [true]])('a rule takes %j as a sheet does', async (value) => {
  const { db } = database
  const about = { platform: 'paxum', config: readConfig({}) }
  await db.deleteFrom('policy').execute()
  await db
    .insertInto('policy')
    .values({
      platform: 'paxum',
      id: 'sampleLeast',
      value: JSON.stringify(value),
      version: 1,
      updated_by: 'admin',
      updated_at: new Date(),
    })
    .execute()
  const { sampleLeast } = await policyValues(db, about, ['sampleLeast'])
  expect(await sampleLeastOf(db, 'paxum')).toBe(sampleLeast)
})
