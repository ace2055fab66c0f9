// A fact that cannot be read: its rules are named and counted, and every other rule raises what it should.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConditionNode } from '#contract/model/rules/conditions/conditions.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addRule, pay } from '#tests/support/payments.ts'
import { newPlatform, NOW } from './world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const fact = (id: 'kyc.age' | 'counterparty.earlier'): ConditionNode => ({ left: { fact: id }, is: 'isKnown' })

test('its rules are named and counted, and the others are evaluated', async () => {
  const platform = newPlatform()
  const broken = await addRule(database, platform, {}, { conditions: fact('kyc.age') })
  const whole = await addRule(database, platform, {}, { conditions: fact('counterparty.earlier') })
  const plain = await addRule(database, platform, { limit_transaction: { limit: '5' } })
  const payments = [pay('t1', '03-01 10:00', 'ann > x!', 10), pay('t2', '03-01 11:00', 'ann > x!', 10)]
  await sql`alter table customer_event rename to customer_event_elsewhere`.execute(database.db)
  const result = await ingest(database.db, payments, { platform, now: NOW })
  await sql`alter table customer_event_elsewhere rename to customer_event`.execute(database.db)
  expect(result.leftOut).toEqual([{ ruleId: broken, name: '', reason: expect.stringContaining('not evaluated') }])
  const outcome = (id: string) => {
    const { alerts, notEvaluated } = result.rules.find(({ ruleId }) => ruleId === id) ?? {}
    return [alerts, notEvaluated]
  }
  expect([broken, whole, plain].map(outcome)).toEqual([
    [0, 2],
    [2, 0],
    [2, 0],
  ])
})

test('conditions that no version knows stop their rule alone', async () => {
  const platform = newPlatform()
  const odd = { left: { fact: 'customer.shoe' }, is: 'isKnown' } as unknown as ConditionNode
  const stopped = await addRule(database, platform, {}, { conditions: odd })
  const plain = await addRule(database, platform, { limit_transaction: { limit: '5' } })
  const result = await ingest(database.db, [pay('t1', '03-01 10:00', 'ann > x!', 10)], { platform, now: NOW })
  expect(result.leftOut.map(({ ruleId }) => ruleId)).toEqual([stopped])
  expect(result.rules.map(({ ruleId, alerts }) => [ruleId, alerts])).toEqual([[plain, 1]])
})
