import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_RULES, seedRules } from '#server/monitoring/default-rules.ts'
import { detect } from '#server/monitoring/detect.ts'
import { compileCriteria, loadRules } from '#server/monitoring/active-rules.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addRule, party, pay } from '#tests/support/payments.ts'
import { ingestAll } from './ingest-all.ts'
import { ingest } from './ingest.ts'
import { inTurn, isEvaluationIdle } from './in-turn.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const now = new Date('2026-06-01T00:00:00Z')
const large = { limit_transaction: { limit: '1000' } }

const casesOf = (platform: string) =>
  database.db.selectFrom('monitoring_case').selectAll().where('platform', '=', platform).orderBy('id').execute()
const alertsOf = (platform: string) =>
  database.db.selectFrom('alert').selectAll().where('platform', '=', platform).orderBy('id').execute()

test('a batch with one invalid transaction stores nothing', async () => {
  const bad = pay('b', '03-01 11:00', 'ann > bob', 5, { amount: 'much' })
  await expect(
    ingest(database.db, [pay('a', '03-01 10:00', 'ann > bob', 5), bad], { platform: 'p-bad', now }),
  ).rejects.toThrow(/numeric/)
  for (const table of ['transaction', 'customer'] as const) {
    expect(await database.db.selectFrom(table).selectAll().where('platform', '=', 'p-bad').execute()).toEqual([])
  }
})

test('a batch that cannot be evaluated fails with the one stored meanwhile, and stops later ones', async () => {
  const nobody = { ...party('cat'), createdAt: new Date(Number.NaN) }
  const payments = [
    pay('a', '03-01 10:00', 'ann > x!', 5),
    pay('b', '03-01 11:00', 'cat > x!', 5, { customer: nobody }),
    pay('c', '03-01 12:00', 'ann > x!', 5),
    pay('d', '03-01 13:00', 'ann > x!', 5),
  ]
  const platform = 'p-after'
  await expect(ingestAll(database.db, payments, { platform, now, batchSize: 1 })).rejects.toThrow(/created_at/)
  const { rows } = await sql<{ id: string }>`select id from transaction where platform = ${platform}`.execute(
    database.db,
  )
  expect(rows).toEqual([{ id: 'a' }])
  // nobody is waited for who has failed
  const whole = payments.map((each) => ({ ...each, customer: party('ann') }))
  expect(await ingestAll(database.db, whole, { platform, now, batchSize: 1 })).toMatchObject({
    stored: 3,
    duplicates: 1,
    batches: 4,
  })
})

test('a batch is stored while the previous one is evaluated, and a third waits', async () => {
  const seen: string[] = []
  const doors = [0, 1, 2].map(() => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return { opened, open: () => open() }
  })
  const works = doors.map(async (_, n) => {
    // in this order
    if (n > 0) await doors[n - 1]?.opened
    await inTurn(database.db, 'p-turn', async (_trx, turn) => {
      seen.push(`store ${n}`)
      if (n === 1) doors[1]?.open()
      await turn()
      seen.push(`judge ${n}`)
      if (n === 0) {
        doors[0]?.open()
        await doors[1]?.opened
        seen.push('end 0')
      }
    })
  })
  await Promise.all(works)
  expect(seen).toEqual(['store 0', 'judge 0', 'store 1', 'end 0', 'judge 1', 'store 2', 'judge 2'])
  // of a platform that there is
  await inTurn(database.db, 'paxum', async (_trx, turn) => {
    expect(await isEvaluationIdle(database.db)).toBe(true)
    await turn()
    expect(await isEvaluationIdle(database.db)).toBe(false)
  })
  expect(await isEvaluationIdle(database.db)).toBe(true)
})

test('a batch that was staged early sees the payments and customers of the previous one, each once', async () => {
  const platform = 'p-laid'
  await addRule(
    database,
    platform,
    { account_velocity: { maxTransactions: 2, period: 1 } },
    { account_type: 'business' },
  )
  await addRule(database, platform, { permission_transaction: { accountType: 'business' } })
  const held = database.db.transaction().execute(async (trx) => {
    // screening, which comes after the turn to judge, waits for the list
    await sql`select pg_advisory_xact_lock(hashtextextended('sanctions-list', 0))`.execute(trx)
    const judged: Promise<unknown>[] = []
    await new Promise<void>((onTurn) => {
      const batch = [pay('a', '03-01 10:00', 'ANN > x!', 5), pay('c', '03-01 11:00', 'ANN > x!', 5)]
      judged.push(ingest(database.db, batch, { platform, now, onTurn }))
    })
    // in the same minute as the last of that batch, and before it by its id
    judged.push(ingest(database.db, [pay('b', '03-01 11:00', 'ANN > x!', 5)], { platform, now }))
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
        where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(trx)
      return rows[0]?.n
    }
    await expect.poll(waiting, { timeout: 30_000 }).toBe(2)
    return judged
  })
  await Promise.all(await held)
  await ingest(database.db, [pay('d', '03-01 12:00', 'ANN > x!', 5)], { platform, now })
  const { rows } = await sql<{ id: string; saw: object }>`select case_id as id, trigger_info -> 'saw' as saw from alert
    where platform = ${platform} order by rule_id, case_id`.execute(database.db)
  // b comes before c of the same moment, which was judged without it
  const business = { permission_transaction: { type: 'business', service: 'p2p' } }
  expect(rows).toEqual([
    { id: 'd', saw: { account_velocity: { count: 4 } } },
    ...['a', 'b', 'c', 'd'].map((id) => ({ id, saw: business })),
  ])
})

test('a known transaction is left unchanged, and one with other content is a conflict, also twice in a batch and from two sides at once', async () => {
  await addRule(database, 'p-twice', large)
  const batch = [
    pay('a', '03-01 10:00', 'ann > x!', 2000),
    pay('a', '03-01 10:00', 'ann > x!', 3000),
    pay('b', '03-01 11:00', 'ann > x!', 10),
  ]
  const to = { platform: 'p-twice', now }
  const results = await Promise.all([ingest(database.db, batch, to), ingest(database.db, batch, to)])
  const sums = results.map(({ stored, duplicates, conflicts, alerts, cases }) => ({
    stored,
    duplicates,
    conflicts,
    alerts,
    cases,
  }))
  const conflicts = [{ id: 'a', fields: ['amount', 'usd'] }]
  expect(sums.toSorted((a, b) => b.stored - a.stored)).toEqual([
    { stored: 2, duplicates: 0, conflicts, alerts: 1, cases: 1 },
    { stored: 0, duplicates: 2, conflicts, alerts: 0, cases: 0 },
  ])
  expect(await casesOf('p-twice')).toMatchObject([{ id: 'a', usd: '2000.00' }])
})

test('customers seen are stored; newer values replace older ones, and their profile only grows', async () => {
  const to = { platform: 'p-people', now }
  const ann = { ...party('ann'), profile: { accountStatus: 'Active', website: 'a.example' } }
  await ingest(database.db, [pay('a', '03-01 10:00', 'ann > bob', 5, { customer: ann })], to)
  const renamed = { ...party('ann'), name: 'Ann Newname', profile: { accountStatus: 'Limited' } }
  await ingest(database.db, [pay('b', '03-02 10:00', 'ann > x!', 5, { customer: renamed })], to)
  const rows = await database.db
    .selectFrom('customer')
    .select(['id', 'name', 'profile'])
    .where('platform', '=', 'p-people')
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: 'ann', name: 'Ann Newname', profile: { accountStatus: 'Limited', website: 'a.example' } },
    { id: 'bob', name: 'Name of bob', profile: {} },
  ])
})

test('a case has its row’s fields, the search text, and one alert per rule', async () => {
  const platform = 'paydek'
  await addRule(database, platform, large)
  await addRule(database, platform, { account_velocity: { maxTransactions: 1, period: 1 } })
  const data = { transactionDesc: 'Two\nlines', originatorName: 'Ann', beneficiaryUsername: 'BOB1' }
  const at = pay('7', '03-01 11:00', 'ann > bob', 2000, { data, service: 'eftOwn', country: 'FR' })
  await ingest(database.db, [pay('6', '03-01 10:00', 'ann > x!', 10), at], { platform, now })
  const [only, ...others] = await casesOf(platform)
  expect(others).toEqual([])
  expect(only).toMatchObject({
    id: 'PD7',
    transaction_id: '7',
    customer_id: 'ann',
    customer_type: 'personal',
    status: 'new',
    created_at: at.at,
    failed_rule: 'limit_transaction',
    alert_count: 2,
    open_alert_count: 2,
    hard_stop_count: 0,
    active_hard_stop: 0,
    service: 'eftOwn',
    country: 'FR',
    client_name: 'Name of ann',
    counterparty_name: 'Name of bob',
    search: ['pd7', 'twolines', 'nameofann', 'ann', '', '', '', '', 'bob1', ''].join('\n'),
    version: '1',
  })
  expect(await alertsOf(platform)).toMatchObject([
    {
      case_id: 'PD7',
      customer_id: 'ann',
      level: 'alert',
      status: 'new',
      criteria: large,
      trigger_info: {
        text: '2,000.00 USD in one transaction; the limit is 1,000.00 USD',
        facts: [{ label: 'Amount, USD', saw: '2000.00', allows: 'less than 1000.00', field: 'transactionUsdAmount' }],
      },
    },
    { case_id: 'PD7', trigger_info: { facts: [{ label: 'Transactions in 24 hours', saw: '2', allows: '1' }] } },
  ])
})

test('a case has the date of its transaction, but never a future one', async () => {
  await addRule(database, 'p-dates', large)
  await ingest(database.db, [pay('a', '12-31 10:00', 'ann > x!', 2000)], { platform: 'p-dates', now })
  expect(await casesOf('p-dates')).toMatchObject([{ created_at: now }])
})

test('an alert on the counterparty says so', async () => {
  await addRule(database, 'p-other', { multiple_senders: { maxSenders: 1, period: 7 } })
  const batch = [pay('a', '03-01 10:00', 'ann > mule', 10), pay('b', '03-02 10:00', 'bob > mule', 20)]
  await ingest(database.db, batch, { platform: 'p-other', now })
  const [alert] = await alertsOf('p-other')
  expect(alert).toMatchObject({ case_id: 'b', customer_id: 'mule' })
  expect(alert?.trigger_info.text).toMatch(/^On the account of Name of mule: Funds from 2 senders/)
  expect(alert?.trigger_info.facts[0]).toEqual({ label: 'Account', saw: 'Name of mule (mule)', allows: null })
})

test('a hard stop holds the transaction; one that rejects closes the case and fails the transaction', async () => {
  await addRule(database, 'p-stop', large)
  await addRule(database, 'p-stop', { ip_prohibited_country: { countries: ['IR'] } }, { action: 'hardstop' })
  await addRule(
    database,
    'p-stop',
    { ip_prohibited_country: { countries: ['KP'] } },
    { action: 'hardstop', auto_reject: 1, auto_reject_note: 'Not from there.' },
  )
  const batch = [
    pay('a', '03-01 10:00', 'ann > x!', 2000, { country: 'IR' }),
    pay('b', '03-01 11:00', 'bob > x!', 2000, { country: 'KP' }),
  ]
  await ingest(database.db, batch, { platform: 'p-stop', now })
  const counts = { alert_count: 2, hard_stop_count: 1, failed_rule: 'ip_prohibited_country' }
  expect(await casesOf('p-stop')).toMatchObject([
    { ...counts, id: 'a', status: 'new', active_hard_stop: 1, open_alert_count: 2, finished_at: null },
    { ...counts, id: 'b', status: 'reject', active_hard_stop: 0, open_alert_count: 0, finished_at: batch[1]?.at },
  ])
  const alerts = (await alertsOf('p-stop')).map(({ case_id, status, note }) => [case_id, status, note])
  expect(alerts).toEqual([
    ['a', 'new', null],
    ['a', 'new', null],
    ['b', 'rejected', 'Not from there.'],
    ['b', 'rejected', 'Not from there.'],
  ])
  const { status } = await database.db
    .selectFrom('transaction')
    .select('status')
    .where('platform', '=', 'p-stop')
    .where('id', '=', 'b')
    .executeTakeFirstOrThrow()
  expect(status).toBe('error')
})

test('the platform may send errors and reports, and request reviews without a rule', async () => {
  await addRule(database, 'p-own', large)
  const batch = [
    pay('a', '03-01 10:00', 'ann > x!', 2000, { status: 'error' }),
    pay('b', '03-01 10:00', 'bob > x!', 2000, { status: 'str' }),
    pay('c', '03-01 10:00', 'kim > x!', 1, { review: true }),
    pay('d', '03-01 10:00', 'lee > x!', 1, { review: true, status: 'complete' }),
    pay('e', '03-01 10:00', 'eve > x!', 1, { status: 'error' }),
  ]
  await ingest(database.db, batch, { platform: 'p-own', now })
  expect((await casesOf('p-own')).map((row) => [row.id, row.status, row.alert_count, row.open_alert_count])).toEqual([
    ['a', 'error', 1, 1],
    ['b', 'str', 1, 0],
    ['c', 'new', 0, 0],
    ['d', 'process', 0, 0],
  ])
})

test('a deleted rule, and one on customer changes, raises nothing; one that cannot run is marked', async () => {
  const gone = await addRule(database, 'p-silent', large)
  await database.db.updateTable('rule').set({ deleted_at: now }).where('id', '=', gone).execute()
  await addRule(database, 'p-silent', large, { trigger_event: 'customer_update' })
  await addRule(database, 'p-silent', { ip_prohibited_country: { countries: ['IR'] } })
  const nowhere = { country: null, counterparty: { name: 'x', country: null, account: null } }
  const batch = [pay('a', '03-01 10:00', 'ann > x!', 2000, nowhere)]
  const { rules } = await ingest(database.db, batch, { platform: 'p-silent', now })
  expect(rules.map(({ type, applicable, alerts }) => [type, applicable, alerts])).toEqual([
    ['ip_prohibited_country', 0, 0],
  ])
  expect(await casesOf('p-silent')).toEqual([])
})

test('a backtest finds what live ingestion found in the same window', async () => {
  await seedRules(database.db, ['p-back'], now)
  const batch = Array.from({ length: 80 }, (_, n) =>
    pay(
      `t${String(n).padStart(2, '0')}`,
      `03-${String(1 + (n >> 3)).padStart(2, '0')} ${String(n % 8).padStart(2, '0')}:30`,
      `${'abc'[n % 3]} > ${'defgh'[n % 5]}`,
      400 + (n % 7) * 1500,
    ),
  )
  await ingestAll(database.db, batch, { platform: 'p-back', now, batchSize: 11 })
  const [from, to] = [new Date('2026-03-04T00:00:00Z'), new Date('2026-03-08T00:00:00Z')]
  const live = await database.db
    .selectFrom('alert as a')
    .innerJoin('monitoring_case as c', (join) =>
      join.onRef('c.platform', '=', 'a.platform').onRef('c.id', '=', 'a.case_id'),
    )
    .select(['c.transaction_id', 'a.rule_id'])
    .where('a.platform', '=', 'p-back')
    .where('c.created_at', '>=', from)
    .where('c.created_at', '<=', to)
    .execute()
  const hits = await database.db.transaction().execute(async (trx) => {
    const rules = await loadRules(trx, 'p-back', 'transaction')
    return await detect(trx, rules, { platform: 'p-back', where: sql`t.at between ${from} and ${to}`, from, to })
  })
  const found = new Set(hits.map(({ rule, transactionId }) => `${transactionId} ${rule.id}`))
  expect(found.size).toBeGreaterThan(20)
  expect(found).toEqual(new Set(live.map((row) => `${row.transaction_id} ${row.rule_id}`)))
})

test('platforms get the default rules once, each with its first revision, and all of them compile', async () => {
  await seedRules(database.db, ['p-new', 'p-newer'], now)
  await seedRules(database.db, ['p-new'], now)
  const rows = await database.db
    .selectFrom('rule')
    .innerJoin('rule_revision', 'rule_revision.id', 'rule.revision_id')
    .select(['rule.platform', 'rule.name', 'rule_revision.rule_id', 'rule.id', 'rule_revision.criteria as kept'])
    .select('rule.criteria')
    .where('platform', 'in', ['p-new', 'p-newer'])
    .execute()
  expect(rows).toHaveLength(2 * DEFAULT_RULES.length)
  for (const row of rows) expect([row.rule_id, row.kept]).toEqual([row.id, row.criteria])
  for (const { criteria } of DEFAULT_RULES) expect(compileCriteria(criteria)).toHaveLength(Object.keys(criteria).length)
})

test('a rule with customer filters applies to those customers alone, on either side of the payment', async () => {
  const industry = (value: string) => ({
    customer_filters: {
      where: { combinator: 'and' as const, rules: [{ field: 'industry', operator: 'equal', value }] },
    },
  })
  await addRule(database, 'p-filter', large, industry('mining'))
  const acme = { ...party('ACME'), profile: { industry: 'Mining' } }
  const batch = [
    pay('a', '03-01 10:00', 'ACME > x!', 2000, { customer: acme }),
    pay('b', '03-01 11:00', 'BETA > x!', 2000),
  ]
  await ingest(database.db, batch, { platform: 'p-filter', now })
  await ingest(database.db, [pay('c', '03-01 12:00', 'BETA > ACME', 2000)], { platform: 'p-filter', now })
  const alerts = await alertsOf('p-filter')
  expect(alerts.map((one) => [one.case_id, one.customer_id])).toEqual([
    ['a', 'ACME'],
    ['c', 'ACME'],
  ])
})
