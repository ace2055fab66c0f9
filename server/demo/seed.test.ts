import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLATFORMS } from '#contract/model/platform.ts'
import { CASE_STATUSES, SANCTION_OUTCOMES, SERVICES } from '#contract/model/values.ts'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { verifyChain } from '#server/policy/audit.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { seedDemo } from './seed.ts'

const now = new Date('2026-11-01T12:00:30Z')
let one: TestDatabase
let other: TestDatabase

beforeAll(async () => {
  ;[one, other] = await Promise.all([testDatabase(), testDatabase()])
})
afterAll(() => Promise.all([one.close(), other.close()]))

/** A digest of every table that the demo world fills. */
async function digest({ db }: TestDatabase): Promise<Record<string, string>> {
  const tables = ['customer', 'transaction', 'rule', 'monitoring_case', 'alert', 'note', 'audit']
  tables.push('helpdesk_team', 'helpdesk_template', 'helpdesk_ticket', 'helpdesk_message', 'customer_form')
  tables.push('sanctions_hit', 'sanctions_check')
  const digests = tables.map(async (table) => {
    const { rows } = await sql<{ d: string }>`
      select md5(string_agg(t, chr(10) order by t)) as d from (
        -- which transaction wrote a row is the database's own affair
        select (to_jsonb(r) - 'xid')::text as t from ${sql.table(table)} r) rows`.execute(db)
    return [table, rows[0]?.d ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}

test('without its staff there is no demo world', async () => {
  await expect(seedDemo(one.db, { size: 'small', now })).rejects.toThrow(/staff/)
})

test('nothing is made where nothing is asked for', async () => {
  await seedDemo(other.db, { size: 'none', now })
  expect(await other.db.selectFrom('meta').selectAll().where('k', '=', 'demo').execute()).toEqual([])
})

test(
  'the same seed and anchor give the same world, and a second time changes nothing',
  { timeout: 120_000 },
  async () => {
    for (const { db } of [one, other]) {
      await saveAccounts(db, DEMO_ACCOUNTS)
      await seedDemo(db, { size: 'small', now })
    }
    const first = await digest(one)
    expect(await digest(other)).toEqual(first)
    await seedDemo(one.db, { size: 'small', now: new Date('2027-01-01T00:00:00Z') })
    expect(await digest(one)).toEqual(first)
  },
)

test('about two thousand cases over all platforms, the most on the biggest, on every service', async () => {
  const rows = await one.db
    .selectFrom('monitoring_case')
    .select(['platform', sql<number>`count(*)::int`.as('n')])
    .groupBy('platform')
    .execute()
  const counts = Object.fromEntries(rows.map(({ platform, n }) => [platform, n]))
  const total = rows.reduce((sum, { n }) => sum + n, 0)
  expect(Object.keys(counts).toSorted()).toEqual(PLATFORMS.map(({ name }) => name).toSorted())
  expect(total).toBeGreaterThan(1700)
  expect(total).toBeLessThan(2300)
  expect(counts['paxum']).toBeGreaterThan(total / 2)
  const services = await one.db
    .selectFrom('monitoring_case')
    .select('service')
    .distinct()
    .where('platform', '=', 'paxum')
    .execute()
  expect(new Set(services.map(({ service }) => service))).toEqual(new Set(SERVICES))
})

test('the biggest platform shows everything that a case can be', async () => {
  const kinds = await sql<{ kind: string; n: number }>`
    select kind, count(*)::int as n from monitoring_case c
    cross join lateral (values
      (status), (case when status = 'complete' and recommended_str = 1 then 'complete with STR' end),
      (case when status = 'complete' and alert_count = 0 then 'complete without alerts' end),
      (case when status = 'new' and alert_count = 0 then 'new without alerts' end),
      (case when status = 'new' and created_at < ${now}::timestamptz - interval '1 day' then 'overdue' end),
      (case when status = 'new' and active_hard_stop > 0 then 'held' end),
      (case when status = 'new' and manager_id is null then 'unassigned' end),
      (case when status = 'new' and manager_id is not null then 'assigned' end),
      (case when status = 'new' and open_alert_count between 1 and alert_count - 1 then 'half done' end)
    ) as kinds (kind)
    where platform = 'paxum' and kind is not null group by kind`.execute(one.db)
  expect(new Set(kinds.rows.map(({ kind }) => kind))).toEqual(
    new Set([
      ...CASE_STATUSES,
      'complete with STR',
      'complete without alerts',
      'new without alerts',
      'overdue',
      'held',
      'unassigned',
      'assigned',
      'half done',
    ]),
  )
})

test('counts on cases agree with their alerts, nothing lies in the future, nothing precedes its case', async () => {
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from monitoring_case c
    left join lateral (
      select count(*) as n, count(*) filter (where status = 'new') as open,
        count(*) filter (where status = 'new' and level = 'hardstop') as held,
        count(*) filter (where resolved_at not between c.created_at and ${now}) as misdated
      from alert a where a.platform = c.platform and a.case_id = c.id
    ) a on true
    where (c.alert_count, c.open_alert_count, c.active_hard_stop, 0) <> (a.n, a.open, a.held, a.misdated)
      or c.created_at > ${now} or c.finished_at not between c.created_at and ${now}
      or (c.status = 'complete' and c.open_alert_count > 0)`.execute(one.db)
  expect(rows).toEqual([{ wrong: 0 }])
})

test('what was done is in the audit, whole', async () => {
  const { count, broken } = await verifyChain(one.db)
  expect(broken).toBeUndefined()
  const { rows } = await sql<{ n: number }>`select sum(version - 1)::int as n from monitoring_case`.execute(one.db)
  const others = await one.db
    .selectFrom('audit')
    .select(sql<number>`count(*)::int`.as('n'))
    .where((eb) => eb.or([eb('object_kind', 'not in', ['case', 'alert']), eb('action', '=', 'add ticket link')]))
    .executeTakeFirstOrThrow()
  expect(count).toBe((rows[0]?.n ?? 0) + others.n)
})

test('the biggest platform has tickets and forms of customers in every state, each of a case', async () => {
  const { rows } = await sql<{ status: string; n: number; wrong: number }>`
    select t.status, count(*)::int as n, (count(*) filter (where c.id is null or m.n is null or m.last > ${now}
      or (t.status = 'closed') <> (c.status = 'complete')))::int as wrong
    from helpdesk_ticket t left join monitoring_case c on c.uuid = t.case_uuid and c.customer_id = t.customer_id
    left join lateral (select count(*) n, max(created_at) last from helpdesk_message m where m.ticket_id = t.id
      having count(*) > 0) m on true
    where t.platform = 'paxum' group by t.status order by t.status`.execute(one.db)
  expect(rows.map(({ status, wrong }) => [status, wrong])).toEqual([
    ['closed', 0],
    ['open', 0],
    ['pending', 0],
  ])
  const forms = await sql`select distinct submitted_at is null as waits from customer_form`.execute(one.db)
  expect(forms.rows.length).toBe(2)
})

test('the biggest platform has hits on the sanctions list with every outcome, and customers without any', async () => {
  const { rows } = await sql<{ outcome: string }>`
    select distinct outcome from sanctions_hit where platform = 'paxum'
    union select 'no_match' where exists (select from sanctions_check k where not exists (
      select from sanctions_hit h where h.platform = k.platform and h.customer_id = k.customer_id))
    order by outcome`.execute(one.db)
  expect(rows.map(({ outcome }) => outcome)).toEqual([...SANCTION_OUTCOMES].toSorted())
})
