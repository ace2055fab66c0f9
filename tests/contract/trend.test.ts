// The managers' page Trend: what it counts, against plain SQL.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { cases } from '#contract/calls/cases/cases.ts'
import { trend } from '#contract/calls/trend.ts'
import { refusalOf } from '#tests/support/server.ts'
import { NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const DAY = 86_400_000
const { server, world } = await startWorld({ now: () => NOON })
beforeAll(async () => {
  await history()
})

const as = { as: 'manager' }
const all = { from: '2025-12-01', to: '2026-03-10' }
const before = (days: number, hours = 0) => new Date(NOON.getTime() - days * DAY - hours * 3_600_000)

/** A case that was rejected as it came in is nobody's decision. 100 days: more on some days than on others, closed by two people, one in nine reported; what is young stays open. */
async function history() {
  const { id } = await world.addCase({
    createdAt: before(20),
    status: 'reject',
    alerts: [{ rule: 'country', status: 'rejected' }],
  })
  await server.db
    .updateTable('monitoring_case')
    .set({ finished_at: before(20) })
    .where('id', '=', id)
    .execute()
  await server.db.updateTable('alert').set({ resolved_by: null }).where('case_id', '=', id).execute()
  for (let n = 0; n < 100; n += 1) {
    for (let each = 0; each <= n % 3; each += 1) {
      const createdAt = before(n, each * 5)
      const isOpen = n < 3
      const made = await world.addCase({
        createdAt,
        status: isOpen ? (each === 1 ? 'await' : 'new') : 'complete',
        recommendedStr: n % 9 === 0 && !isOpen ? 1 : 0,
        alerts: [{ rule: n % 2 ? 'limit' : 'velocity', status: isOpen ? 'new' : 'resolved' }],
      })
      if (isOpen) continue
      const at = new Date(createdAt.getTime() + DAY + each * 7_200_000)
      await server.db
        .updateTable('alert')
        .set({ resolved_at: at, resolved_by: each === 0 ? 'analyst' : 'analyst2', sar: n % 9 === 0 ? 1 : 0 })
        .where('case_id', '=', made.id)
        .execute()
      await server.db.updateTable('monitoring_case').set({ finished_at: at }).where('id', '=', made.id).execute()
    }
  }
}

describe('refusals', () => {
  test('analysts have no access, and other platforms are excluded', async () => {
    for (const call of [trend.period, trend.outlook]) {
      expect((await refusalOf(server.call(call, { query: all } as never, { as: 'analyst' })))?.[0]).toBe(403)
    }
    const there = await server.call(trend.period, { query: all }, { ...as, platform: 'paydek' })
    expect([there.people, there.rules, there.days.some(({ decisions }) => decisions > 0)]).toEqual([[], [], false])
    const { past, ahead, error, ages } = await server.call(trend.outlook, {}, { ...as, platform: 'paydek' })
    expect([past, ahead, error]).toEqual([[], [], null])
    expect(ages.every(({ count }) => count === 0)).toBe(true)
  })

  test('an impossible period is refused at its path', async () => {
    const wrong = [
      [{ from: '2026-03-02', to: '2026-03-01' }, 'to: the start 2026-03-02 is after the end 2026-03-01'],
      [{ from: '2025-03-01', to: '2026-03-02' }, 'to: a period is at most 366 days long'],
      [{ from: '2026-02-30', to: '2026-03-02' }, 'from: 2026-02-30 is not YYYY-MM-DD or YYYY-MM-DD HH:mm:ss'],
      [{ from: 'yesterday', to: '2026-03-02' }, 'from: must be a day, YYYY-MM-DD'],
      [{ from: '', to: '2026-03-02' }, 'from: must be a day, YYYY-MM-DD'],
    ] as const
    for (const [query, message] of wrong) {
      expect(await refusalOf(server.call(trend.period, { query }, as)), message).toEqual([400, message])
    }
    await server.call(trend.period, { query: { from: '2025-03-10', to: '2026-03-10' } }, as)
  })
})

test('decisions in time are counted by their due date at that time, per queue, as SQL counts them', async () => {
  const query = { from: '2026-03-02', to: '2026-03-06' }
  const day = new Date('2026-03-04T12:00:00Z')
  const due = (hours: number) => new Date(day.getTime() + hours * 3_600_000)
  const ids: string[] = []
  for (const [last, stops] of [
    [due(1), [day]],
    [due(0), [day]],
    [due(-1), [day]],
    // late when the customer was asked, or asked in time and answered late
    [due(-3), [due(-2), due(-1), day]],
    [due(-3), [due(-4)]],
    [null, [day]],
  ] as const) {
    const { id } = await world.addCase({ createdAt: before(30), status: 'complete' })
    ids.push(id)
    await server.db
      .updateTable('monitoring_case')
      .set({ finished_at: day, last_due_at: last, due_pauses: [...stops] })
      .where('id', '=', id)
      .execute()
  }
  const found = async () =>
    (await server.call(trend.period, { query }, as)).days.find((one) => one.day === '2026-03-04')
  expect(await found()).toMatchObject({ cases: { decided: 5, late: 2 }, accountAlerts: { decided: 0, late: 0 } })
  const { rows } = await sql<{ late: number }>`select count(*)::int as late from monitoring_case
    where platform = 'paxum' and id = any(${ids}) and last_due_at < due_pauses[array_length(due_pauses, 1)]`.execute(
    server.db,
  )
  expect(rows[0]?.late).toBe(2)
  await server.db
    .updateTable('monitoring_case')
    .set({ finished_at: before(40) })
    .where('id', 'in', ids)
    .execute()
})

test('decisions, hours, false positives and STRs match the database', async () => {
  const query = { from: '2026-01-10', to: '2026-02-20' }
  const found = await server.call(trend.period, { query }, as)
  const inside = sql`between '2026-01-10T00:00:00Z' and '2026-02-20T23:59:59Z'`
  expect(found.days).toHaveLength(42)
  for (const { day, decisions, hours, strs } of found.days) {
    const { rows } = await sql`select
      (select count(resolved_by)::int from alert where platform = 'paxum' and (resolved_at at time zone 'UTC')::date = ${day}::date)
        as decisions,
      (select count(distinct resolved_by || date_trunc('hour', resolved_at))::int from alert
        where platform = 'paxum' and (resolved_at at time zone 'UTC')::date = ${day}::date) as hours,
      (select count(*)::int from monitoring_case where platform = 'paxum' and recommended_str = 1
        and (finished_at at time zone 'UTC')::date = ${day}::date) as strs`.execute(server.db)
    expect({ decisions, hours, strs }, day).toEqual(rows[0])
  }
  const { rows: people } = await sql`select resolved_by as id, count(*)::int as decisions from alert
    where platform = 'paxum' and resolved_by is not null and resolved_at ${inside} group by 1 order by 2 desc`.execute(
    server.db,
  )
  expect(found.people.map(({ person, decisions }) => ({ id: person.id, decisions }))).toEqual(people)
  const { rows: rules } = await sql`select rule_id::text as id, rule_name as name, count(*)::int as decided,
      (count(*) filter (where recommended_str = 0))::int as "falsePositives"
    from alert a join monitoring_case c on c.id = a.case_id and c.platform = a.platform
    where a.platform = 'paxum' and c.status = 'complete' and finished_at ${inside} group by 1, 2 order by 3 desc`.execute(
    server.db,
  )
  expect(found.rules.map(({ id, name, decided, falsePositives }) => ({ id, name, decided, falsePositives }))).toEqual(
    rules,
  )
  for (const { share } of found.rules) expect(share.low < share.value && share.value < share.high).toBe(true)
})

test('the daily backlog, ages and forecast follow from the cases', async () => {
  const { past, ahead, error, ages } = await server.call(trend.outlook, {}, as)
  expect(past).toHaveLength(28)
  for (const { day, open, arrived, closed, daysToClear } of past) {
    const end = sql`(${day}::date + 1)::timestamp at time zone 'UTC'`
    const { rows } = await sql<{ open: number; arrived: number; closed: number; pace: number }>`select
        (count(*) filter (where created_at < ${end} and (finished_at is null or finished_at >= ${end})))::int as open,
        (count(*) filter (where (created_at at time zone 'UTC')::date = ${day}::date))::int as arrived,
        (count(*) filter (where (finished_at at time zone 'UTC')::date = ${day}::date))::int as closed,
        (count(*) filter (where finished_at >= ${end} - interval '7 days' and finished_at < ${end}))::float / 7 as pace
      from monitoring_case where platform = 'paxum'`.execute(server.db)
    const { pace = 0, ...counts } = rows[0] ?? {}
    expect({ open, arrived, closed }, day).toEqual(counts)
    expect(daysToClear).toBeCloseTo(open / pace, 8)
  }
  expect(ahead.map(({ day }) => day)).toEqual(Array.from({ length: 7 }, (_, n) => `2026-03-${10 + n}`))
  expect(error?.tried).toBeGreaterThan(300)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from monitoring_case
    where platform = 'paxum' and status in ('new', 'await')`.execute(server.db)
  expect(ages.reduce((sum, { count }) => sum + count, 0)).toBe(rows[0]?.n)
  // a row leads to the queue from that day to that day
  for (const { from, to, count } of ages) {
    const query = { 'status[]': ['new', 'await'] as ('new' | 'await')[], 'date[]': [from ?? '', to] }
    expect((await server.call(cases.list, { query }, as)).total).toBe(count)
  }
})

test('the queue is filtered by closing date, as the page links to it', async () => {
  const { rules, days } = await server.call(trend.period, { query: all }, as)
  for (const { id, decided } of rules) {
    const query = {
      rule: id,
      'status[]': ['complete', 'str'] as ('complete' | 'str')[],
      'finished[]': [all.from, all.to],
    }
    expect((await server.call(cases.list, { query }, as)).total).toBe(decided)
  }
  const withStr = days.find(({ strs }) => strs > 0)
  const query = { recommendedStr: '1' as const, 'finished[]': [withStr?.day ?? '', withStr?.day ?? ''] }
  expect((await server.call(cases.list, { query }, as)).total).toBe(withStr?.strs)
  const reversed = { query: { 'finished[]': ['2026-03-02', '2026-03-01'] } }
  expect((await refusalOf(server.call(cases.list, reversed, as)))?.[0]).toBe(400)
})
