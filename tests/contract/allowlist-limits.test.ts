import { beforeAll, describe, expect, test } from 'vitest'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import { configSets } from '#contract/calls/rules/config-sets.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import type { AllowlistBody } from '#contract/model/rules/allowlist.ts'
import type { Criteria, Rule } from '#contract/model/rules/rule.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { allowlistDesk, type AllowlistDesk } from '#tests/support/allowlists.ts'
import { pay } from '#tests/support/payments.ts'
import { NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const manager = { as: 'manager' }
let desk: AllowlistDesk
const { server } = await startWorld({ now: () => NOON })
beforeAll(async () => {
  desk = await allowlistDesk(server)
})

const bodyOf = (more: Partial<AllowlistBody>) => desk.bodyOf(more)
const faultsOf = async (more: Partial<AllowlistBody>) => {
  const { status, current } = await desk.refusal(allowlists.create, { body: bodyOf(more) })
  return { status, faults: (current as { faults?: unknown } | undefined)?.faults }
}

let made = 0
async function ruleWith(criteria: Criteria, options: Rule['options'] = {}): Promise<Rule> {
  const name = `Rule ${(made += 1)}`
  const body = { name, description: '', platform: 'paxum', type: 'transaction' as const, criteria }
  return server.call(rules.create, { body: { ...body, options: { ...options, action: 'alert' } } }, manager)
}

/** Takes a payment in; answers the alert that the rule raised on it. */
async function alertOf(
  ruleId: string,
  ...[day, parties, usd, more]: Parameters<typeof pay> extends [string, ...infer R] ? R : never
) {
  const id = `l${(made += 1)}`
  await ingest(server.db, [pay(id, day, parties, usd, more)], { platform: 'paxum', now: NOON })
  const row = await server.db
    .selectFrom('alert')
    .select('id')
    .where('rule_id', '=', ruleId)
    .where('case_id', '=', `PX${id}`)
    .executeTakeFirstOrThrow()
  return row.id
}

const suggestionFor = (alertId: string) => server.call(allowlists.suggestion, { params: { alertId } })

describe('invalid limits', () => {
  test('a limit stricter than the rule’s is refused at its path, with both values', async () => {
    expect(await faultsOf({ ruleCriteria: { limit_transaction: { limit: '900' } } })).toEqual({
      status: 400,
      faults: [{ place: 'ruleCriteria.limit_transaction.limit', message: "900 is stricter than the rule's own 1,000" }],
    })
  })

  test('a period other than the rule’s is refused, as no measurement exists for it', async () => {
    const { id: ruleId } = await ruleWith({ account_velocity: { maxTransactions: 3, period: 1 } })
    const ruleCriteria = { account_velocity: { maxTransactions: 8, period: 2 } }
    expect(await faultsOf({ ruleId, ruleCriteria })).toMatchObject({
      status: 400,
      faults: [{ place: 'ruleCriteria.account_velocity.period', message: 'stays as in the rule: 1 day' }],
    })
  })

  test('an entry that is not in the rule’s list is refused', async () => {
    const { id: ruleId } = await ruleWith({ prohibited_keyword: { keywords: ['hawala', 'ransom'] } })
    const ruleCriteria = { prohibited_keyword: { keywords: ['hawala', 'ransoms'] } }
    expect(await faultsOf({ ruleId, ruleCriteria })).toMatchObject({
      status: 400,
      faults: [
        {
          place: 'ruleCriteria.prohibited_keyword.keywords',
          message: "“ransoms” is not in the rule's own list, so it allows nothing",
        },
      ],
    })
  })

  test('an inherited property name is not accepted as a criterion', async () => {
    expect(await faultsOf({ ruleCriteria: { constructor: {} } })).toMatchObject({
      status: 400,
      faults: [{ place: 'ruleCriteria.constructor', message: 'is not a criterion of the rule' }],
    })
  })
})

test('an allowlist requires a reason, and a dry run does not', async () => {
  expect(await faultsOf({ comment: ' ' })).toEqual({
    status: 400,
    faults: [{ place: 'comment', message: 'say why alerts are suppressed' }],
  })
  const one = await desk.create()
  const change = { ...bodyOf({ comment: '' }), id: one.id }
  expect(await desk.refusal(allowlists.change, { body: change })).toMatchObject({ status: 400 })
  expect(await server.call(allowlists.dryRun, { body: bodyOf({ comment: '' }) }, manager)).toMatchObject({ total: 0 })
  await desk.remove(one.id)
})

describe('the suggested allowlist for an alert', () => {
  test('uses the rule in force, a tenth above the measured value', async () => {
    const rule = await ruleWith({ limit_transaction: { limit: '10000' } })
    const alertId = await alertOf(rule.id, '03-05 10:00', 'gus > x!', 21_800)
    const body = {
      name: rule.name,
      description: '',
      platform: 'paxum',
      type: rule.type,
      options: rule.options,
      reason: 'Tuned.',
    }
    const next = { ...body, criteria: { limit_transaction: { limit: '15000' } } }
    await server.call(rules.change, { params: { ruleId: rule.id }, body: { rule: next } }, manager)
    expect(await suggestionFor(alertId)).toEqual({
      ruleCriteria: { limit_transaction: { limit: '24000' } },
      ignoreCriteria: false,
    })
    // the rule in force no longer sees it: still above the rule's own
    const far = { ...body, criteria: { limit_transaction: { limit: '30000' } } }
    await server.call(rules.change, { params: { ruleId: rule.id }, body: { rule: far } }, manager)
    const { ruleCriteria } = await suggestionFor(alertId)
    expect(ruleCriteria).toEqual({ limit_transaction: { limit: '33000' } })
    const covered = { ruleId: rule.id, customerId: 'gus', ruleCriteria }
    const told = await server.call(allowlists.dryRun, { body: bodyOf(covered) }, manager)
    expect(told.items.map((one) => one.alertId)).toEqual([alertId])
  })

  test('leaves out the matched entry of a list, and ignores the criteria where it is the only one', async () => {
    const rule = await ruleWith({ prohibited_keyword: { keywords: ['hawala', 'ransom'] } })
    const more = { data: { transactionDesc: 'Hawala settlement' } }
    const alertId = await alertOf(rule.id, '03-05 10:00', 'hal > x!', 20, more)
    expect(await suggestionFor(alertId)).toEqual({
      ruleCriteria: { prohibited_keyword: { keywords: ['ransom'] } },
      ignoreCriteria: false,
    })
    const alone = await ruleWith({ prohibited_keyword: { keywords: ['hawala'] } })
    const other = await alertOf(alone.id, '03-05 11:00', 'hal > x!', 20, more)
    expect(await suggestionFor(other)).toMatchObject({ ignoreCriteria: true })
  })

  test('cannot leave out an entry of a model setting', async () => {
    const set = { name: 'Watched words', value: ['hawala'], comment: '', platform: 'paxum' }
    const { configSet } = await server.call(configSets.create, { body: set }, manager)
    const keywords = { prohibited_keyword: { keywords: ['ransom', 'tribute'] } }
    const rule = await ruleWith(keywords, { configSets: [String(configSet?.id)] })
    const more = { data: { transactionDesc: 'hawala settlement' } }
    const alertId = await alertOf(rule.id, '03-05 12:00', 'ivy > x!', 20, more)
    expect(await suggestionFor(alertId)).toMatchObject({ ignoreCriteria: true })
  })

  test('raises an amount before a list, and only one criterion', async () => {
    const criteria = {
      prohibited_keyword: { keywords: ['gift', 'ransom'] },
      limit_transaction: { limit: '1000' },
    }
    const rule = await ruleWith(criteria)
    const more = { data: { transactionDesc: 'a gift' } }
    const alertId = await alertOf(rule.id, '03-05 13:00', 'jim > x!', 2000, more)
    expect(await suggestionFor(alertId)).toEqual({
      ruleCriteria: { ...criteria, limit_transaction: { limit: '2200' } },
      ignoreCriteria: false,
    })
  })

  test('an unknown alert and one of another platform give the same 404', async () => {
    for (const alertId of ['404404', 'no-number']) {
      expect(await desk.refusal(allowlists.suggestion, { params: { alertId } })).toMatchObject({ status: 404 })
    }
  })
})

test('a dry run counts what would have been suppressed in the last 90 days, by customer and STR', async () => {
  const { alerts: raised, on: caseIds } = await desk.takeIn(
    ['kay > x!', 2000, '01-20'],
    ['kay > x!', 3000, '02-10'],
    ['leo > x!', 4000, '03-01'],
    ['leo > x!', 9000, '03-02'],
  )
  const [first = '', , third = ''] = raised
  await server.db.updateTable('alert').set({ status: 'resolved' }).where('id', 'in', raised).execute()
  await server.db
    .updateTable('monitoring_case')
    .set({ status: 'complete', recommended_str: 1 })
    .where('id', '=', caseIds[raised.indexOf(third)] ?? '')
    .execute()
  await server.db
    .updateTable('alert')
    .set({ created_at: new Date('2025-11-01T00:00:00Z') })
    .where('id', '=', first)
    .execute()
  const only = { combinator: 'and' as const, rules: [{ field: 'customerId', operator: 'in', value: ['kay', 'leo'] }] }
  for (const filterGroups of [undefined, [only]]) {
    const told = await server.call(
      allowlists.dryRun,
      { body: bodyOf({ startDate: '2026-03-10', filterGroups }) },
      manager,
    )
    // the oldest is further back, and the largest is above the limit
    expect(told.total).toBe(0)
    const { byCustomer = [] } = told.past ?? {}
    expect(told.past).toMatchObject({ days: 90, capped: false, strs: 1 })
    expect(byCustomer.filter(({ customerId }) => ['kay', 'leo'].includes(customerId))).toEqual([
      { customerId: 'leo', customerName: 'Name of leo', alerts: 1, strs: 1 },
      { customerId: 'kay', customerName: 'Name of kay', alerts: 1, strs: 0 },
    ])
  }
})
