// Calls of administrators: refusals first, then effects and audit.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { access } from '#contract/calls/access.ts'
import { audit } from '#contract/calls/audit.ts'
import { jobs } from '#contract/calls/jobs.ts'
import { notices } from '#contract/calls/notices.ts'
import { policies } from '#contract/calls/policies.ts'
import { approvals } from '#contract/calls/cases/approvals.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { documentForms } from '#contract/calls/document-forms.ts'
import { session } from '#contract/calls/sign-in.ts'
import { sync } from '#contract/calls/sync.ts'
import type { Role } from '#contract/model/values.ts'
import { SETTING_NAMES } from '#server/core/settings/settings.ts'
import { policyValue } from '#server/policies/values.ts'
import { refusalOf } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const clock = { now: NOON }
const { server, world } = await startInFolder({ now: () => clock.now, env: { FOUR_EYES: 'access' } })
beforeEach(() => {
  clock.now = NOON
})

const as = { as: 'admin' }
const reason = 'As agreed with the MLRO.'
const statusOf = async (sending: Promise<unknown>) => (await refusalOf(sending))?.[0] ?? 200

interface Made {
  roles?: Role[]
  platforms?: string[]
}
const addAccount = async ({ roles = ['analyst'], platforms = ['paxum'] }: Made = {}) => {
  const id = `staff-${randomUUID().slice(0, 8)}`
  const names = { email: `${id}@docket.example`, first_name: 'Sam', last_name: id }
  await server.db
    .insertInto('account')
    .values({ id, ...names, roles, platforms })
    .execute()
  return id
}

describe('sessions and devices of others', () => {
  const rows = async (platform = 'paxum') => (await server.call(access.presence, {}, { ...as, platform })).items

  test('need a reason, and are not found for people outside the platform', async () => {
    const outside = await addAccount({ platforms: ['paydek'] })
    const token = await server.services.sessions.start(outside)
    const found = await server.services.sessions.find(token)
    const params = { session: found?.family ?? '' }
    expect(await rows()).not.toContainEqual(expect.objectContaining({ id: params.session }))
    expect(await statusOf(server.call(access.endSession, { params, body: { reason } }, as))).toBe(404)
    expect(await statusOf(server.call(access.endSession, { params, body: { reason: ' ' } }, as))).toBe(400)
    const device = randomUUID()
    await server.call(
      sync.registerDevice,
      { body: { device, label: 'Desk' } },
      { as: null, platform: 'paydek', headers: { 'auth-token': token } },
    )
    const body = { account: outside, reason }
    expect(await statusOf(server.call(access.wipeDevice, { params: { device }, body }, as))).toBe(404)
    expect(
      await statusOf(server.call(access.wipeDevice, { params: { device }, body: { ...body, reason: '' } }, as)),
    ).toBe(400)
    expect(await rows('paydek')).toContainEqual(expect.objectContaining({ kind: 'device', id: device }))
  })

  test('an ended session is invalid, and a wiped device is told so; both are audited', async () => {
    const id = await addAccount()
    const token = await server.services.sessions.start(id)
    const headers = { 'auth-token': token }
    const device = randomUUID()
    await server.call(sync.registerDevice, { body: { device, label: 'Laptop' } }, { as: null, headers })
    const mine = (await rows()).filter(({ person }) => person.id === id)
    expect(mine.map(({ kind }) => kind).toSorted()).toEqual(['device', 'session'])
    expect(mine).toContainEqual(expect.objectContaining({ kind: 'session', device: 'Laptop', current: false }))

    const wiping = { params: { device }, body: { account: id, reason } }
    await server.call(access.wipeDevice, wiping, as)
    const shares = await server.db.selectFrom('device_share').select('share').where('device_id', '=', device).execute()
    expect(shares).toEqual([])
    const told = await server.send(sync.registerDevice, { body: { device, label: 'Laptop' } }, { as: null, headers })
    expect([told.status, told.headers.get('x-device')]).toEqual([401, 'revoked'])
    expect(await statusOf(server.call(access.wipeDevice, wiping, as))).toBe(404)

    const shown = mine.find(({ kind }) => kind === 'session')
    await server.call(access.endSession, { params: { session: shown?.id ?? '' }, body: { reason } }, as)
    expect((await server.send(session.info, {}, { as: null, headers })).status).toBe(401)
    expect((await auditOf(server.db, 'account', id)).at(-1)).toMatchObject({
      actor: 'admin',
      action: 'end session',
      reason,
    })
    expect((await auditOf(server.db, 'device', device)).at(-1)).toMatchObject({ action: 'revoke device', reason })
  })
})

describe('access', () => {
  const rowOf = async (id: string, who = 'admin') =>
    (await server.call(access.list, {}, { as: who })).items.find((one) => one.id === id)
  const change = (id: string, body: object, who = 'admin') =>
    server.call(
      access.change,
      {
        params: { account: id },
        body: { roles: ['analyst'], platforms: ['paxum'], closed: false, reason, version: 1, ...body },
      },
      { as: who },
    )

  test('nobody changes their own, a super administrator’s, or one beyond their platforms', async () => {
    expect(await refusalOf(change('admin', {}))).toEqual([403, 'You cannot change your own access.'])
    const top = 'Only super administrators can change the access of a super administrator.'
    expect(await refusalOf(change('superadmin', {}))).toEqual([403, top])
    const id = await addAccount()
    expect(await refusalOf(change(id, { roles: ['super_admin'] }))).toEqual([403, top])
    const local = await addAccount({ roles: ['admin'] })
    expect(await refusalOf(change(id, { platforms: ['paxum', 'paydek'] }, local))).toEqual([
      403,
      'You have no access to a platform in this change.',
    ])
    const elsewhere = await addAccount({ platforms: ['paxum', 'paydek'] })
    expect((await refusalOf(change(elsewhere, { roles: ['manager'] }, local)))?.[1]).toMatch(/also works on platforms/)
    const outside = await addAccount({ platforms: ['paydek'] })
    expect(await statusOf(change(outside, {}, local))).toBe(404)
    expect(await rowOf(outside, local)).toBeUndefined()
    expect(await rowOf(elsewhere, local)).toMatchObject({ platforms: ['paxum'], otherPlatforms: 1 })
  })

  test('requires a reason, and refuses an outdated version and an empty change', async () => {
    const id = await addAccount()
    expect(await statusOf(change(id, { roles: ['manager'], reason: '' }))).toBe(400)
    expect(await statusOf(change(id, { roles: ['manager'], version: 7 }))).toBe(409)
    expect(await refusalOf(change(id, {}))).toEqual([400, 'roles: nothing would change'])
  })

  test('is effective at once, keeps platforms that the administrator cannot see, and is audited', async () => {
    const id = await addAccount({ platforms: ['paxum', 'paydek'] })
    const local = await addAccount({ roles: ['admin'] })
    await change(id, { platforms: [] }, local)
    expect((await rowOf(id))?.platforms).toEqual(['paydek'])
    await change(id, { roles: ['analyst', 'manager'], platforms: ['paxum'], version: 2 })
    expect(await rowOf(id)).toMatchObject({ roles: ['analyst', 'manager'], platforms: ['paxum'], version: 3 })
    const headers = { 'auth-token': await server.services.sessions.start(id) }
    expect((await server.send(cases.managers, {}, { as: null, headers })).status).toBe(200)
    await change(id, { roles: ['analyst', 'manager'], closed: true, version: 3 })
    expect((await server.send(cases.managers, {}, { as: null, headers })).status).toBe(401)
    expect((await auditOf(server.db, 'account', id)).at(-1)).toMatchObject({
      action: 'change access',
      reason,
      before: { closed: false },
      after: { closed: true },
    })
  })

  test('administrator rights need a second administrator where the policy says so', async () => {
    const id = await addAccount()
    expect(await change(id, { roles: ['analyst', 'admin'] })).toMatchObject({ pending: true })
    expect(await rowOf(id)).toMatchObject({ roles: ['analyst'], pending: { by: { id: 'admin' } } })
    expect(await statusOf(change(id, { roles: ['analyst', 'admin'] }))).toBe(409)
    const list = async (who: string) =>
      (await server.call(approvals.list, { query: { kind: 'access' } }, { as: who })).items.find(
        (one) => one.object.id === id,
      )
    const asked = await list('superadmin')
    expect(asked).toMatchObject({ refusal: null, differences: [{ place: 'roles' }] })
    expect((await list('manager'))?.refusal).toBe('Only administrators may decide on this.')
    expect((await list('admin'))?.refusal).toMatch(/somebody else/)
    const approve = (who: string) =>
      server.call(
        approvals.approve,
        { params: { approvalId: asked?.id ?? '' }, body: { note: 'Agreed.', version: asked?.version ?? '' } },
        { as: who },
      )
    expect(await statusOf(approve('admin'))).toBe(403)
    expect(await statusOf(approve('manager'))).toBe(403)
    await approve('superadmin')
    expect(await rowOf(id)).toMatchObject({ roles: ['analyst', 'admin'], version: 2, pending: null })
    expect((await auditOf(server.db, 'account', id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['propose change of access', 'admin'],
      ['approve change of access', 'superadmin'],
    ])
  })
})

describe('the audit', () => {
  const list = (query: object, at: object = as) => server.call(audit.list, { query }, at)

  test('shows only the platform’s entries, and platformless ones of its people', async () => {
    const local = { as: await addAccount({ roles: ['admin'] }) }
    const here = await world.addCase()
    const there = await world.addCase({ platform: 'paydek' })
    await server.call(cases.note, { params: { caseId: here.id }, body: { note: 'Here.' } })
    await server.call(cases.note, { params: { caseId: there.id }, body: { note: 'There.' } }, { platform: 'paydek' })
    const outside = await addAccount({ platforms: ['paydek'] })
    await server.services.sessions.start(outside)
    const all = await list({ scope: 'all', pageSize: 1000 }, local)
    expect(new Set(all.items.map(({ platform }) => platform))).toEqual(new Set(['paxum', null]))
    expect(all.items.some(({ object }) => object.id === outside)).toBe(false)
    expect((await list({ objectKind: 'case', objectId: there.id }, local)).items).toEqual([])
    const [mine] = (await list({ objectKind: 'case', objectId: here.id }, local)).items
    expect(mine).toMatchObject({ action: 'add note', by: { id: 'analyst', name: 'Mara Lindqvist' } })
    const [other] = (await list({ objectId: there.id }, { as: 'admin', platform: 'paydek' })).items
    expect(await statusOf(server.call(audit.entry, { params: { n: String(other?.n) } }, local))).toBe(404)
    expect(await server.call(audit.entry, { params: { n: String(mine?.n) } }, local)).toMatchObject({ note: 'Here.' })
  })

  test('is filtered by person, action, object and period as SQL does, latest first, in pages', async () => {
    const one = await world.addCase()
    for (const note of ['a', 'b', 'c']) await server.call(cases.note, { params: { caseId: one.id }, body: { note } })
    const filters = [
      [{ who: 'analyst' }, sql`actor = 'analyst'`],
      [{ action: 'add note' }, sql`action = 'add note'`],
      [{ objectKind: 'case', objectId: one.id }, sql`object_id = ${one.id}`],
      [{ startDate: '2026-03-10', endDate: '2026-03-10' }, sql`at >= '2026-03-10' and at < '2026-03-11'`],
      [{ startDate: '2026-03-11' }, sql`at >= '2026-03-11'`],
    ] as const
    for (const [query, where] of filters) {
      const { rows } = await sql<{
        n: number
      }>`select n::int from audit where platform = 'paxum' and ${where} order by n desc`.execute(server.db)
      const pages = [await list({ ...query, pageSize: 2, page: 1 }), await list({ ...query, pageSize: 2, page: 2 })]
      expect(
        pages.flatMap(({ items }) => items.map(({ n }) => n)),
        JSON.stringify(query),
      ).toEqual(rows.slice(0, 4).map(({ n }) => n))
      expect(pages[0]?.total).toBe(rows.length)
    }
    const { actions, objectKinds } = await server.call(audit.choices, {}, as)
    const { rows } = await sql<{ action: string }>`select distinct action from audit order by action`.execute(server.db)
    expect(actions).toEqual(rows.map(({ action }) => action))
    expect(objectKinds).toContain('case')
  })

  test('is audited itself when exported as CSV, with the filter', async () => {
    const response = await server.send(audit.csv, { query: { action: 'add note' } }, as)
    const lines = (await response.text()).trim().split('\n')
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int from audit where platform = 'paxum' and action = 'add note'`.execute(server.db)
    expect([response.status, lines.length - 1]).toEqual([200, rows[0]?.count])
    expect((await auditOf(server.db, 'audit', 'entries')).at(-1)).toMatchObject({
      action: 'export audit',
      after: { action: 'add note' },
    })
  })

  test('lists who read SAR material, and which part of it', async () => {
    const uuid = await world.addForm({ type: 'sar' })
    const edd = await world.addForm({ type: 'edd_ond' })
    await server.call(documentForms.view, { params: { uuid } })
    await server.call(documentForms.view, { params: { uuid: edd } })
    await server.call(documentForms.comments, { params: { platform: 'paxum', uuid } })
    const { token } = await server.call(documentForms.ticket, { params: { uuid } })
    expect((await server.send(documentForms.pdf, { params: { uuid }, query: { token } })).status).toBe(200)
    await (await server.send(documentForms.zip, { params: { uuid } })).arrayBuffer()
    const { items } = await list({ reads: '1' })
    expect(items.filter(({ object }) => object.id === uuid).map(({ part }) => part)).toEqual([
      'ZIP',
      'Print',
      'Comments',
      'Form',
    ])
    expect(items[0]).toMatchObject({ by: { id: 'analyst' }, about: { customerName: 'Ada Byron' } })
    expect(items.some(({ object }) => object.id === edd)).toBe(false)
    expect((await list({ reads: '1', who: 'manager' })).items).toEqual([])
    const elsewhere = await world.addForm({ type: 'sar', platform: 'paydek' })
    await server.call(documentForms.view, { params: { uuid: elsewhere } }, { as: 'admin', platform: 'paydek' })
    const csv = async (at: object, scope: 'platform' | 'none' | 'all' = 'platform') => {
      const response = await server.send(audit.csv, { query: { reads: '1', scope } }, at)
      expect(response.status).toBe(200)
      return [response.headers.get('content-disposition'), await response.text()]
    }
    const [name, text] = await csv(as)
    expect(name).toContain('reads-paxum-')
    expect(text?.split('\n')[0]).toContain(',part,')
    expect(text?.match(new RegExp(`"${uuid}"`, 'g'))).toHaveLength(4)
    expect(text).not.toContain('"add note"')
    expect(text).not.toContain(elsewhere)
    expect((await csv({ as: 'admin', platform: 'paydek' }))[1]).toContain(elsewhere)
    const local = await addAccount({ roles: ['admin'] })
    await csv({ as: local }, 'none')
    const [, all] = await csv({ as: local }, 'all')
    expect(all).toContain(uuid)
    expect(all).not.toContain(elsewhere)
  })
})

test('is verified by a job that reports it intact, or the first wrong entry', { timeout: 60_000 }, async () => {
  const queue = server.services.tasks
  await queue.start()
  const done = async () => {
    const { items } = await server.call(audit.checks, {}, as)
    return items[0]?.status === 'running' ? undefined : items[0]
  }
  await server.call(audit.check, {}, as)
  await expect.poll(done, { timeout: 20_000 }).toMatchObject({ status: 'whole', by: { id: 'admin' }, faults: [] })
  const { rows } = await sql<{ n: number }>`select max(n)::int as n from audit where action = 'add note'`.execute(
    server.db,
  )
  const n = rows[0]?.n
  await sql`alter table audit disable trigger audit_append_only`.execute(server.db)
  await sql`update audit set note = 'other' where n = ${n}`.execute(server.db)
  await sql`alter table audit enable trigger audit_append_only`.execute(server.db)
  await server.call(audit.check, {}, as)
  await expect.poll(done, { timeout: 20_000 }).toMatchObject({
    status: 'faulty',
    count: Number(n) - 1,
    faults: [expect.stringMatching(new RegExp(`^Entry ${n} .*is not what was written`))],
  })
  expect((await auditOf(server.db, 'audit', '1')).map(({ action }) => action)).toEqual(['check audit'])
  const { kinds } = await server.call(jobs.list, {}, as)
  expect(kinds.find(({ name }) => name === 'audit-check')?.lastDone).not.toBeNull()
})

test(
  'an abandoned job is retried with a reason, once even by two at the same time, and audited',
  { timeout: 60_000 },
  async () => {
    const { tasks: queue } = server.services
    const { id: check } = await server.db
      .insertInto('audit_check')
      .values({ asked_by: 'admin', at: NOON, status: 'failed', ended_at: NOON })
      .returning('id')
      .executeTakeFirstOrThrow()
    // sent and failed in one transaction: no worker takes it between the two
    const { rows } = await server.db.transaction().execute(async (tx) => {
      await queue.send(tx, 'audit-check', { check })
      return sql<{
        id: string
      }>`update pgboss.job set state = 'failed', completed_on = now(), output = '{"message": "Broken."}'
      where name = 'audit-check' and data ->> 'check' = ${check} returning id::text`.execute(tx)
    })
    const params = { name: 'audit-check', job: rows[0]?.id ?? '' }
    const retry = (at: object = as, body = { reason }, of = params) =>
      statusOf(server.call(jobs.retry, { params: of, body }, at))
    const row = async () => (await server.call(jobs.list, {}, as)).items.find(({ id }) => id === params.job)
    expect(await row()).toMatchObject({ state: 'failed', message: 'Broken.', refusal: null })
    expect(await retry({ as: 'manager' })).toBe(403)
    expect(await retry(as, { reason: ' ' })).toBe(400)
    expect(await retry(as, { reason }, { ...params, job: randomUUID() })).toBe(404)
    expect((await row())?.state).toBe('failed')
    // two at once: one of them retries it, the other is told
    expect((await Promise.all([retry(), retry()])).toSorted()).toEqual([200, 409])
    await expect.poll(row, { timeout: 30_000 }).toMatchObject({ state: 'completed', refusal: 'It did not fail.' })
    const ended = await server.db.selectFrom('audit_check').select('status').where('id', '=', check).executeTakeFirst()
    expect(['whole', 'faulty']).toContain(ended?.status)
    expect(await retry()).toBe(409)
    expect(await auditOf(server.db, 'job', `audit-check/${params.job}`)).toMatchObject([
      { action: 'retry job', reason },
    ])
  },
)

describe('notices', () => {
  const publish = (text: string, hours: number) =>
    server.call(
      notices.publish,
      { body: { text, until: new Date(NOON.getTime() + hours * 3_600_000).toISOString() } },
      as,
    )

  test('need a text and a future end, and are limited in number', async () => {
    expect(await statusOf(publish(' ', 1))).toBe(400)
    expect(await refusalOf(publish('Over.', -1))).toEqual([400, 'until: is over already'])
    expect((await refusalOf(publish('Long.', 24 * 100)))?.[0]).toBe(400)
    for (let n = 0; n < 5; n += 1) await publish(`Notice ${n}`, 1)
    expect((await refusalOf(publish('One more.', 1)))?.[0]).toBe(409)
    await server.db.deleteFrom('notice').execute()
  })

  test('are shown to everybody on the platform until they end', async () => {
    const { id } = await publish('The sanctions list is renewed tonight.', 2)
    const shown = async (at: object = {}) => (await server.call(notices.current, {}, at)).items.map((one) => one.id)
    expect(await shown()).toEqual([id])
    expect(await shown({ as: 'manager', platform: 'paydek' })).toEqual([])
    clock.now = new Date(NOON.getTime() + 3 * 3_600_000)
    expect(await shown()).toEqual([])
    clock.now = NOON
    await server.call(notices.end, { params: { notice: id } }, as)
    expect(await shown()).toEqual([])
    expect(await statusOf(server.call(notices.end, { params: { notice: id } }, as))).toBe(404)
    expect((await auditOf(server.db, 'notice', id)).map(({ action }) => action)).toEqual([
      'publish notice',
      'end notice',
    ])
  })
})

describe('policies', () => {
  const list = async (platform = 'paxum') => (await server.call(policies.list, {}, { ...as, platform })).items
  const set = (id: string, value: unknown, version = 0, why = reason) =>
    server.call(policies.set, { params: { policy: id }, body: { value: value as number, version, reason: why } }, as)

  test('include every setting except addresses and paths, and no secret', async () => {
    const shown = new Set((await list()).map(({ id }) => id))
    const hidden = SETTING_NAMES.filter((name) => !shown.has(name))
    expect(hidden.toSorted()).toEqual([
      'ASSISTANT_API_KEY',
      'ASSISTANT_BASE_URL',
      'ASSISTANT_MODEL',
      'AUDIT_KEY_FILE',
      'CATALOGUE_ONLY',
      'DATABASE_OWNER_URL',
      'DATABASE_POOL',
      'DATABASE_URL',
      'DATA_DIR',
      'DEMO',
      'FILES_BUCKET',
      'FILES_BUCKET_KEY_ID',
      'FILES_BUCKET_REGION',
      'FILES_BUCKET_SECRET',
      'HOST',
      'INBOUND_SECRET',
      'LOG_LEVEL',
      'MAIL_FROM',
      'METRICS_TOKEN',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_ISSUER',
      'OIDC_SCOPE',
      'PORT',
      'PUBLIC_URL',
      'SERVICE_WORKER',
      'SMTP_URL',
      'SPA_HOSTS',
      'TRUSTED_PROXIES',
      'UPLOAD_MEMORY',
    ])
    const eyes = (await list()).find(({ id }) => id === 'FOUR_EYES')
    expect(eyes).toMatchObject({ shown: 'Administrator rights', where: 'FOUR_EYES', field: null })
  })

  test('configuration cannot be changed here; data needs a reason, a valid value and the current version', async () => {
    expect((await refusalOf(set('FOUR_EYES', 'rules')))?.[0]).toBe(409)
    expect(await statusOf(set('nothing', 1))).toBe(404)
    expect(await statusOf(set('bulkCloseLimit', 50, 0, ' '))).toBe(400)
    for (const value of [0, 1.5, '50', true, 1e9])
      expect(await statusOf(set('bulkCloseLimit', value)), String(value)).toBe(400)
    expect(await statusOf(set('bulkCloseLimit', 50, 3))).toBe(409)
  })

  test('a changed policy applies to its platform, with author and time', async () => {
    const { config } = server.services
    expect(await set('bulkCloseLimit', 50)).toMatchObject({
      shown: '50 alerts',
      version: 1,
      changedBy: { id: 'admin' },
    })
    expect(await policyValue(server.db, { platform: 'paxum', config }, 'bulkCloseLimit')).toBe(50)
    expect(await policyValue(server.db, { platform: 'paydek', config }, 'bulkCloseLimit')).toBe(100)
    expect((await list('paydek')).find(({ id }) => id === 'bulkCloseLimit')).toMatchObject({ version: 0, value: 100 })
    expect(await statusOf(set('bulkCloseLimit', 60))).toBe(409)
    expect((await auditOf(server.db, 'policy', 'bulkCloseLimit')).at(-1)).toMatchObject({
      action: 'change policy',
      before: { value: 100 },
      after: { value: 50 },
      reason,
    })
  })
})
