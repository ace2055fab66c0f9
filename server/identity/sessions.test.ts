import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { session } from '#contract/calls/sign-in.ts'
import { Sessions } from './sessions.ts'
import { startServer } from '#tests/support/start-world.ts'

const HOUR = 3_600_000
let at = Date.parse('2026-03-01T08:00:00Z')
const server = await startServer({ env: { SESSION_HOURS: '2', RATE_LIMIT: '100000' }, now: () => new Date(at) })

const start = () => server.services.sessions.start('analyst')
const info = async (token: string) =>
  (await server.fetch('/api/login/info', { headers: { 'auth-token': token } })).status
const refresh = async (token: string) =>
  (await server.call(session.refresh, { body: { token } }, { as: null })).refreshToken

test('a token signed with another key, or for another purpose, is invalid', async () => {
  const good = await start()
  const [, claims] = good.split('.')
  const sid = (JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as { sid: string }).sid
  const forged = await new SignJWT({ sid })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('session')
    .setExpirationTime(new Date(at + HOUR))
    .sign(new Uint8Array(32))
  const other = await server.services.sessions.sign('sign-in', { sid }, new Date(at + HOUR))
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
  expect(await Promise.all([forged, other, unsigned, 'undefined', good].map(info))).toEqual([401, 401, 401, 401, 200])
})

test('a session expires', async () => {
  const token = await start()
  at += 2 * HOUR - 1000
  expect(await info(token)).toBe(200)
  at += 1000
  expect(await info(token)).toBe(401)
  expect(await refresh(token)).toBeNull()
})

test('a session ends when it is revoked or its account is disabled', async () => {
  const token = await start()
  await server.db.updateTable('account').set({ is_disabled: true }).where('id', '=', 'analyst').execute()
  expect(await info(token)).toBe(401)
  await server.db.updateTable('account').set({ is_disabled: false }).where('id', '=', 'analyst').execute()
  expect(await info(token)).toBe(200)
  const found = await server.services.sessions.find(token)
  await server.services.sessions.revoke({ family: found?.family ?? '' })
  expect(await info(token)).toBe(401)
})

test('a refresh gives a new token, and earlier ones stay valid for a minute', async () => {
  const old = await start()
  at += HOUR
  const fresh = (await refresh(old)) ?? ''
  at += 60_000
  const newest = (await refresh(fresh)) ?? ''
  expect([new Set([old, fresh, newest]).size, await info(old), await info(newest)]).toEqual([3, 200, 200])
  at += 60_000
  expect(await Promise.all([old, fresh, newest].map(info))).toEqual([401, 200, 200])
  expect(await refresh(old)).toBeNull()
})

test('a session expires at its maximum age, however often it is refreshed', async () => {
  let token = await start()
  const end = at + 72 * HOUR
  while (at + 1.5 * HOUR < end) {
    at += 1.5 * HOUR
    token = (await refresh(token)) ?? ''
  }
  expect(await info(token)).toBe(200)
  at = end
  expect([await refresh(token), await info(token)]).toEqual([null, 401])
})

test('a replaced token used after the minute ends every session of its family, and is audited', async () => {
  const old = await start()
  at += 1000
  const fresh = (await refresh(old)) ?? ''
  const elsewhere = await start()
  at += 1000
  const newest = (await refresh(fresh)) ?? ''
  // within the minute it may be a tab that did not hear of the other
  expect([await refresh(old), await info(newest)]).toEqual([expect.any(String), 200])
  at += 60_000
  expect(await refresh(old)).toBeNull()
  expect(await Promise.all([fresh, newest, elsewhere].map(info))).toEqual([401, 401, 200])
  const last = await server.db.selectFrom('audit').select(['actor', 'action']).orderBy('n', 'desc').executeTakeFirst()
  expect(last).toEqual({ actor: 'analyst', action: 'end session: token reused' })
})

test('a token that is traded many times gives one token and one session, also at once and at another instance', async () => {
  const old = await start()
  at += 1000
  const living = () =>
    server.db
      .selectFrom('session')
      .select('id')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', new Date(at))
      .execute()
  const before = (await living()).length
  const other = await Sessions.open(server.db, 12, () => new Date(at))
  const tokens = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      if (n % 2 === 0) return refresh(old)
      const refreshed = await other.refresh(old)
      return refreshed.type === 'new' ? refreshed.token : null
    }),
  )
  at += 59_000
  const late = await refresh(old)
  expect(new Set([...tokens, late]).size).toBe(1)
  expect((await living()).length).toBe(before + 1)
  // a token that was traded on stands for the last of those that followed it
  const newest = await refresh(late ?? '')
  expect(await refresh(old)).toBe(newest)
})

test('a refresh whose answer is lost signs nobody out, and its token ends with the others', async () => {
  const old = await start()
  at += 1000
  const lost = (await refresh(old)) ?? ''
  at += HOUR
  expect(await info(old)).toBe(200)
  const fresh = (await refresh(old)) ?? ''
  at += 1000
  expect(await Promise.all([lost, fresh].map(info))).toEqual([200, 200])
  const newest = (await refresh(fresh)) ?? ''
  at += 60_000
  expect(await Promise.all([old, lost, fresh, newest].map(info))).toEqual([401, 200, 200, 200])
})

test('logging out right after a refresh ends the replaced token too, and no other session', async () => {
  const [old, elsewhere] = [await start(), await start()]
  const fresh = (await refresh(old)) ?? ''
  const newest = (await refresh(fresh)) ?? ''
  expect(await Promise.all([old, fresh, newest].map(info))).toEqual([200, 200, 200])
  await server.call(session.logout, {}, { as: null, headers: { 'auth-token': newest } })
  expect(await Promise.all([old, fresh, newest, elsewhere].map(info))).toEqual([401, 401, 401, 200])
})

test.each(['refresh', 'logout'] as const)(
  'no session survives a logout that races a refresh: %s first',
  async (first) => {
    const old = await start()
    const acts = {
      refresh: () => server.call(session.refresh, { body: { token: old } }, { as: null }),
      logout: () => server.call(session.logout, {}, { as: null, headers: { 'auth-token': old } }),
    }
    const waiting = async () => {
      const { rows } = await server.store.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    }
    // both have seen that the session stands, and come to writing in this order
    const holder = await server.store.pool.connect()
    await holder.query('begin; lock table session in share mode')
    const one = acts[first]()
    await vi.waitFor(async () => expect(await waiting()).toBe(1), 30_000)
    const other = acts[first === 'refresh' ? 'logout' : 'refresh']()
    await vi.waitFor(async () => expect(await waiting()).toBe(2), 30_000)
    await holder.query('commit')
    holder.release()
    const answers = await Promise.all([one, other])
    const { refreshToken = null } = answers.find((each) => 'refreshToken' in each) ?? {}
    expect(await Promise.all([old, refreshToken ?? ''].map(info))).toEqual([401, 401])
  },
)

test('a refresh by GET takes the token of the query, else of the header', async () => {
  const token = await start()
  const byQuery = await server.call(session.refreshByGet, { query: { token } }, { as: null })
  const byHeader = await server.call(session.refreshByGet, {}, { as: null, headers: { 'auth-token': token } })
  const none = await server.call(session.refreshByGet, {}, { as: null })
  expect([typeof byQuery.refreshToken, typeof byHeader.refreshToken, none.refreshToken]).toEqual([
    'string',
    'string',
    null,
  ])
})

test('the session check answers the expiry time, or 401', async () => {
  const token = await start()
  expect(await server.call(session.check, { query: { token } }, { as: null })).toEqual({
    valid: true,
    expiresAt: new Date(at + 2 * HOUR).toISOString(),
  })
  await expect(server.call(session.check, { query: { token: 'x' } }, { as: null })).rejects.toMatchObject({
    status: 401,
  })
})

test('every instance on a database accepts the sessions of the others', async () => {
  const other = await Sessions.open(server.db, 2, () => new Date(at))
  expect((await other.find(await start()))?.account.id).toBe('analyst')
})
