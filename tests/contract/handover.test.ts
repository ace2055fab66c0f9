// The handover of a shift: who may, what it counts, against plain SQL, and to whom it goes.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { handover } from '#contract/calls/handover.ts'
import { refusalOf } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const HOUR = 3_600_000
const { folder, server, world } = await startInFolder({ now: () => NOON })
beforeAll(async () => {
  await history()
})

const as = { as: 'manager' }
const before = (hours: number) => new Date(NOON.getTime() - hours * HOUR)

/** One case an hour before noon on each of 20 days, and twelve of another rule in the last hours; some closed today. */
async function history() {
  for (let day = 1; day <= 20; day += 1) await world.addCase({ createdAt: before(24 * day + 1), status: 'new' })
  for (let n = 0; n < 12; n += 1) await world.addCase({ createdAt: before(1 + n / 4), alerts: [{ rule: 'country' }] })
  await world.addCase({ createdAt: before(20), manager: 'analyst' })
  // due a day after they came, and soon to be eight hours before
  await sql`update monitoring_case set due_at = created_at + interval '24 hours',
    due_soon_at = created_at + interval '16 hours'`.execute(server.db)
  for (let n = 0; n < 5; n += 1) {
    const status = 'complete'
    const { id } = await world.addCase({
      createdAt: before(60),
      status,
      recommendedStr: n === 0 ? 1 : 0,
      alerts: [{ status: 'resolved' }],
    })
    const at = before(n + 4)
    await server.db.updateTable('monitoring_case').set({ finished_at: at }).where('id', '=', id).execute()
    await server.db
      .updateTable('alert')
      .set({ resolved_at: at, resolved_by: 'analyst' })
      .where('case_id', '=', id)
      .execute()
  }
}

describe('refusals', () => {
  test('analysts cannot write, read or send one, and too long a shift is refused', async () => {
    const asAnalyst = { as: 'analyst' }
    const asked = [
      () => server.call(handover.list, {}, asAnalyst),
      () => server.call(handover.write, { body: { hours: 8 } }, asAnalyst),
      () => server.call(handover.mail, { params: { handoverId: '1' }, body: { to: ['analyst'] } }, asAnalyst),
    ]
    for (const one of asked) expect((await refusalOf(one()))?.[0]).toBe(403)
    for (const hours of [25, 0, -3]) {
      expect(await refusalOf(server.call(handover.write, { body: { hours } }, as)), String(hours)).toEqual([
        400,
        'hours: a shift is at most 24 hours long',
      ])
    }
  })

  test('a handover is sent only to colleagues of the platform', async () => {
    const { id } = await server.call(handover.write, { body: { hours: 8 } }, as)
    const mail = (to: string[], platform = 'paxum') =>
      server.call(handover.mail, { params: { handoverId: id }, body: { to } }, { ...as, platform })
    expect(await refusalOf(mail(['analyst', 'outsider']))).toEqual([400, 'to: nobody called outsider works here'])
    expect((await refusalOf(mail(['boss@elsewhere.example'])))?.[0]).toBe(400)
    expect((await refusalOf(mail(['analyst'], 'paydek')))?.[0]).toBe(404)
    expect((await server.call(handover.list, {}, { ...as, platform: 'paydek' })).items).toEqual([])
    await server.services.mail.deliver()
    expect(await readdir(join(folder, 'mail')).catch(() => [])).toEqual([])
  })
})

test('a handover agrees with the database, and marks unusual numbers', async () => {
  const { brief } = await server.call(handover.write, { body: { hours: 8 } }, as)
  const from = before(8)
  const { rows } = await sql`select
      (count(*) filter (where created_at >= ${from} and created_at < ${NOON}))::int as came,
      (count(*) filter (where finished_at >= ${from} and finished_at < ${NOON}))::int as closed,
      (count(*) filter (where finished_at >= ${from} and finished_at < ${NOON} and recommended_str = 1))::int as strs,
      (count(*) filter (where status in ('new', 'await')))::int as open,
      (count(*) filter (where status in ('new', 'await') and manager_id is null))::int as unassigned,
      (count(*) filter (where active_hard_stop > 0))::int as stops,
      (count(*) filter (where status = 'new' and due_at <= ${NOON}))::int as overdue,
      (count(*) filter (where status = 'new' and due_at > ${NOON} and due_soon_at <= ${NOON}))::int as soon
    from monitoring_case where platform = 'paxum'`.execute(server.db)
  const { came, went, waits } = brief
  expect({
    came: came.cases,
    closed: went.cases,
    strs: went.strs,
    open: waits.open,
    unassigned: waits.unassigned,
    stops: waits.hardStops,
    overdue: waits.overdue,
    soon: waits.dueSoon,
  }).toEqual(rows[0])
  expect(waits.dueSoon).toBe(1)
  expect(came.rules.map(({ name, count }) => [name, count])).toEqual([['Prohibited country', 12]])
  expect(went.people).toEqual([{ id: 'analyst', name: 'Mara Lindqvist', count: 5 }])
  const due = waits.dueFirst.map((one) => one.due.date)
  expect(due).toEqual(due.toSorted())
  expect(waits.dueFirst[0]?.isOverdue).toBe(true)
  // one an hour before noon each day is usual; twelve of a rule that never spoke is not
  expect(brief.isComparable).toBe(true)
  expect(brief.unusual).toMatchObject([
    { ruleId: null, count: 12 },
    { ruleId: world.rules.country, name: 'Prohibited country', count: 12, usual: 0 },
  ])
})

test('without a length it begins where the last one ended, and is stored unchanged', async () => {
  const first = await server.call(handover.write, { body: { hours: 3 } }, as)
  await server.db
    .updateTable('handover')
    .set({ brief: JSON.stringify({ ...first.brief, to: { date: '2026-03-10 09:30:00', timezone: 'UTC' } }) })
    .where('id', '=', first.id)
    .execute()
  const second = await server.call(handover.write, { body: { hours: null } }, as)
  expect(second.brief.from.date).toBe('2026-03-10 09:30:00')
  await world.addCase()
  const { items } = await server.call(handover.list, {}, as)
  expect(items[0]).toEqual(second)
})

test('a handover is mailed without a customer’s name, and writing and sending are audited', async () => {
  const { id } = await server.call(handover.write, { body: { hours: 8 } }, as)
  const to = ['analyst', 'analyst2']
  const { message } = await server.call(handover.mail, { params: { handoverId: id }, body: { to } }, as)
  expect(message).toBe('Sent to 2 colleagues.')
  await server.services.mail.deliver()
  const files = await readdir(join(folder, 'mail'))
  expect(files).toHaveLength(2)
  const text = await readFile(join(folder, 'mail', files[0] ?? ''), 'utf8')
  expect(text).toContain('Unusual')
  expect(text).toContain('Prohibited country: 12')
  expect(text).not.toContain('Ada Byron')
  const audit = await auditOf(server.db, 'handover', id)
  expect(audit.map(({ action, after }) => [action, (after as { to?: unknown }).to])).toMatchObject([
    ['write handover', { date: '2026-03-10 12:00:00' }],
    ['mail handover', to],
  ])
})
