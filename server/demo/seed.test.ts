import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { CompanyNode } from '#contract/model/customer.ts'
import { factsOf } from '#contract/model/facts/seen-facts.ts'
import type { Seal } from '#contract/model/facts/seal.ts'
import { FORM_STATUSES, FORM_TYPES } from '#contract/model/forms/document-form.ts'
import { formFaults } from '#contract/model/forms/form-checks.ts'
import { formSchema } from '#contract/model/forms/form-sections.ts'
import { PLATFORMS } from '#contract/model/platform.ts'
import {
  ACCOUNT_STATUSES,
  CASE_STATUSES,
  CONTRACT_STATUSES,
  CUSTOMER_TYPES,
  KYC_STATUSES,
  RULE_TYPES,
  SANCTION_OUTCOMES,
  SERVICES,
} from '#contract/model/values.ts'
import { verifyChain } from '#server/audit/audit.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import { readConfig } from '#server/core/config.ts'
import { companyTreeOf } from '#server/customers/company-tree.ts'
import { findCustomer } from '#server/customers/info.ts'
import { caseFacts } from '#server/facts/fact-sheet.ts'
import { fileStore } from '#server/files/file-store.ts'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { detect } from '#server/monitoring/detect.ts'
import { loadRules } from '#server/monitoring/active-rules.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { keepSpecimens } from './documents.ts'
import { seedDemo } from './seed.ts'

const now = new Date('2026-11-01T12:00:30Z')
const config = readConfig({})
let one: TestDatabase
let other: TestDatabase

beforeAll(async () => {
  ;[one, other] = await Promise.all([testDatabase(), testDatabase()])
})
afterAll(() => Promise.all([one.close(), other.close()]))

/** A digest of every table that the demo world fills. */
async function digest({ db }: TestDatabase): Promise<Record<string, string>> {
  const tables = ['customer', 'transaction', 'rule', 'allowlist_version', 'monitoring_case', 'alert', 'note', 'audit']
  tables.push('helpdesk_team', 'helpdesk_template', 'helpdesk_ticket', 'helpdesk_message', 'customer_form')
  tables.push('sanctions_hit', 'sanctions_check')
  tables.push('customer_email', 'customer_phone', 'customer_document', 'customer_product', 'customer_risk')
  tables.push('customer_note', 'customer_event', 'company_member', 'contract', 'contract_event')
  tables.push('document_form', 'form_comment', 'file')
  const digests = tables.map(async (table) => {
    const { rows } = await sql<{ d: string }>`
      select md5(string_agg(t, chr(10) order by t)) as d from (
        -- which transaction wrote a row is the database's own affair
        select (to_jsonb(r) - 'xid')::text as t from ${sql.table(table)} r) rows`.execute(db)
    return [table, rows[0]?.d ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}

test('the demo world requires its staff accounts', async () => {
  await expect(seedDemo(one.db, { size: 'small', now, config })).rejects.toThrow(/staff/)
})

test('an empty request creates nothing', async () => {
  await seedDemo(other.db, { size: 'none', now, config })
  expect(await other.db.selectFrom('meta').selectAll().where('k', '=', 'demo').execute()).toEqual([])
})

test(
  'the same seed and anchor give the same world, and a second run changes nothing',
  { timeout: 120_000 },
  async () => {
    for (const { db } of [one, other]) {
      await saveAccounts(db, DEMO_ACCOUNTS)
      await seedDemo(db, { size: 'small', now, config })
    }
    const first = await digest(one)
    expect(await digest(other)).toEqual(first)
    await seedDemo(one.db, { size: 'small', now: new Date('2027-01-01T00:00:00Z'), config })
    expect(await digest(one)).toEqual(first)
  },
)

test('there are about two thousand cases over all platforms, most on the largest, with every service', async () => {
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

test('the largest platform has cases in every state', async () => {
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

test('case counts agree with the alerts, and no event is in the future or before its case', async () => {
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

test('every action is in the audit, and the chain is intact', async () => {
  const { count, broken } = await verifyChain(one.db)
  expect(broken).toBeUndefined()
  const { rows } = await sql<{ n: number }>`
    select sum(version - 1)::int as n from (
      select version from monitoring_case union all select version from alert where kind = 'account'
    ) as written`.execute(one.db)
  const others = await one.db
    .selectFrom('audit')
    .select(sql<number>`count(*)::int`.as('n'))
    .where((eb) => eb.or([eb('object_kind', 'not in', ['case', 'alert']), eb('action', '=', 'add ticket link')]))
    .executeTakeFirstOrThrow()
  expect(count).toBe((rows[0]?.n ?? 0) + others.n)
})

test('the facts recorded with a decision are those of its moment', async () => {
  const decided = await one.db
    .selectFrom('audit')
    .select(['object_id', 'platform', sql<Seal>`"after" -> 'facts'`.as('seal')])
    .where('object_kind', '=', 'case')
    .where(sql<boolean>`"after" ? 'facts'`)
    .execute()
  expect(decided.length).toBeGreaterThan(3)
  for (const { platform, object_id: id, seal } of decided) {
    const row = await findCaseRow(one.db, platform ?? '', id)
    const sheet = await caseFacts(one.db, row!, { now: new Date(seal.asOf), config })
    const then = new Map(factsOf(sheet, null).map((fact) => [fact.id as string, fact.version]))
    expect(seal.facts.map((fact) => [fact.id, fact.seen])).toEqual(seal.facts.map(({ id }) => [id, then.get(id)]))
  }
})

test('the largest platform has tickets and customer forms in every state, each on a case', async () => {
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

test('the largest platform has sanctions hits with every outcome, and customers without any', async () => {
  const { rows } = await sql<{ outcome: string }>`
    select distinct outcome from sanctions_hit where platform = 'paxum'
    union select 'no_match' where exists (select from sanctions_check k where not exists (
      select from sanctions_hit h where h.platform = k.platform and h.customer_id = k.customer_id))
    order by outcome`.execute(one.db)
  expect(rows.map(({ outcome }) => outcome)).toEqual([...SANCTION_OUTCOMES].toSorted())
})

test('the largest platform has customers of every kind, with account alerts in every status', async () => {
  const { rows } = await sql<{ kind: string }>`
    select distinct kinds.kind from customer c
    left join customer_risk r on r.platform = c.platform and r.customer_id = c.id
    left join contract k on k.platform = c.platform and k.customer_id = c.id
    left join alert a on a.platform = c.platform and a.customer_id = c.id and a.kind = 'account'
    cross join lateral (values (c.type), (c.account_status), (c.kyc_status), (r.level), (k.status),
      (coalesce(r.diligence, 'unverified')), ('mode ' || (c.profile ->> 'transactionApprovalMode')),
      ('alert ' || a.status || ' ' || a.sar)) as kinds (kind)
    where c.platform = 'paxum' and kinds.kind is not null`.execute(one.db)
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(
    [
      ...CUSTOMER_TYPES,
      ...ACCOUNT_STATUSES,
      ...KYC_STATUSES,
      ...CONTRACT_STATUSES,
      'low',
      'medium',
      'high',
      'FDD',
      'EDD',
      'SDD',
      'unverified',
      ...['', 'N/A', 'approvalCode', 'code', 'device', 'otp', 'push', 'sms'].map((mode) => `mode ${mode}`),
      ...['new', 'await', 'in_progress', 'notification_sent', 'resolved'].map((status) => `alert ${status} 0`),
      'alert resolved 1',
    ].toSorted(),
  )
})

test('every rule type has hits on the largest platform', async () => {
  const alerted = await one.db
    .selectFrom('alert')
    .select('rule_type')
    .distinct()
    .where('platform', '=', 'paxum')
    .where('kind', '=', 'transaction')
    .execute()
  const { rows: customers } = await sql<{ id: string }>`select id from customer where platform = 'paxum'`.execute(
    one.db,
  )
  const standing = await one.db.transaction().execute(async (tx) => {
    const rules = (await loadRules(tx, 'paxum', 'customer')).concat(await loadRules(tx, 'paxum', 'schedule'))
    return detect(tx, rules, { platform: 'paxum', from: now, to: now, customers: customers.map(({ id }) => id) })
  })
  const found = new Set([...alerted.map(({ rule_type }) => rule_type), ...standing.map(({ rule }) => rule.type)])
  expect([...found].toSorted()).toEqual([...RULE_TYPES].toSorted())
})

test('company shares add up at every level, and some companies have three levels of owners', async () => {
  const { rows: owned } = await sql<{ total: string }>`
    select distinct sum(share) as total from company_member where share is not null
    group by platform, company_id`.execute(one.db)
  expect(owned.map(({ total }) => Number(total))).toEqual([100])
  const { rows } = await sql<{ id: string }>`
    select h.company_id as id from company_member h
    join company_member t on t.platform = h.platform and t.company_id = h.member_id
    join company_member p on p.platform = t.platform and p.company_id = t.member_id
    where h.platform = 'paxum' order by 1 limit 1`.execute(one.db)
  const root = await findCustomer(one.db, 'paxum', rows[0]?.id ?? '')
  const depth = (node: { children: CompanyNode[] }): number => 1 + Math.max(0, ...node.children.map(depth))
  const tree = root && (await companyTreeOf(one.db, root))
  expect(tree && depth(tree)).toBeGreaterThanOrEqual(4)
})

test('actions on an account follow its alert, and every customer has a risk score and an address', async () => {
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from alert a where kind = 'account' and (
      created_at > ${now} or resolved_at not between created_at and ${now}
      or (status = 'resolved') <> (resolved_at is not null)
      or exists (select from note n where n.alert_id = a.id and n.created_at not between a.created_at and ${now}))
    union all
    select count(*)::int from customer c where not exists (
      select from customer_risk r join customer_email e using (platform, customer_id)
      where r.platform = c.platform and r.customer_id = c.id)`.execute(one.db)
  expect(rows).toEqual([{ wrong: 0 }, { wrong: 0 }])
})

test('the largest platform has edited rules, and allowlists in every state', async () => {
  const { rows: revised } = await sql<{ name: string; n: number; deleted: boolean }>`
    select r.name, count(*)::int as n, bool_or(r.deleted_at is not null) as deleted
    from rule r join rule_revision v on v.rule_id = r.id where r.platform = 'paxum'
    group by r.id, r.name having count(*) > 1 or bool_or(r.deleted_at is not null) order by r.name`.execute(one.db)
  expect(revised).toEqual([
    { name: 'Every hundredth payment', n: 1, deleted: true },
    { name: 'Prohibited country', n: 2, deleted: false },
    { name: 'Velocity', n: 4, deleted: false },
  ])
  const allowlists = await one.db
    .selectFrom('allowlist as a')
    .innerJoin('allowlist_version as v', 'v.id', 'a.version_id')
    .select(['v.name', sql<boolean>`coalesce(v.end_date < ${now}::date, false)`.as('ended')])
    .where('a.platform', '=', 'paxum')
    .orderBy('a.id')
    .execute()
  expect(allowlists).toEqual([
    { name: 'Busy merchants', ended: false },
    { name: 'Payroll of the spring', ended: true },
    { name: 'Weekly settlement', ended: false },
    { name: 'Known regular payer', ended: false },
  ])
  const { rows: tasks } = await sql`
    select t.status, count(*) filter (where e.outcome = 'resolved') > 0 as resolved
    from task t join task_alert e on e.task = t.uuid where t.platform = 'paxum' group by t.uuid, t.status`.execute(
    one.db,
  )
  expect(tasks).toEqual([{ status: 'Processed', resolved: true }])
})

test('there are forms of every kind in every status, complete from review on, and every file has content', async () => {
  const forms = await one.db.selectFrom('document_form').selectAll().where('platform', '=', 'paxum').execute()
  const seen = new Set(forms.map(({ type, status }) => `${type} ${status}`))
  expect(seen).toEqual(new Set(FORM_TYPES.flatMap((type) => FORM_STATUSES.map((status) => `${type} ${status}`))))
  for (const { type, status, data } of forms) {
    expect(z.safeParse(formSchema(type), data).error).toBeUndefined()
    if (status !== 'new') expect(formFaults(type, data, now.getTime())).toEqual([])
  }
  const store = fileStore({ db: one.db, config: { files: { bucket: undefined } } })
  await keepSpecimens(store)
  await keepSpecimens(store)
  const files = await one.db.selectFrom('file').select(['stored_as', 'size']).distinct().execute()
  for (const { stored_as: id, size } of files) {
    expect((await new Response(await store.get(id ?? '')).arrayBuffer()).byteLength).toBe(Number(size))
  }
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from customer_document d
    where not exists (select from file f where f.id = d.id)`.execute(one.db)
  expect([files.length, rows[0]?.n]).toEqual([6, 0])
})
