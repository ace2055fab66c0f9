import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { session } from '#contract/calls/sign-in.ts'
import { sessions } from '#contract/calls/own-sessions.ts'
import { sync } from '#contract/calls/sync.ts'
import { startServer } from '#tests/support/start-world.ts'

let at = Date.parse('2026-03-01T08:00:00Z')
const server = await startServer({ env: { RATE_LIMIT: '100000' }, now: () => new Date(at) })

const withToken = (token: string) => ({ as: null, headers: { 'auth-token': token } })
const start = (isFresh = false) => server.services.sessions.start('analyst', isFresh)
const register = (token: string, device: string) =>
  server.call(sync.registerDevice, { body: { device, label: 'Test' } }, withToken(token))
const status = async (token: string) => (await server.send(session.info, {}, withToken(token))).status
const lock = (ticket: string, name: string = randomUUID()) =>
  server.call(sync.lock, { body: { ticket, lock: name } }, { as: null })
const unlock = (ticket: string, name: string, share: string) => {
  const proof = createHash('sha256').update('docket unlock').update(Buffer.from(share, 'base64')).digest('base64')
  return server.call(sync.unlock, { body: { ticket, lock: name, proof } }, { as: null })
}

async function device() {
  const token = await start()
  const id = randomUUID()
  const { shares, lockTicket = '' } = await register(token, id)
  return { token, id, share: shares[''] ?? '', ticket: lockTicket }
}

test('only one of our own unlock tickets locks a device, and only a registered device', async () => {
  const { token, ticket } = await device()
  const other = await server.services.sessions.sign('session', { sub: 'analyst', device: 'x' }, new Date(at + 1000))
  for (const bad of ['', 'x', other, token, `${ticket}x`]) {
    await expect(lock(bad)).rejects.toMatchObject({ status: 401 })
  }
  expect(await status(token)).toBe(200)
})

test('a locked device has no session: no call, refresh or list, whatever tokens it had', async () => {
  const { token, ticket } = await device()
  const refreshed = (await server.call(session.refresh, { body: { token } }, { as: null })).refreshToken ?? ''
  const elsewhere = await start()
  expect(await lock(ticket)).toMatchObject({ lockMinutes: 10, offlineHours: 72, offlineUnlock: 'offered' })
  expect(await Promise.all([token, refreshed, elsewhere].map(status))).toEqual([401, 401, 200])
  for (const one of [token, refreshed]) {
    expect(await server.call(session.refresh, { body: { token: one } }, { as: null })).toEqual({ refreshToken: null })
    await expect(server.call(session.check, { query: { token: one } }, { as: null })).rejects.toMatchObject({
      status: 401,
    })
  }
})

test('the key shares of a locked device require a sign-in with authentication after the lock', async () => {
  const { id, ticket } = await device()
  const early = await start(true)
  at += 1000
  await lock(ticket)
  at += 1000
  const silent = await start()
  for (const token of [early, silent]) await expect(register(token, id)).rejects.toMatchObject({ status: 403 })
  const fresh = await start(true)
  expect(Object.keys((await register(fresh, id)).shares)).toContain('')
  // that ended the lock
  expect(Object.keys((await register(silent, id)).shares)).toContain('')
})

test('a lock that a sign-in has ended is not repeated by a late request', async () => {
  const { id, ticket } = await device()
  const name = randomUUID()
  await lock(ticket, name)
  at += 1000
  const fresh = await start(true)
  const { lockTicket = '' } = await register(fresh, id)
  await lock(ticket, name)
  expect(await status(fresh)).toBe(200)
  // another lock is another matter
  await lock(lockTicket)
  expect(await status(fresh)).toBe(401)
})

test('its vault’s ticket unlocks it with its sessions, and nothing else does', async () => {
  const { token, id, ticket, share } = await device()
  const name = randomUUID()
  await lock(ticket, name)
  const stranger = await device()
  await expect(unlock(ticket, name, stranger.share)).rejects.toMatchObject({ status: 401 })
  await expect(unlock(stranger.ticket, name, share)).rejects.toMatchObject({ status: 401 })
  expect(await status(token)).toBe(401)
  await unlock(ticket, name, share)
  expect(await status(token)).toBe(200)
  expect(Object.keys((await register(token, id)).shares)).toContain('')
  // told again, it is the same lock; the next one is another
  await lock(ticket, name)
  expect(await status(token)).toBe(200)
  await lock(ticket)
  expect(await status(token)).toBe(401)
})

test('a locked device that was revoked, or whose account was closed, is told to wipe itself', async () => {
  const { id, ticket } = await device()
  const body = { ticket, lock: randomUUID() }
  await server.call(sync.revokeDevice, { params: { device: id } }, withToken(await start()))
  const gone = await server.send(sync.lock, { body }, { as: null })
  expect([gone.status, gone.headers.get('x-device')]).toEqual([401, 'revoked'])
})

test('a sign-in on a locked device asks for authentication', async () => {
  const { ticket, share } = await device()
  const name = randomUUID()
  const locked = await server.send(sync.lock, { body: { ticket, lock: name } }, { as: null })
  expect(locked.headers.get('set-cookie')).toMatch(/^docket-locked=1; Path=\/api\/login; Max-Age=\d+; HttpOnly/)
  const proof = createHash('sha256').update('docket unlock').update(Buffer.from(share, 'base64')).digest('base64')
  const open = await server.send(sync.unlock, { body: { ticket, lock: name, proof } }, { as: null })
  expect(open.headers.get('set-cookie')).toMatch(/^docket-locked=; .*Max-Age=0/)
})

test('a person lists and ends their own sessions, and not those of others', async () => {
  const here = await device()
  const there = await device()
  const mine = async () => (await server.call(sessions.list, {}, withToken(here.token))).items
  const items = await mine()
  expect(items.filter(({ current }) => current)).toMatchObject([{ device: 'Test', locked: false }])
  const { id } =
    (await server.call(sessions.list, {}, withToken(there.token))).items.find(({ current }) => current) ?? {}
  const end = (token: string) => server.call(sessions.end, { params: { session: id ?? '' } }, withToken(token))
  await expect(end(await server.services.sessions.start('manager'))).rejects.toMatchObject({ status: 404 })
  expect(await status(there.token)).toBe(200)
  await end(here.token)
  expect(await status(there.token)).toBe(401)
  await expect(end(here.token)).rejects.toMatchObject({ status: 404 })
  expect((await mine()).map((one) => one.id)).not.toContain(id)
  const last = await server.db.selectFrom('audit').select('action').orderBy('n', 'desc').executeTakeFirst()
  expect(last).toEqual({ action: 'end session' })
})

test('a late unlock does not end the lock that followed it', async () => {
  const { token, share, ticket } = await device()
  const [first, second] = [randomUUID(), randomUUID()].toSorted()
  await lock(ticket, first)
  await lock(ticket, second)
  await expect(unlock(ticket, first ?? '', share)).rejects.toMatchObject({ status: 401 })
  expect(await status(token)).toBe(401)
  await unlock(ticket, second ?? '', share)
  expect(await status(token)).toBe(200)
})

test('concurrent lock and unlock leave device and sessions in one state', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, token, share, ticket } = await device()
    const name = randomUUID()
    await Promise.all([lock(ticket, name), unlock(ticket, name, share)])
    const row = await server.db.selectFrom('device').select('locked_at').where('id', '=', id).executeTakeFirstOrThrow()
    expect(await status(token)).toBe(row.locked_at === null ? 200 : 401)
  }
})

test('an unlock reported after a sign-in ended a later lock does not restore that lock', async () => {
  const { id, share, ticket } = await device()
  const [first = '', second = ''] = [randomUUID(), randomUUID()].toSorted()
  await lock(ticket, first)
  await lock(ticket, second)
  at += 1000
  const fresh = await start(true)
  await register(fresh, id)
  await unlock(ticket, first, share)
  await lock(ticket, second)
  expect(await status(fresh)).toBe(200)
})
