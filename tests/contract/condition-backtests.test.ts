// Rules over facts of the demo: a backtest finds what shadow mode counted when the payments came in.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rules } from '#contract/calls/rules/rules.ts'
import { FACT_RULES } from '#server/demo/payments/fact-rules.ts'
import { ingestAll } from '#server/monitoring/ingestion/ingest-all.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { PLANTED } from './rule-types/planted.ts'

const manager = { as: 'manager' }
const NOW = new Date('2026-08-01T00:00:00Z')
const ids = new Map<string, string>()
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => NOW })
  for (const [name, rule] of Object.entries(FACT_RULES)) {
    const body = { ...rule, platform: 'paxum', stage: 'shadow' as const }
    ids.set(name, (await server.call(rules.create, { body }, manager)).id)
  }
  // each world with customers of its own
  const payments = PLANTED.flatMap(({ rule, payments: own }) =>
    own.map((one) => ({
      ...one,
      id: `${rule}-${one.id}`,
      customer: { ...one.customer, id: `${rule}-${one.customer.id}` },
    })),
  )
  await ingestAll(server.db, payments, { platform: 'paxum', now: NOW, batchSize: 7 })
  await server.services.tasks.start()
})
afterAll(() => server.close())

test.each(PLANTED.map(({ rule, raised }) => [rule, raised] as const))('%s', async (name, raised) => {
  const body = { rule: { ...FACT_RULES[name], platform: 'paxum' }, days: 365 as const }
  const { uuid } = await server.call(rules.backtest, { body }, manager)
  const view = () => server.call(rules.backtestView, { params: { uuid } })
  await vi.waitFor(async () => expect((await view()).status).not.toBe('Processing'), 30_000)
  const { result, message } = await view()
  if (!result) throw new Error(message ?? '')
  const shadow = await server.call(rules.shadow, { params: { ruleId: ids.get(name) ?? '' } })
  expect(result.draft.alerts).toBe(shadow.hits)
  const found = result.sample.gained.map(({ transactionId }) => transactionId)
  expect(found.filter((id) => id?.startsWith(`${name}-`)).toSorted()).toEqual(raised.map((id) => `${name}-${id}`))
  expect(result.sample.gained.every(({ text }) => text !== '')).toBe(true)
})
