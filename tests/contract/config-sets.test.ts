import { describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { approvals } from '#contract/calls/cases/approvals.ts'
import { configSets } from '#contract/calls/rules/config-sets.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { testServer, type As } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startServer } from '#tests/support/start-world.ts'

const at = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
const manager = { as: 'manager' }
const clock = { now: NOON }
const server = await startServer({ now: () => clock.now })

async function refusal(call: Call, input: object, as: As = manager) {
  const response = await server.send(call, input as never, as)
  const { message, current } = (await response.json()) as { message: string; current?: unknown }
  return { status: response.status, message, current }
}

let made = 0
const bodyOf = (more: object = {}) => {
  made += 1
  return { name: `Set ${made}`, value: ['IR', 'KP'], comment: 'FATF', platform: 'paxum', ...more }
}
const create = async (more: object = {}) =>
  (await server.call(configSets.create, { body: bodyOf(more) as never }, manager)).configSet

describe('refusals', () => {
  test('an unknown set and one of another platform give the same 404', async () => {
    const other = await server.call(
      configSets.create,
      { body: bodyOf({ platform: 'paydek' }) },
      { as: 'admin', platform: 'paydek' },
    )
    for (const configId of [String(other.configSet.id), '404404', 'no-number', '99999999999999999999']) {
      const missing = { status: 404, message: `There is no config set ${configId} here.` }
      expect(await refusal(configSets.view, { params: { platform: 'paxum', configId } })).toMatchObject(missing)
      expect(await refusal(configSets.change, { params: { configId }, body: bodyOf() })).toMatchObject(missing)
      expect(await refusal(configSets.delete, { params: { configId } })).toMatchObject(missing)
    }
  })

  test('a body without a name, with an invalid list, or for another platform', async () => {
    const first = async (body: object) => (await refusal(configSets.create, { body })).message.split(': ')[0]
    expect(await first(bodyOf({ name: '  ' }))).toBe('Enter a name')
    expect(await first(bodyOf({ value: 'IR' }))).toBe('value')
    expect(await first(bodyOf({ platform: 'paydek' }))).toBe('platform')
  })

  test('too long a name, comment or value, and too many values', async () => {
    const places = async (body: object) => {
      const { status, current } = await refusal(configSets.create, { body })
      return [status, ...(current as { faults: { place: string }[] }).faults.map(({ place }) => place)]
    }
    // more than an index of PostgreSQL takes, however well it is packed
    const long = Array.from({ length: 8000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
    const all = { name: long, comment: long, value: ['IR', long] }
    expect(await places(bodyOf(all))).toEqual([400, 'name', 'value.1', 'comment'])
    expect(await places(bodyOf({ value: Array.from({ length: 10_001 }, (_, n) => `${n}`) }))).toEqual([400, 'value'])
    const most = { name: 'n'.repeat(200), comment: 'c'.repeat(4000), value: ['v'.repeat(200)] }
    expect(await create(most)).toMatchObject(most)
  })

  test('a duplicate name, in any case', async () => {
    const { name } = await create()
    const taken = { status: 409, message: `name: there is a config set called “${name.toUpperCase()}” already` }
    expect(await refusal(configSets.create, { body: bodyOf({ name: name.toUpperCase() }) })).toMatchObject(taken)
    const { id } = await create()
    const change = { params: { configId: String(id) }, body: bodyOf({ name: name.toUpperCase() }) }
    expect(await refusal(configSets.change, change)).toMatchObject(taken)
  })

  test('a change of an outdated set: the second editor receives the current one', async () => {
    const set = await create()
    const params = { configId: String(set.id) }
    await server.call(
      configSets.change,
      { params, body: bodyOf({ name: set.name, value: ['MM'], version: 1 }) },
      manager,
    )
    const second = await refusal(configSets.change, { params, body: bodyOf({ name: set.name, version: 1 }) })
    expect(second).toMatchObject({ status: 409, current: { value: ['MM'], version: 2 } })
  })

  test('deleting a set that a rule refers to', async () => {
    const { id } = await create()
    const body = {
      name: 'By list',
      description: '',
      platform: 'paxum',
      type: 'transaction' as const,
      criteria: { limit_transaction: { limit: '5' } },
      options: { configSets: [String(id)] },
    }
    const rule = await server.call(rules.create, { body }, manager)
    const params = { configId: String(id) }
    expect(await refusal(configSets.delete, { params })).toMatchObject({ status: 409, current: { rules: ['By list'] } })
    await server.call(rules.delete, { params: { ruleId: rule.id } }, manager)
    expect(await server.call(configSets.delete, { params }, manager)).toEqual({ message: 'Deleted.' })
  })
})

describe('a set that rules name', () => {
  const ruleOf = (set: { id: number }, more: Partial<RuleBody> = {}): RuleBody => ({
    name: 'Words',
    description: '',
    platform: 'paxum',
    type: 'transaction',
    criteria: { prohibited_keyword: { keywords: [] } },
    options: { configSets: [String(set.id)] },
    ...more,
  })
  const changed = (set: { id: number; name: string }, value: string[], on = server) =>
    on.send(
      configSets.change,
      { params: { configId: String(set.id) }, body: bodyOf({ name: set.name, value }) },
      manager,
    )

  test('lists them, and refuses a value that would break one', async () => {
    const set = await create({ value: ['hawala'] })
    const rule = await server.call(rules.create, { body: ruleOf(set) }, manager)
    const params = { configId: String(set.id) }
    const view = await server.call(configSets.view, { params: { ...params, platform: 'paxum' } })
    expect(view.configSet.rules).toEqual([{ id: rule.id, name: 'Words' }])
    for (const value of [[], Array.from({ length: 1001 }, (_, n) => `word ${n}`)]) {
      const response = await changed(set, value)
      expect(response.status).toBe(400)
      const told = (await response.json()) as { current: { faults: { place: string; message: string }[] } }
      expect(told.current.faults[0]).toMatchObject({
        place: 'value',
        message: expect.stringContaining('Words could not run, criteria.prohibited_keyword.keywords'),
      })
    }
    expect((await changed(set, ['hawala', 'ransom'])).status).toBe(200)
    await server.call(rules.delete, { params: { ruleId: rule.id } }, manager)
    expect((await changed(set, [])).status).toBe(200)
  })

  test('with four eyes its values stay until approval, also when only a proposal names it', async () => {
    const reviewed = await testServer({ env: { FOUR_EYES: 'rules' } })
    try {
      const { configSet: set } = await reviewed.call(
        configSets.create,
        { body: bodyOf({ value: ['hawala'] }) as never },
        manager,
      )
      const without = ruleOf(set, { criteria: { prohibited_keyword: { keywords: ['ransom'] } }, options: {} })
      const { id, proposal } = await reviewed.call(rules.create, { body: without }, manager)
      const approve = (proposalId = '') =>
        reviewed.send(rules.approve, { params: { proposalId }, body: {} }, { as: 'admin' })
      expect((await approve(proposal?.id)).status).toBe(200)
      const change = await reviewed.call(
        rules.change,
        { params: { ruleId: id }, body: { rule: { ...ruleOf(set), reason: 'Another list.' } } },
        manager,
      )
      const params = { configId: String(set.id) }
      const refused = await reviewed.send(configSets.delete, { params }, manager)
      expect([refused.status, await refused.json()]).toMatchObject([409, { current: { rules: ['Words'] } }])
      const stays = await changed(set, ['hawala', 'ransom'], reviewed)
      expect([stays.status, await stays.json()]).toMatchObject([
        200,
        { configSet: { value: ['hawala'], pending: { kind: 'configSet', by: { id: 'manager' } } } },
      ])
      const twice = await changed(set, ['escrow'], reviewed)
      expect([twice.status, ((await twice.json()) as { message: string }).message]).toEqual([
        409,
        expect.stringContaining('proposed it already'),
      ])
      const open = async () =>
        (await reviewed.call(approvals.list, { query: { kind: 'configSet' } }, { as: 'admin' })).items[0]
      const decide = async (as: string) => {
        const { id: approvalId = '', version = '' } = (await open()) ?? {}
        return reviewed.send(approvals.approve, { params: { approvalId }, body: { note: 'Seen.', version } }, { as })
      }
      expect(await open()).toMatchObject({ title: `Change the values of “${set.name}”, which Words name` })
      expect([(await decide('manager')).status, (await decide('analyst')).status]).toEqual([403, 403])
      expect((await decide('admin')).status).toBe(200)
      const view = async () =>
        (await reviewed.call(configSets.view, { params: { ...params, platform: 'paxum' } })).configSet
      expect(await view()).toMatchObject({ value: ['hawala', 'ransom'], pending: null })
      // a proposal on a version that went on is refused
      await changed(set, ['hawala'], reviewed)
      const old = await open()
      await reviewed.db.updateTable('config_set').set({ version: 99 }).where('id', '=', params.configId).execute()
      expect([(await decide('admin')).status, (await open())?.id]).toEqual([409, old?.id])
      const body = bodyOf({ name: set.name, value: ['hawala', 'ransom'], comment: 'Only a word' })
      await reviewed.call(configSets.change, { params, body: body as never }, manager)
      // by a hand that asks nobody
      await reviewed.db.updateTable('config_set').set({ value: [] }).where('id', '=', params.configId).execute()
      const late = await approve(change.proposal?.id)
      expect([late.status, await late.json()]).toMatchObject([
        409,
        { message: expect.stringContaining('criteria.prohibited_keyword.keywords') },
      ])
      await reviewed.db
        .updateTable('config_set')
        .set({ value: ['hawala'] })
        .where('id', '=', params.configId)
        .execute()
      expect((await approve(change.proposal?.id)).status).toBe(200)
    } finally {
      await reviewed.close()
    }
  })
})

test('creating, changing and deleting write an audit entry each', async () => {
  clock.now = NOON
  const set = await create({ value: [' IR ', '', 'IR', 'KP'] })
  const params = { configId: String(set.id) }
  expect(set).toEqual({
    id: set.id,
    platform: 'paxum',
    name: set.name,
    comment: 'FATF',
    value: ['IR', 'KP'],
    createdAt: at,
    updatedAt: at,
    version: 1,
    rules: [],
    pending: null,
  })
  clock.now = new Date(NOON.getTime() + 60_000)
  const body = { name: set.name, value: ['MM'], comment: '', platform: 'paxum' }
  const changed = await server.call(configSets.change, { params, body }, manager)
  const later = { date: '2026-03-10 12:01:00', timezone: 'UTC' }
  expect(changed.configSet).toEqual({ ...set, value: ['MM'], comment: '', updatedAt: later, version: 2 })
  expect(await server.call(configSets.view, { params: { ...params, platform: 'paxum' } })).toEqual(changed)
  await server.call(configSets.delete, { params }, manager)
  const { items } = await server.call(configSets.list, { params: { platform: 'paxum' } })
  expect(items.map(({ id }) => id)).not.toContain(set.id)
  expect(await auditOf(server.db, 'config set', params.configId)).toMatchObject([
    { action: 'add config set', actor: 'manager', version: '1', after: { value: ['IR', 'KP'] } },
    { action: 'change config set', version: '2', before: { value: ['IR', 'KP'] }, after: { value: ['MM'] } },
    { action: 'delete config set', before: { value: ['MM'] } },
  ])
})

test('changes are listed newest first, and none of another platform’s sets', async () => {
  const set = await create({ name: 'Watched', value: ['IR', 'KP'] })
  const configId = String(set.id)
  const body = { name: 'Watched places', value: ['KP', 'SY'], comment: 'FATF', platform: 'paxum' }
  await server.call(configSets.change, { params: { configId }, body }, { as: 'admin' })
  const { items } = await server.call(configSets.history, { params: { platform: 'paxum', configId } }, manager)
  expect(items).toMatchObject([
    { version: 2, by: { id: 'admin' }, name: 'Watched places', comment: null, added: ['SY'], removed: ['IR'] },
    { version: 1, by: { id: 'manager' }, name: 'Watched', comment: 'FATF', added: ['IR', 'KP'], removed: [] },
  ])
  const elsewhere = { params: { platform: 'paydek', configId } }
  expect((await server.send(configSets.history, elsewhere, { as: 'admin', platform: 'paydek' })).status).toBe(404)
})

test('sets are listed newest first', async () => {
  const [one, two] = [await create(), await create()]
  const { items } = await server.call(configSets.list, { params: { platform: 'paxum' } })
  expect(items.slice(0, 2).map(({ id }) => id)).toEqual([two.id, one.id])
})
