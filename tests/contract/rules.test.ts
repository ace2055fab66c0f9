import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { RULE_TYPES } from '#contract/model/values.ts'
import type { As } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const manager = { as: 'manager' }
const admin = { as: 'admin' }
const reason = 'Too many false positives.'
const onPaydek = { as: 'admin', platform: 'paydek' }
const clock = { now: NOON }
const { server, world } = await startWorld({ now: () => clock.now })

async function refusal(call: Call, input: object, as: As = manager) {
  const response = await server.send(call, input as never, as)
  if (response.ok) return { status: response.status, message: '' }
  const { message, current } = (await response.json()) as { message: string; current?: unknown }
  return { status: response.status, message, current }
}

let made = 0
function bodyOf(more: Partial<RuleBody> = {}, options: RuleBody['options'] = {}): RuleBody {
  made += 1
  return {
    name: `Rule ${made}`,
    description: 'For a test',
    platform: 'paxum',
    type: 'transaction',
    criteria: { limit_transaction: { limit: '10000' } },
    ...more,
    options: {
      ...(more.type === undefined && { action: 'alert' as const, trigger_event: 'transaction' as const }),
      ...options,
    },
  }
}
const create = (more?: Partial<RuleBody>, options?: RuleBody['options']) =>
  server.call(rules.create, { body: bodyOf(more, options) }, manager)
const where = (field: string, operator: string, value: unknown) => ({
  customer_filters: { where: { combinator: 'and' as const, rules: [{ field, operator, value }] } },
})

describe('refusals', () => {
  test('an unknown rule and one of another platform give the same 404', async () => {
    for (const ruleId of [world.paydekRules.limit, '404404', 'no-number', '99999999999999999999']) {
      const missing = { status: 404, message: `There is no rule ${ruleId} here.` }
      const params = { ruleId }
      for (const call of [rules.view, rules.revisions, rules.delete]) {
        expect(await refusal(call, { params }), call.path).toMatchObject(missing)
      }
      expect(await refusal(rules.change, { params, body: { rule: bodyOf() } })).toMatchObject(missing)
      expect(await refusal(rules.clone, { body: { ruleId: '404404', platform: 'paydek' } }, admin)).toMatchObject({
        status: 404,
      })
    }
    const other = await server.call(rules.create, { body: bodyOf({ platform: 'paydek' }) }, onPaydek)
    expect(await refusal(rules.revision, { params: { revisionId: other.revisionId } })).toMatchObject({ status: 404 })
    expect(await refusal(rules.info, { params: { ruleType: 'astrology' } })).toMatchObject({ status: 404 })
  })

  const bad: [place: string, body: () => RuleBody][] = [
    ['name', () => bodyOf({ name: ' ' })],
    ['criteria', () => bodyOf({ criteria: {} })],
    ['criteria.', () => bodyOf({ criteria: { '': {} } })],
    ['criteria.astrology', () => bodyOf({ criteria: { astrology: {} } })],
    ['criteria.limit_transaction.limit', () => bodyOf({ criteria: { limit_transaction: {} } })],
    ['criteria.limit_transaction.limit', () => bodyOf({ criteria: { limit_transaction: { limit: '-1' } } })],
    ['criteria.limit_transaction.limits', () => bodyOf({ criteria: { limit_transaction: { limit: '1', limits: 1 } } })],
    [
      'criteria.account_velocity.period',
      () => bodyOf({ criteria: { account_velocity: { maxTransactions: 3, period: 0 } } }),
    ],
    [
      'criteria.transit_transaction.percentTransactions',
      () => bodyOf({ criteria: { transit_transaction: { amount: '1', percentTransactions: 101, period: 1 } } }),
    ],
    [
      'criteria.multi_parties_address.addressType',
      () => bodyOf({ criteria: { multi_parties_address: { addressType: 'moon', repeatedCount: 3 } } }),
    ],
    ['criteria.limit_transaction', () => bodyOf({ type: 'account' }, { trigger_event: 'customer_update' })],
    [
      'options.action',
      () => bodyOf({ type: 'account', criteria: { infolaft_sanction: { ratio: 85 } } }, { action: 'alert' }),
    ],
    [
      'options.transaction_direction',
      () => bodyOf({}, { trigger_event: 'customer_update', transaction_direction: 'incoming' }),
    ],
    ['options.auto_reject', () => bodyOf({}, { action: 'alert', auto_reject: 1, auto_reject_note: 'No.' })],
    ['options.auto_reject', () => bodyOf({}, { action: 'hardstop', auto_reject: 1 })],
    [
      'options.action',
      () =>
        bodyOf(
          { criteria: { infolaft_sanction: { ratio: 85 } } },
          { trigger_event: 'customer_update', action: 'hardstop', auto_reject: 1, auto_reject_note: 'No.' },
        ),
    ],
    [
      'criteria.account_velocity.maxTransactions',
      () => bodyOf({ criteria: { account_velocity: { maxTransactions: 2.5, period: 1 } } }),
    ],
    ['options.schedule', () => bodyOf({}, { schedule: '0 6 * * *' })],
    ['options.schedule', () => bodyOf({ type: 'schedule', criteria: { infolaft_sanction: { ratio: 85 } } })],
    [
      'options.schedule',
      () => bodyOf({ type: 'schedule', criteria: { infolaft_sanction: { ratio: 85 } } }, { schedule: '0 6 * *' }),
    ],
    [
      'options.schedule',
      () => bodyOf({ type: 'schedule', criteria: { infolaft_sanction: { ratio: 85 } } }, { schedule: '0 66 * * *' }),
    ],
    ['options.transaction_services.1', () => bodyOf({}, { transaction_services: ['p2p', 'pigeon'] })],
    ['options.configSets.0', () => bodyOf({}, { configSets: ['404'] })],
    [
      'options.procedures.1.id',
      () =>
        bodyOf(
          {},
          {
            procedures: [
              { id: 'a', text: 'A' },
              { id: 'a', text: 'B' },
            ],
          },
        ),
    ],
    ['options.customer_filters', () => bodyOf({}, { customer_filters: { where: { combinator: 'and', rules: [] } } })],
    ['options.customer_filters.where.rules.0.field', () => bodyOf({}, where('starSign', 'equal', 'aries'))],
    ['options.customer_filters.where.rules.0.operator', () => bodyOf({}, where('industry', 'rhymesWith', 'mining'))],
    ['options.customer_filters.where.rules.0.operator', () => bodyOf({}, where('industry', 'greater', '5'))],
    ['options.customer_filters.where.rules.0.value', () => bodyOf({}, where('industry', 'contains', 'mi'))],
    ['options.customer_filters.where.rules.0.value', () => bodyOf({}, where('balance', 'between', ['9', '5']))],
    ['options.customer_filters.where.rules.0.value', () => bodyOf({}, where('dateOfBirth', 'less', '2001-02-31'))],
    ['options.customer_filters.where.rules.0.value', () => bodyOf({}, where('accountStatus', 'equal', 'Asleep'))],
  ]
  test.each(bad)('an invalid rule is refused at its path: %s (%#)', async (place, body) => {
    const { status, message } = await refusal(rules.create, { body: body() })
    expect([status, message.split('; ').map((one) => one.split(': ')[0])]).toEqual([
      400,
      expect.arrayContaining([place]),
    ])
  })

  const info = {
    enabled: true,
    isFollowing: false,
    isAddWhl: true,
    customerName: false,
    ignoreCriteria: false,
    criteriaGroups: [],
    filterGroups: [],
    text: '',
    isReport: false,
    key: '',
    table: '',
  }
  const foreign: [place: string, odd: object][] = [
    ['isDeleted', { isDeleted: true }],
    ['options.random_procent', { options: { random_procent: 5 } }],
    ['options.transaction_filters.when', { options: { transaction_filters: { when: 1 } } }],
    ['options.customer_filters.when', { options: { customer_filters: { when: 1 } } }],
    ['options.procedures.0.done', { options: { procedures: [{ id: 'a', text: 'A', done: true }] } }],
    ['options.triggerInfo.note', { options: { triggerInfo: { ...info, note: 'Look twice.' } } }],
  ]
  test.each(foreign)('an unsupported field is refused, not dropped: %s', async (place, odd) => {
    const { id } = await create()
    const body = { ...bodyOf(), ...odd }
    const sent: [string, Promise<{ status: number; current?: unknown }>][] = [
      [place, refusal(rules.create, { body })],
      [`rule.${place}`, refusal(rules.change, { params: { ruleId: id }, body: { rule: body } })],
      [`rule.${place}`, refusal(rules.backtest, { body: { rule: body, days: 30 } })],
    ]
    for (const [at, answer] of sent) {
      expect(await answer).toMatchObject({ status: 400, current: { faults: [{ place: at }] } })
    }
  })

  test('all faults are reported at once', async () => {
    const body = bodyOf(
      { name: '', criteria: { limit_transaction: { limit: 'much' } } },
      where('starSign', 'equal', 'x'),
    )
    const { message, current } = await refusal(rules.create, { body })
    const places = ['name', 'criteria.limit_transaction.limit', 'options.customer_filters.where.rules.0.field']
    expect(current).toMatchObject({ faults: places.map((place) => ({ place })) })
    for (const place of places) expect(message).toContain(`${place}: `)
  })

  test('an invalid filter, at any depth', async () => {
    const nested = { combinator: 'and', rules: [{ combinator: 'xor', rules: [] }] }
    expect(
      await refusal(rules.create, { body: bodyOf({}, { customer_filters: { where: nested } } as never) }),
    ).toMatchObject({
      status: 400,
      message: expect.stringContaining('options.customer_filters.where'),
    })
  })

  test('the second of two editors receives the current rule, and nothing of the first is lost', async () => {
    const rule = await create()
    const { name, description, platform, type, criteria, options, revisionId } = rule
    const opened = { name, description, platform, type, criteria, options, revisionId }
    const params = { ruleId: rule.id }
    const first = await server.call(
      rules.change,
      { params, body: { rule: { ...opened, reason, name: 'First' } } },
      manager,
    )
    const second = await refusal(rules.change, { params, body: { rule: { ...opened, reason, name: 'Second' } } }, admin)
    expect(second).toMatchObject({ status: 409, current: { name: 'First', revisionId: first.revisionId } })
    expect(await server.call(rules.view, { params })).toEqual(first)
  })

  test('a change to another platform or type, and any of a deleted rule', async () => {
    const rule = await create()
    const params = { ruleId: rule.id }
    const moved = bodyOf({ platform: 'paydek', type: 'schedule' })
    expect((await refusal(rules.change, { params, body: { rule: moved } }, admin)).message).toMatch(
      /^rule.platform: .*; rule.type: /,
    )
    await server.call(rules.delete, { params }, manager)
    expect(await refusal(rules.change, { params, body: { rule: bodyOf() } })).toMatchObject({ status: 409 })
    expect(await refusal(rules.delete, { params })).toMatchObject({ status: 409, current: { isDeleted: true } })
    expect(await refusal(rules.clone, { body: { ruleId: rule.id, platform: 'paydek' } }, admin)).toMatchObject({
      status: 409,
    })
  })

  test('a clone to a platform the account lacks, to its own, or to one without its config set', async () => {
    const rule = await create()
    const to = (platform: string, as: As) => refusal(rules.clone, { body: { ruleId: rule.id, platform } }, as)
    expect(await to('local', manager)).toMatchObject({ status: 403 })
    expect(await to('paxum', admin)).toMatchObject({ status: 400, message: expect.stringMatching(/^platform: /) })
    const row = { platform: 'paxum', name: 'Only here', comment: '', value: ['x'], created_at: NOON, updated_at: NOON }
    const set = await server.db.insertInto('config_set').values(row).returning('id').executeTakeFirstOrThrow()
    const withSet = await create({}, { configSets: [set.id] })
    expect(await refusal(rules.clone, { body: { ruleId: withSet.id, platform: 'paydek' } }, admin)).toMatchObject({
      status: 409,
      message: expect.stringContaining('“only here”'),
    })
  })
})

test('creating, changing and deleting write a revision per change, and an audit entry per action', async () => {
  clock.now = NOON
  const rule = await create(
    { name: ' Large ' },
    { transaction_direction: 'outgoing', ...where('industry', 'contains', 'min') },
  )
  const params = { ruleId: rule.id }
  expect(rule).toMatchObject({ name: 'Large', author: 'Ingrid Okafor', isDeleted: false, type: 'transaction' })
  expect(rule.lastUpdate).toEqual({ date: '2026-03-10 12:00:00', timezone: 'UTC' })
  clock.now = new Date(NOON.getTime() + 60_000)
  const body = bodyOf({ name: 'Larger', criteria: { limit_transaction: { limit: '20000' } } })
  const changed = await server.call(rules.change, { params, body: { rule: { ...body, reason } } }, admin)
  expect(await server.call(rules.change, { params, body: { rule: body } }, manager)).toEqual(changed)
  const { items } = await server.call(rules.revisions, { params })
  expect(items.map(({ revisionId }) => revisionId)).toEqual([changed.revisionId, rule.revisionId])
  const [now, before] = await Promise.all(
    items.map(({ revisionId }) => server.call(rules.revision, { params: { revisionId } })),
  )
  expect([now, before]).toEqual([changed, { ...rule }])
  expect(items.map(({ number, author, reason: why }) => [number, author, why])).toEqual([
    [2, changed.author, reason],
    [1, 'Ingrid Okafor', null],
  ])
  expect([changed.revision, before?.revision]).toEqual([2, 1])
  await server.call(rules.delete, { params }, manager)
  expect(await server.call(rules.view, { params })).toEqual({ ...changed, isDeleted: true })
  expect(await auditOf(server.db, 'rule', rule.id)).toMatchObject([
    { action: 'add rule', actor: 'manager', version: rule.revisionId, before: null, after: { name: 'Large' } },
    { action: 'change rule', actor: 'admin', before: { name: 'Large' }, after: { name: 'Larger' }, note: reason },
    { action: 'delete rule', actor: 'manager', version: changed.revisionId },
  ])
})

test('a clone is an independent rule on the other platform, with its config sets by name', async () => {
  const sets = await server.db
    .insertInto('config_set')
    .values(
      ['paxum', 'paydek'].map((platform) => ({
        platform,
        name: 'Risky',
        comment: '',
        value: [],
        created_at: NOON,
        updated_at: NOON,
      })),
    )
    .returning('id')
    .execute()
  const [here, there] = sets.map(({ id }) => id) as [string, string]
  const rule = await create({ name: 'Both' }, { configSets: [here] })
  const clone = await server.call(rules.clone, { body: { ruleId: rule.id, platform: 'paydek' } }, admin)
  expect(clone).toMatchObject({ name: 'Both', platform: 'paydek', criteria: rule.criteria })
  expect(clone.options).toEqual({ ...rule.options, configSets: [there] })
  expect(clone.id).not.toBe(rule.id)
  expect(await server.call(rules.view, { params: { ruleId: clone.id } }, onPaydek)).toEqual(clone)
  const audited = await auditOf(server.db, 'rule', clone.id)
  expect(audited).toMatchObject([{ action: `clone rule paxum/${rule.id}`, actor: 'admin' }])
})

describe('the list', () => {
  const names = async (query: object) => {
    const { items, total } = await server.call(rules.list, { query: { search: 'listed', ...query } })
    return [total, ...items.map(({ name }) => name)]
  }

  test('is sorted by name, with each filter, deleted rules on request, short, in pages', async () => {
    const sanction = { criteria: { infolaft_sanction: { ratio: 85 } } }
    await create({ name: 'Listed C' }, { transaction_direction: 'incoming', account_type: 'business' })
    await create({ name: 'listed a' }, { action: 'hardstop', auto_reject: 0, auto_reject_note: 'Not now.' })
    await create(
      { name: 'Listed B', type: 'schedule', ...sanction },
      { schedule: '0 6 * * *', account_type: 'personal' },
    )
    const gone = await create({ name: 'Listed D' })
    await server.call(rules.delete, { params: { ruleId: gone.id } }, manager)
    expect(await names({})).toEqual([3, 'listed a', 'Listed B', 'Listed C'])
    expect(await names({ withDeleted: 'true' })).toEqual([4, 'listed a', 'Listed B', 'Listed C', 'Listed D'])
    expect(await names({ type: 'schedule' })).toEqual([1, 'Listed B'])
    expect(await names({ action: 'hardstop' })).toEqual([1, 'listed a'])
    expect(await names({ action: 'alert' })).toEqual([1, 'Listed C'])
    // one that sets none applies to both
    expect(await names({ account_type: 'business' })).toEqual([2, 'listed a', 'Listed C'])
    expect(await names({ account_type: 'personal' })).toEqual([2, 'listed a', 'Listed B'])
    expect(await names({ transactionDirection: 'incoming' })).toEqual([3, 'listed a', 'Listed B', 'Listed C'])
    expect(await names({ transactionDirection: 'outgoing' })).toEqual([2, 'listed a', 'Listed B'])
    expect(await names({ page: 2, pageSize: 2 })).toEqual([3, 'Listed C'])
    expect(await names({ search: '100%' })).toEqual([0])
    const { items } = await server.call(rules.list, {
      query: { search: gone.id, withDeleted: 'true', shortResponse: 'true' },
    })
    const { description: _description, criteria: _criteria, options: _options, ...short } = gone
    expect(items).toEqual([{ ...short, isDeleted: true }])
  })
})

test('every rule type lists its parameters, and whether it runs', async () => {
  for (const ruleType of RULE_TYPES) {
    const { ruleInfo } = await server.call(rules.info, { params: { ruleType } })
    expect(ruleInfo.map(({ type }) => type)).toEqual([ruleType])
    for (const field of ruleInfo[0]?.fields ?? []) {
      expect({ ...field, default: field.default !== undefined }, ruleType).toMatchObject({
        default: true,
        required: true,
      })
    }
  }
  const count = async (ruleType: string) => (await server.call(rules.info, { params: { ruleType } })).ruleInfo.length
  expect(await count('transaction')).toBe(20)
  expect(await server.call(rules.criteria, {})).toEqual({
    items: (await server.call(rules.info, { params: { ruleType: 'transaction' } })).ruleInfo,
  })
  const { items } = await server.call(rules.scheduleCriteria, {})
  expect(items.length).toBe(await count('schedule'))
  expect(items.every(({ options }) => options.includes('schedule') && !options.includes('action'))).toBe(true)
})

test('a rule with the default parameters of its type can be saved', async () => {
  const { items } = await server.call(rules.criteria, {})
  for (const { type, fields } of items) {
    // a parameter without a sensible default is a list that a person has to fill
    const criterion = Object.fromEntries(
      fields.map((field) => [
        field.name,
        Array.isArray(field.default) && field.default.length === 0 ? ['CA'] : field.default,
      ]),
    )
    expect(await refusal(rules.create, { body: bodyOf({ criteria: { [type]: criterion as never } }) })).toEqual({
      status: 200,
      message: '',
    })
  }
})

describe('procedures', () => {
  const steps = [{ id: 'call', text: 'Call the customer', done: false }]

  test('refuse an unknown alert, one of the other kind, and an unknown step', async () => {
    const one = await world.addCase({ alerts: [{ rule: 'velocity' }] })
    const [alertId = ''] = one.alertIds
    for (const id of ['404404', 'no-number']) {
      expect(await refusal(rules.alertProcedures, { params: { alertId: id } })).toMatchObject({ status: 404 })
    }
    expect(await refusal(rules.accountAlertProcedures, { params: { alertId } })).toMatchObject({ status: 404 })
    const mark = { params: { alertId, procedureId: 'dance' }, body: { done: true } }
    expect(await refusal(rules.markProcedure, mark)).toMatchObject({ status: 404 })
    expect(await refusal(rules.validateProcedures, { params: { caseId: 'PX404' } })).toMatchObject({ status: 404 })
  })

  test('are recorded step by step, and the case shows outstanding ones', async () => {
    const one = await world.addCase({ alerts: [{ rule: 'limit' }, { rule: 'velocity' }] })
    const alertId = one.alertIds[1] as string
    const validity = () => server.call(rules.validateProcedures, { params: { caseId: one.id } })
    expect(await server.call(rules.alertProcedures, { params: { alertId } })).toEqual({ items: steps })
    expect(await validity()).toEqual({ isValid: false, missing: steps })
    const mark = (done: boolean) =>
      server.call(rules.markProcedure, { params: { alertId, procedureId: 'call' }, body: { done } })
    expect(await mark(true)).toEqual({ items: [{ ...steps[0], done: true }] })
    await mark(true)
    expect(await validity()).toEqual({ isValid: true, missing: [] })
    expect(await mark(false)).toEqual({ items: steps })
    const audited = await auditOf(server.db, 'alert', alertId)
    expect(audited.map(({ action, after }) => [action, after])).toEqual([
      ['mark procedure', { done: true, procedure: 'Call the customer' }],
      ['mark procedure', { done: false, procedure: 'Call the customer' }],
    ])
  })
})

describe('value completion', () => {
  const base = { platform: 'paxum', fieldName: 'counterPartyName' }
  beforeAll(async () => {
    for (const counterpartyName of ['Quartz 100%', 'Quartz 100%', 'Quartzite', 'Amber']) {
      await world.addCase({ counterpartyName })
    }
  })
  const ask = (fieldName: string, term: string) =>
    server.call(rules.autocompleteTransaction, { params: { ...base, fieldName, term } })

  test('starts at three characters, for a known field', async () => {
    expect(await ask('counterPartyName', 'q')).toEqual({ items: [] })
    expect(await ask('counterPartyName', 'qu')).toEqual({ items: [] })
    expect(await ask(' ', 'quartz')).toEqual({ items: [] })
    expect(await ask('starSign', 'aries')).toEqual({ items: [], message: expect.stringContaining('starSign') })
    // fields from enrichment are not fields of a transaction
    expect(await ask('customerName', 'byron')).toMatchObject({ items: [], message: expect.any(String) })
  })

  test('returns seen values, the most frequent first, and treats wildcards literally', async () => {
    expect(await ask('counterPartyName', 'QUARTZ')).toEqual({ items: ['Quartz 100%', 'Quartzite'] })
    expect(await ask('counterPartyName', '00%')).toEqual({ items: ['Quartz 100%'] })
    expect(await ask('transactionDesc', 'invoice')).toEqual({ items: ['Invoice 7'] })
    const all = await server.call(rules.transactionValues, { params: base })
    expect(all.items).toEqual(expect.arrayContaining(['Amber', 'Quartzite']))
    const customers = { platform: 'paxum', fieldName: 'customerName' }
    const enriched = await server.call(rules.autocompleteEnrichment, { params: { ...customers, term: 'byr' } })
    expect(enriched).toEqual({ items: ['Ada Byron'] })
    expect(await server.call(rules.enrichmentValues, { params: customers })).toEqual({
      items: ['Acme Ltd', 'Ada Byron'],
    })
  })

  test('for a contract uses the contracts of the platform', async () => {
    const common = { platform: 'paxum', customer_id: '100', status: 'ACTIVE' as const, created_at: NOON, terms: '{}' }
    const rows = ['Merchant', 'Merchant', 'Agency'].map((type, n) => ({ ...common, id: `c${n}`, type }))
    await server.db.insertInto('contract').values(rows).execute()
    const params = { platform: 'paxum', fieldName: 'contractType' }
    expect(await server.call(rules.contractValues, { params })).toEqual({ items: ['Merchant', 'Agency'] })
    expect(await server.call(rules.autocompleteContract, { params: { ...params, term: 'age' } })).toEqual({
      items: ['Agency'],
    })
    expect(await server.call(rules.autocompleteContract, { params: { ...params, term: 'ag' } })).toEqual({ items: [] })
    expect(
      (await server.call(rules.contractValues, { params: { ...params, platform: 'paydek' } }, onPaydek)).items,
    ).toEqual([])
  })

  test('never shows values of another platform', async () => {
    await world.addCase({ platform: 'paydek', counterpartyName: 'Quartz of Paydek' })
    expect((await ask('counterPartyName', 'quartz of')).items).toEqual([])
    expect(await refusal(rules.transactionValues, { params: { ...base, platform: 'local' } })).toMatchObject({
      status: 403,
    })
  })
})

test('uses the customer of the latest transaction as a sample', async () => {
  await world.addCase({ customer: 'acme', createdAt: new Date(NOON.getTime() + 86_400_000) })
  const params = { platform: 'paxum' }
  expect(await server.call(rules.sampleEnrichment, { params, query: { summary: '1' } })).toEqual({
    customerId: '200',
    customerName: 'Acme Ltd',
    customerType: 'business',
    username: 'acme',
  })
  const fundstr = { as: 'admin', platform: 'fundstr' }
  expect(await server.call(rules.sampleEnrichment, { params: { platform: 'fundstr' } }, fundstr)).toEqual({})
})

test('lists the rules of a case by its platform', async () => {
  const one = await world.addCase()
  const rule = await create({ name: 'Zebra' })
  const { items } = await server.call(cases.rules, { params: { caseId: one.id } })
  expect(items.map(({ id }) => id)).toContain(rule.id)
})
