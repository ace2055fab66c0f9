import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { capabilities } from '#contract/calls/capabilities.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import type { Rule, RuleBody } from '#contract/model/rules/rule.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { pay } from '#tests/support/payments.ts'
import { testServer, type As, type TestServer } from '#tests/support/server.ts'
import { auditOf } from '#tests/support/world.ts'

const manager = { as: 'manager' }
const admin = { as: 'admin' }
const reason = 'Too many false positives.'
const NOW = new Date('2026-04-01T12:00:00Z')
let plain: TestServer
/** The same with four eyes on rules. */
let reviewed: TestServer
beforeAll(async () => {
  ;[plain, reviewed] = await Promise.all([
    testServer({ now: () => NOW }),
    testServer({ now: () => NOW, env: { FOUR_EYES: 'rules' } }),
  ])
})
afterAll(() => Promise.all([plain.close(), reviewed.close()]))

const bodyOf = (limit: string, more: Partial<RuleBody> = {}): RuleBody => ({
  name: `At ${limit}`,
  description: '',
  platform: 'paxum',
  type: 'transaction',
  criteria: { limit_transaction: { limit } },
  options: { action: 'alert', trigger_event: 'transaction' },
  ...more,
})
const add = (server: TestServer, body: RuleBody, as: As = manager) => server.call(rules.create, { body }, as)
const view = (server: TestServer, { id }: Pick<Rule, 'id'>) => server.call(rules.view, { params: { ruleId: id } })

async function refusal(server: TestServer, call: Call, input: object, as: As = manager) {
  const response = await server.send(call, input as never, as)
  const { message = '', current } = (await response.json()) as { message?: string; current?: unknown }
  return { status: response.status, message, current }
}

let payments = 0
/** The rules that alerted on a payment. */
async function alertedBy(server: TestServer, usd: number): Promise<string[]> {
  const id = `s${(payments += 1)}`
  await ingest(server.db, [pay(id, '03-01 10:00', `c${id} > x!`, usd)], { platform: 'paxum', now: NOW })
  const rows = await server.db.selectFrom('alert').select('rule_name').where('case_id', '=', `PX${id}`).execute()
  return rows.map(({ rule_name }) => rule_name)
}

describe('two editors of one rule', () => {
  test('the second is told the first one’s changes by path, and changes nothing', async () => {
    const rule = await add(plain, bodyOf('70000'))
    const response = await plain.send(rules.view, { params: { ruleId: rule.id } })
    const etag = response.headers.get('etag') ?? ''
    expect(etag).toBe(`"rule.${rule.id}.${rule.revisionId}"`)
    const params = { ruleId: rule.id }
    const first = { ...bodyOf('80000'), reason, name: 'First' }
    await plain.call(rules.change, { params, body: { rule: first } }, { ...manager, headers: { 'if-match': etag } })
    const differences = [
      { place: 'name', before: 'At 70000', after: 'First' },
      { place: 'criteria.limit_transaction.limit', before: '70000', after: '80000' },
    ]
    const stale = { ...admin, headers: { 'if-match': etag } }
    const second = { params, body: { rule: bodyOf('90000') } }
    const refused = await refusal(plain, rules.change, second, stale)
    expect(refused).toMatchObject({ status: 412, current: { name: 'First', differences } })
    for (const [call, input] of [
      [rules.delete, { params }],
      [rules.setStage, { params, body: { stage: 'shadow' } }],
    ] as const) {
      expect(await refusal(plain, call, input, stale)).toMatchObject({ status: 412 })
    }
    // as the plain catalogue would say it
    const told = { params, body: { rule: { ...bodyOf('90000'), revisionId: rule.revisionId } } }
    expect(await refusal(plain, rules.change, told, admin)).toMatchObject({ status: 409, current: { differences } })
    expect(
      await refusal(plain, rules.change, second, { ...admin, headers: { 'if-match': '"case.1.1"' } }),
    ).toMatchObject({ status: 400 })
    expect(await view(plain, rule)).toMatchObject({ name: 'First' })
  })

  test('a fault is reported at its path in the body', async () => {
    const rule = await add(plain, bodyOf('70000'))
    const body = { rule: { ...bodyOf('-1'), name: '', stage: 'shadow' } }
    const { status, current } = await refusal(plain, rules.change, { params: { ruleId: rule.id }, body })
    expect([status, current]).toMatchObject([400, { faults: [{ place: 'rule.stage' }] }])
    const other = { rule: { ...bodyOf('-1'), name: '' } }
    expect(await refusal(plain, rules.change, { params: { ruleId: rule.id }, body: other })).toMatchObject({
      current: { faults: [{ place: 'rule.name' }, { place: 'rule.criteria.limit_transaction.limit' }] },
    })
    const broken = { rule: { ...bodyOf('1'), options: { random_percent: 101 } } }
    expect(await refusal(plain, rules.change, { params: { ruleId: rule.id }, body: broken })).toMatchObject({
      status: 400,
      current: { faults: [{ place: 'rule.options.random_percent' }] },
    })
  })
})

describe('a rule in shadow mode', () => {
  test('is counted by day and revision, beside the rules in force, and raises nothing until it is promoted', async () => {
    const live = await add(plain, bodyOf('3000'))
    const shadow = await add(plain, bodyOf('2000', { stage: 'shadow' }))
    expect(shadow.stage).toBe('shadow')
    expect(await alertedBy(plain, 1999)).toEqual([])
    expect(await alertedBy(plain, 2000)).toEqual([])
    expect(await alertedBy(plain, 3000)).toEqual(['At 3000'])
    const params = { ruleId: shadow.id }
    const counts = { hits: 2, alsoAlerted: 1 }
    expect(await plain.call(rules.shadow, { params })).toEqual({
      revisionId: shadow.revisionId,
      ...counts,
      days: [{ day: '2026-03-01', ...counts }],
    })
    const promoted = await plain.call(rules.setStage, { params, body: { stage: 'live', reason } }, manager)
    expect(promoted).toEqual({ ...shadow, stage: undefined })
    expect(await plain.call(rules.setStage, { params, body: { stage: 'live' } }, manager)).toEqual(promoted)
    expect(await alertedBy(plain, 2000)).toEqual(['At 2000'])
    expect((await auditOf(plain.db, 'rule', shadow.id)).at(-1)).toMatchObject({
      action: 'change stage of rule',
      before: { stage: 'shadow' },
      after: { stage: 'live' },
      note: reason,
    })
    // another revision is another rule to count
    const changed = await plain.call(rules.change, { params, body: { rule: { ...bodyOf('2500'), reason } } }, manager)
    expect(await plain.call(rules.shadow, { params })).toEqual({
      revisionId: changed.revisionId,
      hits: 0,
      alsoAlerted: 0,
      days: [],
    })
    for (const { id } of [live, shadow]) await plain.call(rules.delete, { params: { ruleId: id } }, manager)
  })

  test('is not found under an unknown id', async () => {
    const params = { ruleId: '404404' }
    expect(await refusal(plain, rules.shadow, { params })).toMatchObject({ status: 404 })
    expect(await refusal(plain, rules.setStage, { params, body: { stage: 'live' } })).toMatchObject({ status: 404 })
    const odd = await refusal(plain, rules.setStage, { params, body: { stage: 'proposed' } })
    expect(odd).toMatchObject({ status: 400, current: { faults: [{ place: 'stage' }] } })
    const own = await refusal(plain, rules.create, { body: bodyOf('1', { stage: 'proposed' }) })
    expect(own).toMatchObject({ status: 400, current: { faults: [{ place: 'stage' }] } })
  })
})

describe('with four eyes', () => {
  const open = async () => (await reviewed.call(rules.proposals, { query: { status: 'open' } })).items
  const approve = (proposalId: string, as: As = admin) =>
    reviewed.call(rules.approve, { params: { proposalId }, body: { note: 'Seen.' } }, as)
  const giveBack = (proposalId: string, as: As = admin) =>
    reviewed.call(rules.return, { params: { proposalId }, body: { note: 'Too low.' } }, as)
  /** A rule in force. */
  async function inForce(limit: string): Promise<Rule> {
    const { id, proposal } = await add(reviewed, bodyOf(limit))
    await approve(proposal?.id ?? '')
    return view(reviewed, { id })
  }

  test('is off by default, and reported where it is on', async () => {
    expect((await plain.call(capabilities, {})).fourEyes).toEqual([])
    expect((await reviewed.call(capabilities, {})).fourEyes).toEqual(['rules'])
    expect((await plain.call(rules.proposals, {})).items).toEqual([])
  })

  test('a proposal is not approved by its author, from another platform, or once decided', async () => {
    const { proposal } = await add(reviewed, bodyOf('60000'), admin)
    const params = { proposalId: proposal?.id ?? '' }
    const input = { params, body: {} }
    expect(await refusal(reviewed, rules.approve, input, admin)).toMatchObject({ status: 403 })
    expect(await refusal(reviewed, rules.approve, input, { as: 'analyst' })).toMatchObject({ status: 403 })
    expect(await refusal(reviewed, rules.approve, input, { as: 'superadmin', platform: 'paydek' })).toMatchObject({
      status: 404,
    })
    expect(await refusal(reviewed, rules.approve, { params: { proposalId: 'x' }, body: {} })).toMatchObject({
      status: 404,
    })
    expect(await refusal(reviewed, rules.return, { params, body: { note: ' ' } })).toMatchObject({
      status: 400,
      current: { faults: [{ place: 'note' }] },
    })
    await giveBack(params.proposalId)
    expect(await refusal(reviewed, rules.approve, input)).toMatchObject({ status: 409 })
  })

  test('a new rule is listed and does not run until another person approves it', async () => {
    const rule = await add(reviewed, bodyOf('5000'))
    expect(rule).toMatchObject({
      stage: 'proposed',
      proposal: { kind: 'add', author: { id: 'manager' }, status: 'open' },
    })
    expect(await alertedBy(reviewed, 6000)).toEqual([])
    const decided = await approve(rule.proposal?.id ?? '')
    expect(decided).toMatchObject({ status: 'approved', decidedBy: { id: 'admin' }, note: 'Seen.' })
    expect(await view(reviewed, rule)).toEqual({ ...rule, stage: undefined, proposal: undefined })
    expect(await alertedBy(reviewed, 6000)).toEqual(['At 5000'])
    expect((await auditOf(reviewed.db, 'rule', rule.id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['propose rule', 'manager'],
      ['propose rule', 'manager'],
      ['approve rule', 'admin'],
    ])
  })

  test('a returned new rule is removed; its author may withdraw it', async () => {
    for (const as of [admin, manager]) {
      const rule = await add(reviewed, bodyOf('5000'))
      expect(await giveBack(rule.proposal?.id ?? '', as)).toMatchObject({ status: 'returned', note: 'Too low.' })
      expect(await view(reviewed, rule)).toMatchObject({ isDeleted: true })
    }
  })

  test('a change is pending with its base; the rule runs unchanged, and nobody else may change it', async () => {
    const rule = await inForce('7000')
    const params = { ruleId: rule.id }
    const waiting = await reviewed.call(
      rules.change,
      { params, body: { rule: { ...bodyOf('8000'), reason } } },
      manager,
    )
    const differences = [
      { place: 'name', before: 'At 7000', after: 'At 8000' },
      { place: 'criteria.limit_transaction.limit', before: '7000', after: '8000' },
    ]
    expect(waiting).toEqual({ ...rule, proposal: expect.objectContaining({ kind: 'change', differences }) })
    expect((await open()).map(({ id }) => id)).toEqual([waiting.proposal?.id])
    const second = await refusal(reviewed, rules.change, { params, body: { rule: bodyOf('9000') } }, admin)
    expect(second).toMatchObject({ status: 409, current: { proposal: { id: waiting.proposal?.id } } })
    const decided = await approve(waiting.proposal?.id ?? '')
    expect(decided.differences).toEqual(differences)
    const after = await view(reviewed, rule)
    expect(after).toMatchObject({ name: 'At 8000', author: 'Ingrid Okafor' })
    expect(after.revisionId).not.toBe(rule.revisionId)
    // who proposed it and why, who approved it and with what note
    const { items } = await reviewed.call(rules.revisions, { params })
    const approval = { by: { id: 'admin' }, note: 'Seen.' }
    expect(items).toMatchObject([
      { number: 2, author: 'Ingrid Okafor', reason, approved: approval },
      { number: 1, author: 'Ingrid Okafor', reason: null, approved: approval },
    ])
    expect(waiting.proposal).toMatchObject({ reason })
    expect((await reviewed.call(rules.proposals, { query: { status: 'decided' } })).items[0]).toEqual(decided)
  })

  test('a deletion, a stage and a clone are pending too; an empty change is no proposal', async () => {
    const rule = await inForce('40000')
    const params = { ruleId: rule.id }
    const same = await reviewed.call(rules.change, { params, body: { rule: bodyOf('40000') } }, manager)
    expect(same).toEqual(rule)
    const staged = await reviewed.call(rules.setStage, { params, body: { stage: 'shadow', reason } }, manager)
    expect(staged.stage).toBeUndefined()
    await approve(staged.proposal?.id ?? '')
    expect((await view(reviewed, rule)).stage).toBe('shadow')
    await reviewed.call(rules.delete, { params }, manager)
    const [waiting] = await open()
    expect([waiting?.kind, (await view(reviewed, rule)).isDeleted]).toEqual(['delete', false])
    await approve(waiting?.id ?? '')
    expect((await view(reviewed, rule)).isDeleted).toBe(true)
    const source = await inForce('50000')
    const clone = await reviewed.call(rules.clone, { body: { ruleId: source.id, platform: 'paydek' } }, admin)
    expect(clone).toMatchObject({ platform: 'paydek', stage: 'proposed', proposal: { kind: 'add' } })
    const again = { ruleId: clone.id, platform: 'paxum' }
    const there = { as: 'admin', platform: 'paydek' }
    expect(await refusal(reviewed, rules.clone, { body: again }, there)).toMatchObject({ status: 409 })
  })

  test('a clone has the stage of its original, at once or once it is approved', async () => {
    const onPaydek = { as: 'admin', platform: 'paydek' }
    const counted = await add(plain, bodyOf('61000', { stage: 'shadow' }))
    const copy = await plain.call(rules.clone, { body: { ruleId: counted.id, platform: 'paydek' } }, admin)
    expect(copy.stage).toBe('shadow')
    const source = await inForce('61000')
    const staged = await reviewed.call(
      rules.setStage,
      { params: { ruleId: source.id }, body: { stage: 'shadow', reason } },
      manager,
    )
    await approve(staged.proposal?.id ?? '')
    const clone = await reviewed.call(rules.clone, { body: { ruleId: source.id, platform: 'paydek' } }, admin)
    const other = { as: 'superadmin', platform: 'paydek' }
    const params = { proposalId: clone.proposal?.id ?? '' }
    await reviewed.call(rules.approve, { params, body: {} }, other)
    expect((await reviewed.call(rules.view, { params: { ruleId: clone.id } }, onPaydek)).stage).toBe('shadow')
  })
})
