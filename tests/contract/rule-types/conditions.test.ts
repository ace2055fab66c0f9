// Rules over facts: each pattern hits its planted case and not its near miss, whatever the size of batches.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FACT_RULES } from '#server/demo/payments/fact-rules.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { PLANTED } from './planted.ts'
import { said } from './world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe.each([1, 4, 100])('in batches of %i', (size) => {
  test.each(PLANTED)('$rule: $what', async ({ rule, payments, raised }) => {
    const { criteria, options } = FACT_RULES[rule]
    const hits = await said(database, { criteria, options, payments }, size)
    expect(hits.map(({ on }) => on.split(' ')[0]).toSorted()).toEqual(raised.toSorted())
  })
})

test('an alert says what was compared', async () => {
  const { criteria, options } = FACT_RULES.justBelow
  const payments = PLANTED[0]?.payments ?? []
  const [hit] = await said(database, { criteria, options, payments }, 100)
  expect(hit?.text).toBe(
    'Amount USD is at least 8,000 (9,000); Amount USD is less than 10,000 (9,000); the number of payments of 8,000 to ' +
      '9,999.99 USD of the customer in 5 days, this one included is at least 3 (3)',
  )
})
