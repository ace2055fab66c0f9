// How far an administrator reaches: other people's sessions, jobs and entries, safeguards, and what the provider rules.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { access } from '#contract/calls/access.ts'
import { audit } from '#contract/calls/audit.ts'
import { jobs } from '#contract/calls/jobs.ts'
import { policies } from '#contract/calls/policies.ts'
import { approvals } from '#contract/calls/cases/approvals.ts'
import { sync } from '#contract/calls/sync.ts'
import type { Role } from '#contract/model/values.ts'
import { refusalOf } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const HEADS = 'https://robot:s3cret@heads.example/in?key=k3y'
const { server } = await startInFolder({ now: () => NOON, env: { FOUR_EYES: 'access,sanctions', AUDIT_HEADS: HEADS } })

const reason = 'As agreed with the MLRO.'

async function addAccount(roles: Role[], platforms: string[]): Promise<string> {
  const id = `staff-${randomUUID().slice(0, 8)}`
  const names = { email: `${id}@docket.example`, first_name: 'Sam', last_name: id }
  await server.db
    .insertInto('account')
    .values({ id, ...names, roles, platforms })
    .execute()
  return id
}

test('no session is ended and no device wiped of people with further platforms, or of super administrators', async () => {
  const local = { as: await addAccount(['admin'], ['paxum']) }
  for (const [who, why] of [
    ['superadmin', /^Only super administrators/],
    [await addAccount(['analyst'], ['paxum', 'paydek']), /also works on platforms/],
  ] as const) {
    const token = await server.services.sessions.start(who)
    const device = randomUUID()
    const headers = { 'auth-token': token }
    await server.call(sync.registerDevice, { body: { device, label: 'Desk' } }, { as: null, headers })
    const { items, most } = await server.call(access.presence, {}, local)
    expect(most).toBeNull()
    const rows = items.filter(({ person }) => person.id === who)
    expect(rows).toHaveLength(2)
    for (const { refusal } of rows) expect(refusal).toMatch(why)
    const session = rows.find(({ kind }) => kind === 'session')?.id ?? ''
    const ending = server.call(access.endSession, { params: { session }, body: { reason } }, local)
    expect(await refusalOf(ending)).toEqual([403, expect.stringMatching(why)])
    const wiping = server.call(access.wipeDevice, { params: { device }, body: { account: who, reason } }, local)
    expect(await refusalOf(wiping)).toEqual([403, expect.stringMatching(why)])
    expect(await server.services.sessions.find(token)).not.toBeNull()
  }
})

test('a truncated list of sessions says so', async () => {
  const id = await addAccount(['analyst'], ['paxum-bank'])
  await sql`insert into session (id, family, account_id, created_at, expires_at, family_at)
    select f, f, ${id}, ${NOON}, ${new Date(NOON.getTime() + 3_600_000)}, ${NOON}
    from (select gen_random_uuid() as f from generate_series(1, 1001)) s`.execute(server.db)
  const at = { as: 'superadmin', platform: 'paxum-bank' }
  const { items, most } = await server.call(access.presence, {}, at)
  expect([items.filter(({ kind }) => kind === 'session').length, most]).toEqual([1000, 1000])
  await server.db.deleteFrom('session').where('account_id', '=', id).execute()
})

test('a change awaiting a second administrator is refused once the provider manages access', async () => {
  const id = await addAccount(['analyst'], ['paxum'])
  const body = { roles: ['admin' as const], platforms: ['paxum'], closed: false, reason, version: 1 }
  await server.call(access.change, { params: { account: id }, body }, { as: 'admin' })
  const { items } = await server.call(approvals.list, { query: { kind: 'access' } }, { as: 'superadmin' })
  const asked = items.find((one) => one.object.id === id)
  const approve = () =>
    server.call(
      approvals.approve,
      { params: { approvalId: asked?.id ?? '' }, body: { note: 'Agreed.', version: asked?.version ?? '' } },
      { as: 'superadmin' },
    )
  const { config } = server.services
  const before = config.oidc
  Object.assign(config, { oidc: { ...before, rolesClaim: 'roles' } })
  try {
    expect(await refusalOf(approve())).toEqual([409, expect.stringMatching(/OIDC_ROLES_CLAIM/)])
  } finally {
    Object.assign(config, { oidc: before })
  }
  await approve()
})

describe('a new account', () => {
  const wanted = (more: object = {}) => ({
    email: `${randomUUID().slice(0, 8)}@docket.example`,
    firstName: 'Nora',
    lastName: 'van den Berg',
    roles: ['analyst' as const],
    platforms: ['paxum'],
    reason,
    ...more,
  })
  type Wanted = ReturnType<typeof wanted>
  const add = (body: object, who = 'admin') => server.call(access.add, { body: body as Wanted }, { as: who })
  const found = async (email: string) =>
    server.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()
  const asked = async (email: string, who = 'superadmin') =>
    (await server.call(approvals.list, { query: { kind: 'access' } }, { as: who })).items.find(
      ({ object }) => object.id === email,
    )
  const approve = (one: Awaited<ReturnType<typeof asked>>, who = 'superadmin') =>
    server.call(
      approvals.approve,
      { params: { approvalId: one?.id ?? '' }, body: { note: 'Agreed.', version: one?.version ?? '' } },
      { as: who },
    )

  test('is refused without a reason, name, address or platform, and beyond its author’s rights', async () => {
    for (const wrong of [
      { reason: ' ' },
      { firstName: '' },
      { lastName: 'Berg\nBcc: all@docket.example' },
      { lastName: '\u202Egreb' },
      { email: 'nora' },
      { email: 'nora@docket.example\nBcc: all@docket.example' },
      { platforms: [] },
      { roles: ['owner'] },
    ]) {
      expect((await refusalOf(add(wanted(wrong))))?.[0], JSON.stringify(wrong)).toBe(400)
    }
    expect(await refusalOf(add(wanted(), 'manager'))).toEqual([403, 'This account may not do that.'])
    expect(await refusalOf(add(wanted({ roles: ['super_admin'] })))).toEqual([
      403,
      'Only super administrators can change the access of a super administrator.',
    ])
    const local = await addAccount(['admin'], ['paxum'])
    for (const platform of ['paydek', 'no such platform']) {
      expect(await refusalOf(add(wanted({ platforms: ['paxum', platform] }), local))).toEqual([
        403,
        'You have no access to a platform in this change.',
      ])
    }
    const { email } = wanted()
    await server.db
      .insertInto('account')
      .values({
        id: email,
        email,
        first_name: 'A',
        last_name: 'B',
        roles: [],
        platforms: ['paydek'],
        is_disabled: true,
      })
      .execute()
    expect(await refusalOf(add(wanted({ email: email.toUpperCase() })))).toEqual([
      409,
      expect.stringMatching(/^An account with this e-mail address already exists/),
    ])
  })

  test('needs two administrators where access does, and the second must have the rights', async () => {
    const body = wanted({ roles: ['analyst', 'admin'], platforms: ['paxum', 'paydek'] })
    expect(await add(body)).toMatchObject({ pending: true })
    expect(await found(body.email)).toBeUndefined()
    expect((await refusalOf(add(body)))?.[0]).toBe(409)
    const one = await asked(body.email)
    expect(one).toMatchObject({ title: 'Add an account for Nora van den Berg', refusal: null, by: { id: 'admin' } })
    expect(one?.differences).toContainEqual({ place: 'roles', after: ['analyst', 'admin'] })
    expect(one?.differences).toContainEqual({ place: 'email', after: body.email })
    expect((await refusalOf(approve(one, 'admin')))?.[0]).toBe(403)
    expect((await refusalOf(approve(one, 'manager')))?.[0]).toBe(403)
    const local = await addAccount(['admin'], ['paxum'])
    expect(await refusalOf(approve(one, local))).toEqual([
      403,
      expect.stringMatching(/You have no access to a platform/),
    ])
    expect((await asked(body.email, local))?.differences).toContainEqual({
      place: 'platforms',
      after: ['paxum', 'another platform'],
    })
    await approve(one)
    const row = await found(body.email)
    expect(row).toMatchObject({ first_name: 'Nora', roles: ['analyst', 'admin'], is_disabled: false, subject: null })
    expect((await auditOf(server.db, 'account', row?.id ?? '')).at(-1)).toMatchObject({
      action: 'approve new account',
      actor: 'superadmin',
      reason: 'Agreed.',
      after: { email: body.email, roles: ['analyst', 'admin'] },
    })
    const mail = await server.db.selectFrom('mail').selectAll().where('recipient', '=', body.email).execute()
    expect(mail.map(({ subject, text }) => [subject, text.includes('Helen Marchetti')])).toEqual([
      ['Your account in Docket', false],
    ])
  })

  test('is not created where the second administrator returns it, or it exists by then', async () => {
    const body = wanted()
    await add(body)
    const one = await asked(body.email)
    const params = { approvalId: one?.id ?? '' }
    await server.call(approvals.return, { params, body: { note: 'Not on the list.' } }, { as: 'superadmin' })
    expect(await found(body.email)).toBeUndefined()
    await add(body)
    const names = { first_name: 'Other', last_name: 'Person', roles: [], platforms: [] }
    await server.db
      .insertInto('account')
      .values({ id: body.email, email: body.email.toUpperCase(), ...names })
      .execute()
    expect((await refusalOf(approve(await asked(body.email))))?.[0]).toBe(409)
  })

  test('is active at once without the policy; rights managed by the provider cannot be given', async () => {
    const { config } = server.services
    const { fourEyes, oidc } = config
    Object.assign(config, { fourEyes: [], oidc: { ...oidc, rolesClaim: 'roles', platformsClaim: 'platforms' } })
    try {
      expect(await refusalOf(add(wanted()))).toEqual([409, expect.stringMatching(/OIDC_ROLES_CLAIM/)])
      expect(await refusalOf(add(wanted({ roles: [] })))).toEqual([409, expect.stringMatching(/OIDC_PLATFORMS_CLAIM/)])
      const bare = wanted({ roles: [], platforms: [] })
      expect(await add(bare)).toEqual({ message: 'The account was added.' })
      expect(await found(bare.email)).toMatchObject({ roles: [], platforms: [] })
      Object.assign(config, { oidc })
      const body = wanted()
      await add(body)
      const row = await found(body.email)
      expect((await auditOf(server.db, 'account', row?.id ?? '')).at(-1)).toMatchObject({
        action: 'add account',
        reason,
      })
      const list = await server.call(access.list, {}, { as: 'admin' })
      expect(list.items.find(({ email }) => email === body.email)).toMatchObject({
        name: 'Nora van den Berg',
        roles: ['analyst'],
        platforms: ['paxum'],
        closed: false,
        refusal: null,
      })
    } finally {
      Object.assign(config, { fourEyes, oidc })
    }
  })
})

test('of two administrators who disable each other at once one stays', async () => {
  const pairs = Array.from({ length: 6 }, async () => {
    const [a, b] = [await addAccount(['admin'], ['paxum']), await addAccount(['admin'], ['paxum'])]
    const close = (id: string, who: string) =>
      refusalOf(
        server.call(
          access.change,
          {
            params: { account: id },
            body: { roles: ['admin'], platforms: ['paxum'], closed: true, reason, version: 1 },
          },
          { as: who },
        ),
      )
    await Promise.all([close(a, b), close(b, a)])
    const rows = await server.db.selectFrom('account').select('is_disabled').where('id', 'in', [a, b]).execute()
    return rows.filter((row) => !row.is_disabled).length
  })
  expect(await Promise.all(pairs)).toEqual([1, 1, 1, 1, 1, 1])
})

describe('policies', () => {
  const rowOf = async (id: string, who = 'admin') =>
    (await server.call(policies.list, {}, { as: who })).items.find((one) => one.id === id)
  const set = (id: string, value: number, version = 0) =>
    server.call(policies.set, { params: { policy: id }, body: { value, version, reason } }, { as: 'admin' })

  test('an address is shown without its credentials', async () => {
    expect((await rowOf('AUDIT_HEADS'))?.shown).toBe('https://heads.example/in?…')
  })

  test('a looser safeguard needs a second administrator, a stricter one does not', async () => {
    const id = 'sanctionsReleaseScore'
    const from = (await rowOf(id))?.value
    expect((await refusalOf(set(id, 2)))?.[0]).toBe(400)
    expect((await refusalOf(set(id, 1, 7)))?.[0]).toBe(409)
    expect(await set(id, 1)).toMatchObject({ value: from, version: 0, pending: { by: { id: 'admin' } } })
    expect((await refusalOf(set(id, 1)))?.[0]).toBe(409)
    const listed = async (who: string) =>
      (await server.call(approvals.list, { query: { kind: 'policy' } }, { as: who })).items[0]
    const asked = await listed('superadmin')
    expect(asked).toMatchObject({ refusal: null, differences: [{ place: 'value', before: from, after: 1 }] })
    expect((await listed('manager'))?.refusal).toBe('Only administrators may decide on this.')
    const approve = (who: string) =>
      server.call(
        approvals.approve,
        { params: { approvalId: asked?.id ?? '' }, body: { note: 'Agreed.', version: asked?.version ?? '' } },
        { as: who },
      )
    expect((await refusalOf(approve('admin')))?.[0]).toBe(403)
    await approve('superadmin')
    expect(await rowOf(id)).toMatchObject({ value: 1, version: 1, pending: null, changedBy: { id: 'superadmin' } })
    expect(await set(id, 0.5, 1)).toMatchObject({ value: 0.5, version: 2, pending: null })
    // its four eyes are off here, so that it guards nothing
    expect(await set('bulkCloseLimit', 5000)).toMatchObject({ value: 5000, pending: null })
    await set(id, 0.9, 2)
    await set(id, 0.4, 2)
    expect(await rowOf(id)).toMatchObject({ value: 0.4, pending: null })
    expect((await auditOf(server.db, 'policy', id)).map(({ action }) => action)).toEqual([
      'propose change of policy',
      'change policy',
      'change policy',
      'propose change of policy',
      'change policy',
    ])
  })
})

test('jobs of other platforms are neither listed nor retried, and global ones only by people with all platforms', async () => {
  const { tasks: queue } = server.services
  const failed = async (name: string, data: object) => {
    const { rows } = await server.db.transaction().execute(async (tx) => {
      await queue.send(tx, name, data)
      return sql<{ id: string }>`update pgboss.job set state = 'failed', completed_on = now()
        where name = ${name} and state = 'created' returning id::text`.execute(tx)
    })
    return { name, job: rows[0]?.id ?? '' }
  }
  const there = await failed('set-due-dates', { platform: 'paydek' })
  const here = await failed('set-due-dates', { platform: 'paxum' })
  const all = await failed('purge', {})
  const local = { as: await addAccount(['admin'], ['paxum']) }
  const { items } = await server.call(jobs.list, {}, local)
  const rowOf = ({ job }: { job: string }) => items.find(({ id }) => id === job)
  expect(rowOf(there)).toBeUndefined()
  expect(rowOf(here)?.refusal).toBeNull()
  expect(rowOf(all)?.refusal).toMatch(/all platforms/)
  const retry = (params: { name: string; job: string }) =>
    refusalOf(server.call(jobs.retry, { params, body: { reason } }, local))
  expect((await retry(there))?.[0]).toBe(404)
  expect((await retry(all))?.[0]).toBe(403)
  expect(await retry(here)).toBeNull()
  const entry = server.db.selectFrom('audit').select(['platform', 'reason']).where('action', '=', 'retry job')
  expect(await entry.execute()).toEqual([{ platform: 'paxum', reason }])
})

describe('the audit', () => {
  test('offers only the actions of the reader’s platforms', async () => {
    const local = { as: await addAccount(['admin'], ['paxum-bank']), platform: 'paxum-bank' }
    const { actions } = await server.call(audit.choices, {}, local)
    const { rows } = await sql<{ action: string }>`select distinct action from audit
      where platform = 'paxum' and action not in (select action from audit where platform is distinct from 'paxum')`.execute(
      server.db,
    )
    expect(rows).toContainEqual({ action: 'change policy' })
    for (const { action } of rows) expect(actions).not.toContain(action)
    expect((await server.call(audit.choices, {}, { as: 'superadmin' })).actions).toContain('change policy')
  })

  test('names no platform hidden from the reader, and an export is audited on each platform it covers', async () => {
    const id = await addAccount(['analyst'], ['paxum', 'paydek'])
    const body = { roles: ['manager' as const], platforms: ['paxum', 'paydek'], closed: false, reason, version: 1 }
    await server.call(access.change, { params: { account: id }, body }, { as: 'admin' })
    const local = { as: await addAccount(['admin'], ['paxum']) }
    const query = { scope: 'none' as const, objectKind: 'account', objectId: id }
    const [row] = (await server.call(audit.list, { query }, local)).items
    const params = { n: String(row?.n) }
    const entry = await server.call(audit.entry, { params }, local)
    expect(entry.after).toEqual({ roles: ['manager'], platforms: ['paxum', 'another platform'], closed: false })
    expect((await server.call(audit.entry, { params }, { as: 'admin' })).after).toMatchObject({
      platforms: ['paxum', 'paydek'],
    })
    const csv = await (await server.send(audit.csv, { query }, local)).text()
    expect(csv).toContain('another platform')
    expect(csv).not.toContain('paydek')
    const both = { as: await addAccount(['admin'], ['paxum', 'paydek']) }
    await (await server.send(audit.csv, { query: { scope: 'all' } }, both)).text()
    const entries = server.db.selectFrom('audit').select('platform').where('action', '=', 'export audit')
    const found = await entries.where('actor', '=', both.as).orderBy('n').execute()
    expect(found.map(({ platform }) => platform)).toEqual(['paxum', 'paydek', null])
  })
})
