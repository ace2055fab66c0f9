/** Allowlists for tests: a rule at 1,000 USD on `paxum`, payments that meet it, and allowlists that suppress them. */
import type { Call } from '#contract/call.ts'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import type { AllowlistBody } from '#contract/model/rules/allowlist.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { pay } from './payments.ts'
import type { As, TestServer } from './server.ts'
import { NOON } from './world.ts'

const manager = { as: 'manager' }

export type AllowlistDesk = Awaited<ReturnType<typeof allowlistDesk>>

export async function allowlistDesk(server: TestServer) {
  const body = { name: 'Large', description: '', platform: 'paxum', type: 'transaction' as const }
  const criteria = { limit_transaction: { limit: '1000' } }
  const options = { action: 'alert', trigger_event: 'transaction' } as const
  const { id: ruleId } = await server.call(rules.create, { body: { ...body, criteria, options } }, manager)

  let made = 0
  const bodyOf = (more: Partial<AllowlistBody> = {}): AllowlistBody => ({
    name: `Allowed ${(made += 1)}`,
    comment: 'Known payroll.',
    platform: 'paxum',
    ruleId,
    customerType: 'personal',
    ignoreCriteria: false,
    startDate: '2026-03-01',
    endDate: null,
    ruleCriteria: { limit_transaction: { limit: '5000' } },
    ...more,
  })
  const create = (more?: Partial<AllowlistBody>) => server.call(allowlists.create, { body: bodyOf(more) }, manager)
  const remove = (id: string) => server.call(allowlists.delete, { params: { id } }, manager)

  /** The refusal of a call. */
  async function refusal(call: Call, input: object, as: As = manager) {
    const response = await server.send(call, input as never, as)
    if (response.ok) return { status: response.status, message: '' }
    const { message, current } = (await response.json()) as { message: string; current?: unknown }
    return { status: response.status, message, current }
  }

  /** Ingests payments with the present rule; returns the alerts they raise. */
  let payments = 0
  async function takeIn(...each: [parties: string, usd: number, day?: string][]) {
    const batch = each.map(([parties, usd, day = '03-05']) => pay(`t${(payments += 1)}`, `${day} 10:00`, parties, usd))
    const result = await ingest(server.db, batch, { platform: 'paxum', now: NOON })
    const rows = await server.db
      .selectFrom('alert')
      .select(['id', 'case_id'])
      .where('rule_id', '=', ruleId)
      .where(
        'case_id',
        'in',
        batch.map(({ id }) => `PX${id}`),
      )
      .orderBy('id')
      .execute()
    return { ...result, alerts: rows.map(({ id }) => id), on: rows.map(({ case_id }) => case_id) }
  }

  return { ruleId, bodyOf, create, remove, refusal, takeIn }
}
