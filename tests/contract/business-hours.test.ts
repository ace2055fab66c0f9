// Due dates: what the policy may be, what status changes do to them, and how a new policy sets them anew.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { businessHours } from '#contract/calls/business-hours.ts'
import { sync } from '#contract/calls/sync.ts'
import { team } from '#contract/calls/team.ts'
import { DEFAULT_BUSINESS_HOURS, type BusinessHoursPolicy } from '#contract/model/business-hours/policy.ts'
import { setDueDates } from '#server/business-hours/set-dates-task.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { pay } from '#tests/support/payments.ts'
import { refusalOf } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

let now = NOON
const { server, world } = await startWorld({ env: { SESSION_HOURS: '720', SESSION_MAX_HOURS: '720' }, now: () => now })
beforeEach(() => {
  now = NOON
})

const admin = { as: 'admin' }
const at = (text: string) => new Date(`${text}Z`)
const save = async (change: Partial<BusinessHoursPolicy>) => {
  const { version } = await server.call(businessHours.policy, {}, admin)
  return server.call(
    businessHours.savePolicy,
    { body: { policy: { ...DEFAULT_BUSINESS_HOURS, ...change }, version, reason: 'Winter hours.' } },
    admin,
  )
}
/** As the job does it. */
const setAll = async () => {
  await setDueDates(server.db, 'paxum', { queue: 'case' })
  await setDueDates(server.db, 'paxum', { queue: 'accountAlert' })
}
const dueOfCase = async (id: string) => (await server.call(cases.view, { params: { caseId: id } })).dueAt?.date ?? null
/** When it was due as it was paused last. */
const lastDue = async (table: 'monitoring_case' | 'alert', id: string) =>
  (
    await server.db.selectFrom(table).select('last_due_at').where('id', '=', id).executeTakeFirstOrThrow()
  ).last_due_at?.toISOString() ?? null
const queueOf = async () => (await server.call(accountAlerts.queue, { query: { platform: 'paxum' } })).items
const dueOfAlert = async (id: string) => (await queueOf()).find((one) => one.id === id)?.dueAt?.date ?? null

describe('the policy', () => {
  test('is refused with the invalid path, and nothing is stored', async () => {
    const { week } = DEFAULT_BUSINESS_HOURS
    const { hours } = DEFAULT_BUSINESS_HOURS
    const wrong: [Partial<BusinessHoursPolicy>, string][] = [
      [{ zone: 'Mars/Olympus' }, 'zone: there is no such time zone'],
      [{ week: week.with(0, [{ from: '17:00', to: '09:00' }]) }, 'week.0: Monday closes before it opens'],
      [{ week: week.map(() => []) }, 'week: at least one day has to be open'],
      [{ holidays: [{ day: '2026-02-30', name: 'Leap' }] }, 'holidays.0: there is no day 2026-02-30'],
    ]
    for (const [change, message] of wrong) expect(await refusalOf(save(change)), message).toEqual([400, message])
    const reversed = { ...hours, case: { alert: -1, hardstop: 4 } }
    expect((await refusalOf(save({ hours: reversed })))?.[0]).toBe(400)
    expect((await refusalOf(save({ week: week.with(0, [{ from: '9', to: '25:00' }]) })))?.[0]).toBe(400)
    expect(await server.call(businessHours.policy, {})).toMatchObject({ version: 0, changedBy: null })
  })

  test('is refused to non-administrators, and on a conflict', async () => {
    const body = { policy: DEFAULT_BUSINESS_HOURS, version: 0, reason: 'Winter hours.' }
    expect((await refusalOf(server.call(businessHours.savePolicy, { body }, { as: 'manager' })))?.[0]).toBe(403)
    const saved = await save({ soon: 3 })
    expect(saved).toMatchObject({ version: 1, policy: { soon: 3 }, changedBy: { id: 'admin' } })
    expect((await refusalOf(server.call(businessHours.savePolicy, { body }, admin)))?.[0]).toBe(409)
    const blank = { ...body, version: 1, reason: ' ' }
    expect((await refusalOf(server.call(businessHours.savePolicy, { body: blank }, admin)))?.[0]).toBe(400)
    expect(await auditOf(server.db, 'business hours', 'paxum')).toMatchObject([
      { action: 'change due dates', actor: 'admin', before: { soon: 2 }, after: { soon: 3 }, reason: 'Winter hours.' },
    ])
    expect((await server.call(businessHours.history, {}, admin)).items).toMatchObject([
      { version: 1, by: { id: 'admin' }, reason: 'Winter hours.', before: { soon: 2 }, after: { soon: 3 } },
    ])
    await save({})
  })
})

describe('a case', () => {
  // 10 March 2026 is a Tuesday; open from nine to five, UTC
  test('is due by its arrival, earlier with a hold', async () => {
    const review = { review: true }
    await ingest(server.db, [pay('in', '03-10 12:00', 'ann > x!', 10, review)], { platform: 'paxum', now: NOON })
    // a case without an alert has nothing to be decided in time
    expect(await dueOfCase('PXin')).toBeNull()
    const plain = await world.addCase({})
    const held = await world.addCase({ alerts: [{ rule: 'country' }] })
    await setAll()
    expect(await dueOfCase(plain.id)).toBe('2026-03-13 12:00:00')
    expect(await dueOfCase(held.id)).toBe('2026-03-10 16:00:00')
  })

  test('has no due date while awaiting the customer, and the same remaining time afterwards', async () => {
    const one = await world.addCase({ alerts: [{ rule: 'country' }] })
    now = at('2026-03-10T14:00')
    await server.call(cases.await, { params: { caseUuid: one.uuid } })
    expect(await dueOfCase(one.id)).toBeNull()
    now = at('2026-03-12T10:30')
    await server.call(cases.renew, { params: { caseUuid: one.uuid } })
    expect(await dueOfCase(one.id)).toBe('2026-03-12 12:30:00')
  })

  test('keeps its due date while stopped, and not once it runs again', async () => {
    const one = await world.addCase({ alerts: [{ rule: 'country', status: 'resolved' }] })
    expect(await lastDue('monitoring_case', one.id)).toBeNull()
    now = at('2026-03-10T14:00')
    await server.call(cases.await, { params: { caseUuid: one.uuid } })
    expect(await lastDue('monitoring_case', one.id)).toBe('2026-03-10T16:00:00.000Z')
    now = at('2026-03-12T10:30')
    await server.call(cases.renew, { params: { caseUuid: one.uuid } })
    expect(await lastDue('monitoring_case', one.id)).toBeNull()
    await server.call(cases.recommendStr, { params: { caseId: one.id }, body: { note: 'Nothing.', action: 'reject' } })
    expect(await lastDue('monitoring_case', one.id)).toBe('2026-03-12T12:30:00.000Z')
  })

  test('has no due date once it is closed', async () => {
    const one = await world.addCase({ alerts: [{ status: 'resolved' }] })
    await setAll()
    expect(await dueOfCase(one.id)).not.toBeNull()
    const body = { note: 'Nothing.', action: 'reject' } as const
    await server.call(cases.recommendStr, { params: { caseId: one.id }, body })
    expect(await dueOfCase(one.id)).toBeNull()
  })

  test('keeps its shorter time when the hard stop is decided', async () => {
    const one = await world.addCase({ alerts: [{ rule: 'country' }, {}] })
    await setAll()
    const before = await dueOfCase(one.id)
    await server.call(alerts.resolve, { params: { alertId: one.alertIds[0] ?? '' }, body: { note: 'Known.' } })
    await setAll()
    expect(await dueOfCase(one.id)).toBe(before)
  })
})

describe('an account alert', () => {
  test('runs while in progress, stops while awaiting the customer, and continues when reopened', async () => {
    const { id } = await world.addAccountAlert({ level: 'hardstop' })
    await setAll()
    expect(await dueOfAlert(id)).toBe('2026-03-11 12:00:00')
    const set = (status: string, note?: string) =>
      server.call(accountAlerts.changeStatus, { params: { alertId: id, status }, body: note ? { note } : {} })
    await set('in_progress')
    expect(await dueOfAlert(id)).toBe('2026-03-11 12:00:00')
    now = at('2026-03-10T13:00')
    await set('await')
    expect(await dueOfAlert(id)).toBeNull()
    now = at('2026-03-11T13:00')
    await set('resolved', 'Answered.')
    expect(await dueOfAlert(id)).toBeNull()
    // it was asked in time, and paused since
    expect(await lastDue('alert', id)).toBe('2026-03-11T12:00:00.000Z')
    now = at('2026-03-16T09:00')
    await set('new', 'Not answered after all.')
    expect(await dueOfAlert(id)).toBe('2026-03-16 16:00:00')
  })
})

describe('a changed policy', () => {
  test('previews what becomes late or due soon, as the dates are after it', async () => {
    const hours = { case: { alert: 3, hardstop: 1 }, accountAlert: { alert: 2, hardstop: null } }
    const policy = { ...DEFAULT_BUSINESS_HOURS, hours }
    expect(
      await refusalOf(server.call(businessHours.preview, { body: { policy: { ...policy, zone: 'X/Y' } } }, admin)),
    ).toEqual([400, 'zone: there is no such time zone'])
    await setAll()
    now = at('2026-03-10T14:30')
    const asItIs = async () => {
      const { rows } = await sql<{ queue: string; breached: number; soon: number; due: string[] }>`
        select queue, (count(*) filter (where due_at <= ${now}))::int as breached,
          (count(*) filter (where due_at > ${now} and due_soon_at <= ${now}))::int as soon,
          array_agg(coalesce(due_at::text, '') order by id) as due
        from (select 'case' as queue, id, due_at, due_soon_at from monitoring_case
            where platform = 'paxum' and status = 'new' and alert_count > 0
          union all select 'accountAlert', id::text, due_at, due_soon_at from alert
            where platform = 'paxum' and kind = 'account' and status in ('new', 'in_progress')) as open
        group by queue`.execute(server.db)
      return Object.fromEntries(rows.map((row) => [row.queue, row]))
    }
    const before = await asItIs()
    const told = await server.call(businessHours.preview, { body: { policy } }, admin)
    expect(await asItIs(), 'nothing is written').toEqual(before)
    await save({ hours })
    await setAll()
    const after = await asItIs()
    for (const queue of ['case', 'accountAlert'] as const) {
      const [was, is] = [before[queue], after[queue]]
      expect(told[queue], queue).toEqual({
        open: was?.due.length,
        breached: { before: was?.breached, after: is?.breached },
        dueSoon: { before: was?.soon, after: is?.soon },
        changed: was?.due.filter((due, n) => due !== is?.due[n]).length,
      })
    }
    expect(told.case.breached.after).toBeGreaterThan(told.case.breached.before)
    await save({})
    await setAll()
  })

  test('updates the dates of open work in a job, and sends them in the feed', async () => {
    const one = await world.addCase({})
    const alert = await world.addAccountAlert()
    await setAll()
    const head = await server.send(sync.snapshot, { query: { platform: 'paxum', kind: 'case' } })
    const { cursor } = JSON.parse((await head.text()).split('\n')[0] ?? '') as { cursor: string }
    await server.services.tasks.start()
    const hours = { case: { alert: 2, hardstop: null }, accountAlert: { alert: 1, hardstop: 1 } }
    await save({ hours })
    // a job of an earlier policy may still be under way: which queue comes first is not said
    const datesOf = async () => [await dueOfCase(one.id), await dueOfAlert(alert.id)]
    const wanted = ['2026-03-10 14:00:00', '2026-03-10 13:00:00']
    await vi.waitFor(async () => expect(await datesOf()).toEqual(wanted), { timeout: 20_000 })
    const { items } = await server.call(sync.rows, { query: { platform: 'paxum', since: cursor } })
    const told = items.find((item) => item.kind === 'case' && item.id === one.id)
    expect(told?.row).toMatchObject({ dueAt: { date: '2026-03-10 14:00:00' } })
    await save({})
    await setAll()
  })

  test('counts hours in its own time zone, across daylight saving changes', async () => {
    // Toronto went an hour ahead on Sunday, 8 March
    const one = await world.addCase({ createdAt: at('2026-03-06T21:00'), alerts: [{ rule: 'country' }] })
    await save({ zone: 'America/Toronto', holidays: [{ day: '2026-03-09', name: 'Founders' }] })
    await setAll()
    // an hour on Friday, three on Tuesday, as Monday is a holiday
    expect(await dueOfCase(one.id)).toBe('2026-03-10 16:00:00')
    await save({})
    await setAll()
  })
})

test('the preview counts beyond its first batch', async () => {
  const MANY = 2100
  const at = { as: 'admin', platform: 'paydek' }
  const { id } = await world.addAccountAlert({ platform: 'paydek' })
  await sql`insert into alert (platform, kind, customer_id, rule_id, rule_name, rule_type, rule_description, revision_id, level,
      trigger_info, criteria, created_at)
    select platform, kind, customer_id, rule_id, rule_name, rule_type, rule_description, revision_id, level, trigger_info,
      criteria, created_at from alert, generate_series(1, ${MANY}) where id = ${id}`.execute(server.db)
  const hours = { case: { alert: 3, hardstop: 1 }, accountAlert: { alert: 2, hardstop: null } }
  now = new Date(NOON.getTime() + 86_400_000)
  const told = await server.call(businessHours.preview, { body: { policy: { ...DEFAULT_BUSINESS_HOURS, hours } } }, at)
  expect(told.accountAlert).toMatchObject({
    open: MANY + 1,
    changed: MANY + 1,
    breached: { before: 0, after: MANY + 1 },
  })
})

describe('the team', () => {
  test('shows late and due-soon work by person, as SQL counts it', async () => {
    const mine = [await world.addCase({ manager: 'analyst2', alerts: [{ rule: 'country' }] })]
    mine.push(await world.addCase({ manager: 'analyst2' }))
    await setAll()
    const loadOf = async () => {
      const { members, unassigned } = await server.call(team.load, {}, { as: 'manager' })
      return { unassigned, mine: members.find(({ person }) => person.id === 'analyst2') }
    }
    now = at('2026-03-10T15:00')
    expect((await loadOf()).mine?.queues.case).toMatchObject({ breached: 0, dueSoon: 1 })
    now = at('2026-03-10T16:00')
    const { mine: later, unassigned } = await loadOf()
    expect(later?.queues.case).toMatchObject({ breached: 1, dueSoon: 0 })
    const rows = server.db.selectFrom('monitoring_case').select('id').where('manager_id', 'is', null)
    const late = await rows.where('status', 'in', ['new', 'await']).where('due_at', '<=', now).execute()
    expect(unassigned.queues.case.breached).toBe(late.length)
  })
})

test('metrics report late and due-soon work by person and rule, as SQL counts it', async () => {
  await world.addCase({ manager: 'analyst2' })
  await world.addAccountAlert({ level: 'hardstop' })
  const { id } = await world.addAccountAlert({ level: 'hardstop' })
  await server.call(accountAlerts.changeStatus, { params: { alertId: id, status: 'in_progress' }, body: {} })
  await setAll()
  now = at('2026-03-13T10:30')
  const text = await (await server.fetch('/metrics')).text()
  const told = (by: 'person' | 'rule') =>
    Object.fromEntries(
      [...text.matchAll(new RegExp(`^docket_due_by_${by}\\{(.*)\\} (\\d+)$`, 'gm'))].map(([, labels = '', count]) => [
        labels,
        Number(count),
      ]),
    )
  const counted = async (by: 'person' | 'rule') => {
    const label = { person: sql`coalesce(manager_id, '')`, rule: sql`rule` }[by]
    const { rows } = await sql<{ labels: string; n: number }>`
      select 'platform="' || platform || '",queue="' || queue || ${`",${by}="`} || ${label} || '",state="' ||
        case when due_at <= ${now} then 'breached' else 'soon' end || '"' as labels, count(*)::int as n
      from (select platform, 'case' as queue, manager_id, lead_rule as rule, due_at, due_soon_at, status in ('new') as runs
            from monitoring_case
          union all select platform, 'accountAlert', manager_id, rule_name, due_at, due_soon_at,
            status in ('new', 'in_progress') from alert where kind = 'account') as open
      where runs and (due_at <= ${now} or due_soon_at <= ${now}) group by 1`.execute(server.db)
    return Object.fromEntries(rows.map(({ labels, n }) => [labels, n]))
  }
  for (const by of ['person', 'rule'] as const) {
    const expected = await counted(by)
    expect(Object.keys(expected).length, by).toBeGreaterThan(1)
    expect(told(by), by).toEqual(expected)
  }
  expect(text).toContain('state="soon"')
  expect(text).toContain('state="breached"')
})

describe('a list', () => {
  test('is filtered by late and due soon, as SQL counts them', async () => {
    await setAll()
    now = at('2026-03-10T14:30')
    const idsOf = async (due: 'soon' | 'breached') =>
      (await server.call(cases.list, { query: { platform: 'paxum', due, pageSize: 500 } })).items.map(({ id }) => id)
    const rows = await server.db
      .selectFrom('monitoring_case')
      .select(['id', 'due_at', 'due_soon_at'])
      .where('due_at', 'is not', null)
      .execute()
    const late = rows.filter(({ due_at }) => due_at && due_at <= now).map(({ id }) => id)
    const soon = rows.filter(({ id, due_soon_at }) => !late.includes(id) && due_soon_at && due_soon_at <= now)
    expect(soon.length).toBeGreaterThan(0)
    expect((await idsOf('soon')).toSorted()).toEqual(soon.map(({ id }) => id).toSorted())
    expect((await idsOf('breached')).toSorted()).toEqual(late.toSorted())
    now = at('2026-03-10T17:00')
    expect((await idsOf('breached')).length).toBeGreaterThan(late.length)
  })

  test('of account alerts is filtered as well', async () => {
    const { id } = await world.addAccountAlert({ level: 'hardstop' })
    await setAll()
    const due = async (which: 'soon' | 'breached') =>
      (await server.call(accountAlerts.queue, { query: { platform: 'paxum', due: which } })).items.map((one) => one.id)
    expect(await due('soon')).not.toContain(id)
    now = at('2026-03-11T11:00')
    expect(await due('soon')).toContain(id)
    now = at('2026-03-11T12:00')
    expect(await due('soon')).not.toContain(id)
    expect(await due('breached')).toContain(id)
  })
})
