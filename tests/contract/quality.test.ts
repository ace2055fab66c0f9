// Quality reviews: who may, what is drawn, what the reader is not told, findings, and the errors of each person.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { quality } from '#contract/calls/quality.ts'
import type { BlindReview, PolicyScope } from '#contract/model/quality/quality.ts'
import { wilson } from '#contract/model/quality/wilson.ts'
import { refusalOf } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server, world } = await startWorld({ now: () => NOON })

beforeEach(async () => {
  for (const table of ['quality_review', 'golden_item', 'quality_draw', 'quality_rate'] as const) {
    await server.db.deleteFrom(table).execute()
  }
  await server.db.updateTable('monitoring_case').set({ finished_at: null }).execute()
})

const as = (id: string) => ({ as: id })
const setRate = (scope: PolicyScope, rate: number, key = '') =>
  server.call(quality.setRate, { body: { scope, key, rate, reason: 'As agreed.' } }, as('manager'))
const draw = async () => (await server.call(quality.draw, {}, as('manager'))).drawn
const next = async (id: string) => (await server.call(quality.next, {}, as(id))).review
const read = (id: string, review: BlindReview | null, outcome: 'cleared' | 'rejected' | 'suspicious') =>
  server.call(quality.read, { params: { reviewId: review?.id ?? '' }, body: { outcome, note: 'Looked.' } }, as(id))
const reviews = async (id: string, show: 'read' | 'findings' = 'read') =>
  (await server.call(quality.reviews, { query: { show } }, as(id))).items

/** Closed cases, decided by somebody. */
async function decided(
  by: string,
  count = 1,
  { isStr = false, rule = 'limit' as 'limit' | 'velocity', platform = 'paxum' } = {},
) {
  const made = []
  for (let n = 0; n < count; n += 1) {
    const one = await world.addCase({
      platform,
      status: 'complete',
      recommendedStr: isStr ? 1 : 0,
      alerts: [{ rule, status: 'resolved' }],
    })
    await server.db
      .updateTable('alert')
      .set({ resolved_by: by, note: 'First words.' })
      .where('case_id', '=', one.id)
      .execute()
    await server.db.updateTable('monitoring_case').set({ finished_at: NOON }).where('id', '=', one.id).execute()
    made.push(one)
  }
  return made
}

describe('refusals', () => {
  test('analysts set no rate, see no policy, add no known item, close nothing', async () => {
    const asked = [
      () => server.call(quality.policy, {}, as('analyst')),
      () => server.call(quality.draw, {}, as('analyst')),
      () => server.call(quality.setRate, { body: { scope: 'all', key: '', rate: 1, reason: 'x' } }, as('analyst')),
      () => server.call(quality.addGolden, { body: { alertId: '1', truth: 'cleared', reason: 'x' } }, as('analyst')),
      () =>
        server.call(quality.close, { params: { reviewId: 'x' }, body: { isUpheld: false, note: 'x' } }, as('analyst')),
    ]
    for (const one of asked) expect((await refusalOf(one()))?.[0]).toBe(403)
  })

  test('an invalid rate or scope is refused at its path', async () => {
    const wrong = [
      ['all', 101, '', 'rate: between 0 and 100 percent'],
      ['all', -1, '', 'rate: between 0 and 100 percent'],
      ['all', 5, 'x', 'key: belongs to rules, people and levels of risk'],
      ['rule', 5, world.paydekRules.limit, `key: there is no rule ${world.paydekRules.limit} here`],
      ['person', 5, 'outsider', 'key: nobody of that name works here'],
      ['risk', 5, 'extreme', 'key: one of low, medium, high'],
    ] as const
    for (const [scope, rate, key, message] of wrong) {
      expect(await refusalOf(setRate(scope, rate, key)), message).toEqual([400, message])
    }
    const body = { scope: 'all', key: '', rate: 5, reason: ' ' } as const
    expect((await refusalOf(server.call(quality.setRate, { body }, as('manager'))))?.[0]).toBe(400)
  })

  test('nobody reviews their own decisions, their own cases, or another platform’s', async () => {
    await decided('analyst', 3)
    const [mixed] = await decided('analyst2')
    await world.db
      .updateTable('monitoring_case')
      .set({ alert_count: 2 })
      .where('id', '=', mixed?.id ?? '')
      .execute()
    await sql`insert into alert (platform, kind, case_id, customer_id, rule_id, rule_name, rule_type, rule_description,
      revision_id, level, status, created_at, resolved_at, resolved_by, trigger_info, criteria)
      select platform, kind, case_id, customer_id, ${world.rules.velocity}, rule_name, rule_type, rule_description,
        revision_id, level, status, created_at, resolved_at, 'analyst', trigger_info, criteria
      from alert where id = ${mixed?.alertIds[0]}`.execute(server.db)
    await decided('analyst2', 2, { platform: 'paydek' })
    await setRate('all', 100)
    await draw()
    expect(await next('analyst')).toBeNull()
    expect((await server.call(quality.next, {}, { as: 'manager', platform: 'paydek' })).review).toBeNull()
    const review = await next('manager')
    expect(review).not.toBeNull()
    // nobody else reads it, or is told that it is there
    expect((await refusalOf(read('analyst2', review, 'cleared')))?.[0]).toBe(404)
    expect((await refusalOf(read('analyst', review, 'cleared')))?.[0]).toBe(404)
    await read('manager', review, 'cleared')
    expect(await refusalOf(read('manager', review, 'suspicious'))).toEqual([409, 'You decided it already.'])
  })

  test('a finding is answered by the person concerned, and closed by a third', async () => {
    await decided('analyst', 1, { isStr: true })
    await setRate('all', 100)
    await draw()
    const review = await next('manager')
    await read('manager', review, 'cleared')
    const params = { reviewId: review?.id ?? '' }
    const reply = (id: string) =>
      server.call(quality.reply, { params, body: { agrees: false, text: 'Three in a row.' } }, as(id))
    const close = (id: string) =>
      server.call(quality.close, { params, body: { isUpheld: false, note: 'He is right.' } }, as(id))
    expect((await refusalOf(reply('analyst2')))?.[0]).toBe(404)
    expect(await refusalOf(reply('admin'))).toEqual([403, 'Only the person concerned answers a finding.'])
    expect(await refusalOf(close('manager'))).toEqual([403, 'Somebody else has to say who is right.'])
    expect(await refusalOf(close('admin'))).toEqual([409, 'The person concerned has seven days to answer.'])
    expect((await reviews('analyst', 'findings'))[0]).toMatchObject({ whyNotReply: null, isGolden: null })
    await reply('analyst')
    expect(await refusalOf(reply('analyst'))).toEqual([409, 'It was answered already.'])
    await close('admin')
    expect(await refusalOf(close('admin'))).toEqual([409, 'It is closed already.'])
    const audit = await auditOf(server.db, 'quality review', params.reviewId)
    expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
      ['quality review', 'manager'],
      ['answer finding', 'analyst'],
      ['close finding', 'admin'],
    ])
    // without an answer, after a week
    await decided('analyst2', 1, { isStr: true })
    await draw()
    const late = await next('manager')
    await read('manager', late, 'cleared')
    const old = new Date(NOON.getTime() - 8 * 86_400_000)
    await server.db
      .updateTable('quality_review')
      .set({ read_at: old })
      .where('id', '=', late?.id ?? '')
      .execute()
    const body = { isUpheld: true, note: 'No answer came.' }
    await server.call(quality.close, { params: { reviewId: late?.id ?? '' }, body }, as('admin'))
  })

  test('an undecided case cannot be a known item, and a known item is added once', async () => {
    const open = await world.addCase()
    const body = (alertId = '', truth = 'cleared' as const) => ({ body: { alertId, truth, reason: 'A plain one.' } })
    const add = (alertId?: string) => server.call(quality.addGolden, body(alertId), as('manager'))
    expect((await refusalOf(add(open.alertIds[0])))?.[0]).toBe(409)
    const [there] = await decided('analyst2', 1, { platform: 'paydek' })
    expect((await refusalOf(add(there?.alertIds[0])))?.[0]).toBe(404)
    const [one] = await decided('analyst2')
    await add(one?.alertIds[0])
    expect(await refusalOf(add(one?.alertIds[0]))).toEqual([409, 'Its answer is on record already.'])
  })
})

test('the policy shows who changed what and why, the current one first', async () => {
  await setRate('all', 2)
  await setRate('all', 3)
  await setRate('rule', 10, world.rules.limit)
  const { items } = await server.call(quality.policy, {}, as('admin'))
  expect(items.map(({ scope, label, rate, isInForce }) => [scope, label, rate, isInForce])).toEqual([
    ['rule', 'Limit', 10, true],
    ['all', '', 3, true],
    ['all', '', 2, false],
  ])
  expect(items[0]).toMatchObject({ reason: 'As agreed.', by: { id: 'manager', name: 'Ingrid Okafor' } })
  expect((await auditOf(server.db, 'quality rate', 'all')).at(-1)).toMatchObject({
    before: { rate: 2 },
    after: { rate: 3 },
    reason: 'As agreed.',
  })
})

test('decisions matching a policy are drawn once, by rule, person and risk', async () => {
  await decided('analyst', 4)
  await decided('analyst2', 3, { rule: 'velocity' })
  await setRate('person', 100, 'analyst')
  expect(await draw()).toBe(4)
  expect(await draw()).toBe(0)
  await setRate('person', 0, 'analyst')
  await setRate('rule', 100, world.rules.velocity)
  // closings before the draw are over: only late ones are drawn again
  expect(await draw()).toBe(3)
  const { rows } =
    await sql`select decided_by, why, count(*)::int as n from quality_review group by 1, 2 order by 1`.execute(
      server.db,
    )
  expect(rows).toEqual([
    { decided_by: 'analyst', why: 'person', n: 4 },
    { decided_by: 'analyst2', why: 'rule', n: 3 },
  ])
})

test('the reviewer sees the payment and the alert, and the first decision only after their own', async () => {
  await decided('analyst', 1, { isStr: true })
  await setRate('all', 100)
  await draw()
  const review = await next('analyst2')
  expect(review).toMatchObject({ rule: { name: 'Limit' }, why: '12,400 of 9,000', payment: { usd: '12400.00' } })
  const text = JSON.stringify(review)
  for (const told of ['suspicious', 'First words', 'analyst', 'Lindqvist', 'PX1', 'golden'])
    expect(text).not.toContain(told)
  // taken is taken, and the same again where it was left
  expect(await next('manager')).toBeNull()
  expect((await next('analyst2'))?.id).toBe(review?.id)
  expect(await reviews('analyst')).toEqual([])
  const answer = await read('analyst2', review, 'cleared')
  expect(answer).toMatchObject({
    agrees: false,
    first: { outcome: 'suspicious', by: { id: 'analyst' }, note: 'First words.' },
  })
})

test('a known item is indistinguishable for the reviewer, before and after, and visible to managers', async () => {
  const ordinary = await decided('analyst', 9)
  const [known] = await decided('analyst')
  const body = { alertId: known?.alertIds[0] ?? '', truth: 'suspicious' as const, reason: 'A plain case of splitting.' }
  await setRate('all', 100)
  await draw()
  // as if it had been decided long ago
  await server.db.deleteFrom('quality_review').where('alert_id', '=', body.alertId).execute()
  await server.call(quality.addGolden, { body }, as('manager'))
  await setRate('golden', 10)
  expect(await draw()).toBe(1 + 1)
  await server.db
    .deleteFrom('quality_review')
    .where('alert_id', '=', body.alertId)
    .where('is_golden', '=', false)
    .execute()

  const shapes = new Set<string>()
  const answers = new Set<string>()
  for (let review = await next('analyst2'); review; review = await next('analyst2')) {
    shapes.add(JSON.stringify(Object.keys(review)))
    answers.add(JSON.stringify(Object.keys(await read('analyst2', review, 'cleared'))))
  }
  expect([shapes.size, answers.size]).toEqual([1, 1])
  const own = await reviews('analyst2')
  expect(own).toHaveLength(ordinary.length + 1)
  expect(new Set(own.map(({ isGolden }) => isGolden))).toEqual(new Set([null]))
  const seen = await reviews('manager')
  expect(seen.filter(({ isGolden }) => isGolden)).toMatchObject([
    { alertId: body.alertId, agrees: false, finding: 'open', concerned: { id: 'analyst2' } },
  ])
  // who knows the answer is not asked
  await server.db.deleteFrom('quality_review').where('is_golden', '=', true).execute()
  expect(await draw()).toBe(2)
  expect(await next('manager')).toBeNull()
  const { golden } = await server.call(quality.policy, {}, as('admin'))
  await server.call(quality.endGolden, { params: { goldenId: golden[0]?.id ?? '' } }, as('admin'))
  expect((await server.call(quality.policy, {}, as('admin'))).golden).toEqual([])
})

test('errors by person match the database, with Wilson’s interval; analysts see their own', async () => {
  await decided('analyst', 6)
  await decided('analyst2', 5, { isStr: true })
  await setRate('all', 100)
  await setRate('tolerance', 10)
  await draw()
  for (let review = await next('admin'); review; review = await next('admin')) await read('admin', review, 'cleared')
  const found = await reviews('manager', 'findings')
  expect(found).toHaveLength(5)
  for (const [index, { id }] of found.slice(0, 4).entries()) {
    const params = { reviewId: id }
    await server.call(quality.reply, { params, body: { agrees: true, text: 'Yes.' } }, as('analyst2'))
    if (index === 3) continue
    await server.call(quality.close, { params, body: { isUpheld: index < 2, note: 'Seen.' } }, as('manager'))
  }
  const { items, agreement, tolerance } = await server.call(quality.people, {}, as('manager'))
  expect(tolerance).toBe(10)
  expect(agreement).toEqual({ read: 11, agreed: 6, share: wilson(6, 11), waiting: 0 })
  const { rows } = await sql<{ id: string; reviews: number; upheld: number; waiting: number }>`select decided_by as id,
      count(*)::int as reviews, (count(*) filter (where finding = 'upheld'))::int as upheld,
      (count(*) filter (where finding in ('open', 'answered')))::int as waiting
    from quality_review where read_at is not null group by 1`.execute(server.db)
  for (const { id, ...counts } of rows) {
    const item = items.find(({ person }) => person.id === id)
    const judged = counts.reviews - counts.waiting
    expect(item, id).toMatchObject({ ...counts, judged, errors: counts.upheld, share: wilson(counts.upheld, judged) })
  }
  expect(items.map(({ person, isAbove }) => [person.id, isAbove])).toEqual([
    ['analyst2', true],
    ['analyst', false],
  ])
  const own = await server.call(quality.people, {}, as('analyst'))
  expect(own.items.map(({ person }) => person.id)).toEqual(['analyst'])
  expect((await reviews('analyst')).every(({ concerned }) => concerned.id === 'analyst')).toBe(true)
})
