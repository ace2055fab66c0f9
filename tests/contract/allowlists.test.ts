import { beforeAll, describe, expect, test } from 'vitest'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import { tasks } from '#contract/calls/tasks.ts'
import type { AllowlistBody } from '#contract/model/rules/allowlist.ts'
import { allowlistDesk, type AllowlistDesk } from '#tests/support/allowlists.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const manager = { as: 'manager' }
const onPaydek = { as: 'admin', platform: 'paydek' }
const at = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
/** A rule at 1,000 USD, and what it saw of ann, of bob and of ACME. */
let ruleId: string
const { server, world } = await startWorld({ now: () => NOON })
beforeAll(async () => {
  desk = await allowlistDesk(server)
  ruleId = desk.ruleId
})

let desk: AllowlistDesk
const bodyOf: AllowlistDesk['bodyOf'] = (more) => desk.bodyOf(more)
const refusal: AllowlistDesk['refusal'] = (...each) => desk.refusal(...each)
const create: AllowlistDesk['create'] = (more) => desk.create(more)
const remove: AllowlistDesk['remove'] = (id) => desk.remove(id)
const takeIn: AllowlistDesk['takeIn'] = (...each) => desk.takeIn(...each)

describe('refusals', () => {
  test('an unknown allowlist and one of another platform give the same 404', async () => {
    for (const id of ['404404', 'no-number', '99999999999999999999']) {
      const params = { id }
      for (const call of [allowlists.view, allowlists.delete, allowlists.history, allowlists.version]) {
        expect(await refusal(call, { params }), call.path).toMatchObject({ status: 404 })
      }
      expect(await refusal(allowlists.change, { body: { ...bodyOf(), id } })).toMatchObject({ status: 404 })
      expect(await refusal(allowlists.resolveAlerts, { params: { versionId: id } })).toMatchObject({ status: 404 })
      expect(await refusal(allowlists.ruleFilters, { params: { ruleId: id } })).toMatchObject({ status: 404 })
    }
    const one = await create()
    const params = { id: one.id }
    for (const call of [allowlists.view, allowlists.delete, allowlists.history]) {
      expect(await refusal(call, { params }, onPaydek)).toMatchObject({ status: 404 })
    }
    expect(await refusal(allowlists.version, { params: { id: one.versionId } }, onPaydek)).toMatchObject({
      status: 404,
    })
    await remove(one.id)
  })

  test.each<[string, () => Partial<AllowlistBody>]>([
    ['name', () => ({ name: ' ' })],
    ['platform', () => ({ platform: 'paydek' })],
    ['ruleId', () => ({ ruleId: world.paydekRules.limit })],
    ['startDate', () => ({ startDate: '2026-02-30' })],
    ['endDate', () => ({ endDate: '2026-02-28' })],
    ['customerId', () => ({ customerId: '404' })],
    ['customerType', () => ({ customerId: '200' })],
    ['ruleCriteria', () => ({ ruleCriteria: {} })],
    // allows what the rule allows: covers nothing
    ['ruleCriteria', () => ({ ruleCriteria: { limit_transaction: { limit: 1000 } } })],
    [
      'ruleCriteria.account_velocity',
      () => ({ ruleCriteria: { account_velocity: { maxTransactions: 3, period: 1 } } }),
    ],
    ['ruleCriteria.limit_transaction.limit', () => ({ ruleCriteria: { limit_transaction: { limit: 'much' } } })],
    ['reportCriteria.limit_transaction.limit', () => ({ reportCriteria: { limit_transaction: { limit: -1 } } })],
    // all of no criteria hold on everything: nothing would be covered
    ['reportCriteria', () => ({ reportCriteria: {} })],
    ['filterGroups', () => ({ filterGroups: [{ combinator: 'and', rules: [] }] })],
    [
      'filterGroups.0.rules.0.field',
      () => ({ filterGroups: [{ combinator: 'and', rules: [{ field: 'starSign', operator: 'equal', value: 'x' }] }] }),
    ],
    [
      'filterGroups.0.rules.0.value',
      () => ({
        filterGroups: [{ combinator: 'and', rules: [{ field: 'transactionDesc', operator: 'contains', value: 're' }] }],
      }),
    ],
  ])('an invalid allowlist is refused at its path: %s (%#)', async (place, more) => {
    const { status, message } = await refusal(allowlists.create, { body: bodyOf(more()) }, { as: 'admin' })
    expect([status, message.split('; ').map((one) => one.replace(/^Enter a /, '').split(': ')[0])]).toEqual([
      400,
      expect.arrayContaining([place]),
    ])
  })

  test.each(['ruleName', 'objCriteria'])('an unsupported field is refused, not dropped: %s', async (place) => {
    const { id } = await create()
    const body = { ...bodyOf(), [place]: {} }
    const expected = { status: 400, current: { faults: [{ place }] } }
    expect(await refusal(allowlists.create, { body })).toMatchObject(expected)
    expect(await refusal(allowlists.dryRun, { body })).toMatchObject(expected)
    expect(await refusal(allowlists.change, { body: { ...body, id } })).toMatchObject(expected)
    await remove(id)
  })

  test('the second of two editors receives the current allowlist', async () => {
    const { id, versionId } = await create()
    await server.call(allowlists.change, { body: { ...bodyOf({ name: 'First' }), id, versionId } }, manager)
    const second = await refusal(allowlists.change, { body: { ...bodyOf({ name: 'Second' }), id, versionId } })
    expect(second).toMatchObject({ status: 409, current: { name: 'First' } })
    expect(await refusal(allowlists.resolveAlerts, { params: { versionId } })).toMatchObject({
      status: 409,
      current: { name: 'First' },
    })
    const moved = { body: { ...bodyOf({ ruleId: world.rules.velocity }), id } }
    expect((await refusal(allowlists.change, moved)).message).toMatch(/^ruleId: /)
    await remove(id)
    expect(await refusal(allowlists.resolveAlerts, { params: { versionId } })).toMatchObject({ status: 409 })
  })

  test('the allowlists of an unknown alert, and of one of another platform', async () => {
    const { alerts: raised } = await takeIn(['eve > x!', 2000])
    for (const alertId of ['404404', 'no-number']) {
      expect(await refusal(allowlists.onAlert, { params: { alertId } })).toMatchObject({ status: 404 })
    }
    const alertId = raised[0] ?? ''
    expect(await refusal(allowlists.onAlert, { params: { alertId } }, onPaydek)).toMatchObject({ status: 404 })
  })

  test('an unknown task and one of another platform', async () => {
    for (const uuid of ['no-uuid', '00000000-0000-4000-8000-000000000404']) {
      expect(await refusal(tasks.view, { params: { uuid } })).toMatchObject({ status: 404 })
    }
  })
})

test('creating, changing and deleting write a version per change, and an audit entry per action', async () => {
  const emails = ['second@mail.example', 'ada@mail.example'].map((email, n) => ({ email, is_primary: n === 1 }))
  await server.db
    .insertInto('customer_email')
    .values(emails.map((one) => ({ ...one, platform: 'paxum', customer_id: '100' })))
    .execute()
  const body = bodyOf({ customerId: '100', endDate: '2026-12-31', name: 'Rent' })
  const one = await server.call(allowlists.create, { body }, manager)
  expect(one).toEqual({
    ...body,
    id: one.id,
    versionId: one.versionId,
    author: 'Ingrid Okafor',
    customerEmail: 'ada@mail.example',
    customerName: 'Ada Byron',
    filterGroups: [],
    reportCriteria: null,
    objCriteria: body.ruleCriteria,
    ruleName: 'Large',
    lastUpdate: at,
    hits: 0,
  })
  const { customerId: _customerId, ...forAll } = body
  const changed = await server.call(
    allowlists.change,
    { body: { ...forAll, id: one.id, comment: 'Changed.' } },
    { as: 'admin' },
  )
  expect(changed).toMatchObject({ id: one.id, customerId: null, objCriteria: null, comment: 'Changed.' })
  const { items } = await server.call(allowlists.history, { params: { id: one.id } })
  expect(items).toEqual([changed, one])
  expect(await server.call(allowlists.version, { params: { id: one.versionId } })).toEqual(one)
  expect(await server.call(allowlists.view, { params: { id: one.id } })).toEqual(changed)
  await remove(one.id)
  expect(await refusal(allowlists.view, { params: { id: one.id } })).toMatchObject({ status: 404 })
  expect(await server.call(allowlists.version, { params: { id: one.versionId } })).toEqual(one)
  expect(await auditOf(server.db, 'allowlist', one.id)).toMatchObject([
    { action: 'add allowlist', actor: 'manager', version: one.versionId, after: { customerId: '100' } },
    { action: 'change allowlist', actor: 'admin', before: { customerId: '100' }, after: { customerId: null } },
    { action: 'delete allowlist', version: changed.versionId },
  ])
})

test('the list is newest first, filtered by text, rule, customer and period, in pages', async () => {
  const ids = [
    await create({ name: 'Sifted A', customerId: '100', startDate: '2026-01-01', endDate: '2026-01-31' }),
    await create({ name: 'Sifted B', startDate: '2026-02-01' }),
    await create({ name: 'Sifted C', ruleId: world.rules.limit, ignoreCriteria: true, ruleCriteria: {} }),
  ].map(({ id }) => id)
  const names = async (query: object) => {
    const { items, total } = await server.call(allowlists.list, { query: { search: 'sifted', ...query } })
    return [total, ...items.map(({ name }) => name.slice(-1))]
  }
  expect(await names({})).toEqual([3, 'C', 'B', 'A'])
  expect(await names({ page: 2, pageSize: 2 })).toEqual([3, 'A'])
  expect(await names({ rule: world.rules.limit })).toEqual([1, 'C'])
  expect(await names({ customerId: '100' })).toEqual([1, 'A'])
  expect(await names({ 'date[]': ['2026-01-31', '2026-01-31'] })).toEqual([1, 'A'])
  expect(await names({ 'date[]': ['2026-02-01', ''] })).toEqual([2, 'C', 'B'])
  expect(await names({ search: 'ada byron' })).toEqual([1, 'A'])
  expect(await refusal(allowlists.list, { query: { pageSize: 1001 } })).toMatchObject({ status: 400 })
  for (const id of ids) await remove(id)
})

test('filter fields: the extended list contains the plain one, and a rule names both sides', async () => {
  const plain = (await server.call(allowlists.transactionFilters, {})).items
  const extended = (await server.call(allowlists.transactionFiltersExtended, {})).items
  expect(extended).toEqual(expect.arrayContaining(plain))
  expect(plain.find(({ name }) => name === 'transactionCountry')).toMatchObject({ type: 'country', autocomplete: true })
  expect((await server.call(allowlists.customerScheduleFilters, {})).items.map(({ name }) => name)).toContain('balance')
  expect((await server.call(allowlists.customerFilters, {})).items.map(({ name }) => name)).not.toContain('balance')
  expect((await server.call(allowlists.contractFiltersExtended, {})).items[0]).toMatchObject({ name: 'contractId' })
  const ofRule = (await server.call(allowlists.ruleFilters, { params: { ruleId } })).items.map(({ name }) => name)
  expect(ofRule).toEqual(expect.arrayContaining(['transactionDesc', 'industry']))
})

describe('a covered transaction', () => {
  test('raises nothing, and leaves a record of the suppression', async () => {
    const one = await create({ customerType: 'personal' })
    const result = await takeIn(
      ['ann > x!', 2000],
      ['ann > x!', 5000],
      ['ACME > x!', 2000],
      ['ann > x!', 2000, '02-28'],
    )
    // at its own limit, of another type of customer, before its period
    expect(result).toMatchObject({ stored: 4, allowed: 1, cases: 3 })
    expect(await server.call(allowlists.view, { params: { id: one.id } })).toMatchObject({ hits: 1 })
    const [hit] = await server.db.selectFrom('allowlist_hit').selectAll().where('allowlist_id', '=', one.id).execute()
    expect(hit).toMatchObject({ customer_id: 'ann', trigger_info: { saw: { limit_transaction: { cents: 200_000 } } } })
    await remove(one.id)
    expect(await takeIn(['ann > x!', 2000])).toMatchObject({ allowed: 0, cases: 1 })
  })

  test('passes its filters and is not among what must be reported', async () => {
    const rent = { field: 'transactionDesc', operator: 'contains', value: 'RENT' }
    const one = await create({
      ignoreCriteria: true,
      ruleCriteria: {},
      reportCriteria: { limit_transaction: { limit: '9000' } },
      filterGroups: [{ combinator: 'and', rules: [rent, { field: 'customerId', operator: 'in', value: ['bob'] }] }],
    })
    expect(await takeIn(['bob > x!', 8999], ['bob > x!', 9000], ['ann > x!', 2000])).toMatchObject({
      allowed: 1,
      cases: 2,
    })
    await remove(one.id)
  })
})

describe('the allowlists of an alert', () => {
  const on = async (alertId = '') => (await server.call(allowlists.onAlert, { params: { alertId } })).items

  test('are those of its rule for its customer: covering ones first, then others with the failed condition', async () => {
    const rent = { field: 'transactionDesc', operator: 'contains', value: 'rent' }
    const fee = { ...rent, value: 'fee' }
    const { alerts: raised } = await takeIn(['fay > x!', 2000])
    const [alertId] = raised
    const groups = [rent, fee].map((one) => ({ combinator: 'and' as const, rules: [one] }))
    const filtered = await create({ filterGroups: groups, ruleCriteria: { limit_transaction: { limit: '1500' } } })
    const strict = await create({ reportCriteria: { limit_transaction: { limit: '2000' } }, endDate: '2026-03-04' })
    const own = await create({ customerId: 'fay' })
    const elsewhere = [
      await create({ customerType: 'business' }),
      await create({ customerId: '100' }),
      await create({ ruleId: world.rules.limit, ignoreCriteria: true, ruleCriteria: {} }),
    ]
    expect(await on(alertId)).toEqual([
      {
        id: own.id,
        versionId: own.versionId,
        name: own.name,
        customerId: 'fay',
        startDate: '2026-03-01',
        endDate: null,
        gaps: [],
        filters: [],
        hits: 0,
        lastHit: null,
      },
      expect.objectContaining({
        id: filtered.id,
        customerId: null,
        gaps: ['filters', 'criteria'],
        filters: [
          { group: groups[0], isMatched: true },
          { group: groups[1], isMatched: false },
        ],
      }),
      expect.objectContaining({ id: strict.id, gaps: ['period', 'report'] }),
    ])
    for (const { id } of [filtered, strict, own, ...elsewhere]) await remove(id)
    expect(await on(alertId)).toEqual([])
  })

  test('list what they suppressed about the customer, and about nobody else', async () => {
    const one = await create()
    const { alerts: raised } = await takeIn(
      ['gus > x!', 2000, '03-02'],
      ['gus > x!', 2500, '03-04'],
      ['hal > x!', 2000],
      ['gus > x!', 6000],
    )
    expect(await on(raised[0])).toMatchObject([
      { id: one.id, gaps: ['criteria'], hits: 2, lastHit: { date: '2026-03-04 10:00:00' } },
    ])
    await remove(one.id)
  })
})

describe('a dry run', () => {
  test('refuses an invalid allowlist at its path, and an unknown version', async () => {
    expect(await refusal(allowlists.dryRun, { body: bodyOf({ startDate: '2026-02-30' }) })).toMatchObject({
      status: 400,
      current: { faults: [{ place: 'startDate' }] },
    })
    expect(await refusal(allowlists.dryRun, { body: bodyOf({ platform: 'paydek' }) }, { as: 'admin' })).toMatchObject({
      status: 400,
    })
    for (const versionId of ['no-number', '404404']) {
      expect(await refusal(allowlists.coveredAlerts, { params: { versionId } })).toMatchObject({ status: 404 })
    }
    const one = await create()
    const params = { versionId: one.versionId }
    expect(await refusal(allowlists.coveredAlerts, { params }, onPaydek)).toMatchObject({ status: 404 })
    await remove(one.id)
  })

  test('counts the open alerts that would be resolved, saved or not, and resolves none', async () => {
    const { alerts: raised } = await takeIn(['dry > x!', 2000], ['dry > x!', 6000], ['dry > x!', 3000])
    await server.db
      .updateTable('alert')
      .set({ status: 'resolved' })
      .where('id', '=', raised[2] ?? '')
      .execute()
    const body = { ...bodyOf(), filterGroups: [] }
    const only = { combinator: 'and' as const, rules: [{ field: 'customerId', operator: 'equal', value: 'dry' }] }
    const draft = { ...body, filterGroups: [only] }
    const { past, ...told } = await server.call(allowlists.dryRun, { body: draft }, manager)
    expect(past).toMatchObject({ alerts: 2 })
    expect(told).toEqual({
      total: 1,
      capped: false,
      items: [
        {
          alertId: raised[0],
          caseId: expect.stringMatching(/^PX/),
          customerId: 'dry',
          customerName: 'Name of dry',
          alertLevel: 'alert',
          createAt: { date: '2026-03-05 10:00:00', timezone: 'UTC' },
          text: '2,000.00 USD in one transaction; the limit is 1,000.00 USD',
        },
      ],
    })
    const one = await server.call(allowlists.create, { body: draft }, manager)
    const saved = await server.call(allowlists.coveredAlerts, { params: { versionId: one.versionId } })
    expect(saved).toEqual(told)
    expect((await server.call(alerts.view, { params: { alertId: raised[0] ?? '' } })).status).toBe('new')
    await remove(one.id)
  })
})
