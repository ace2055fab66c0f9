import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { verifyChain } from '#server/audit/audit.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { startProcess, type ServerProcess } from '#tests/support/process.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { openEmbedded } from './embedded.ts'
import { isAlive } from './lock.ts'
import { openPool } from './pool.ts'

// every test starts processes and lets them recover
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let folder: string
let running: ServerProcess[]
beforeEach(() => {
  folder = makeFolder()
  running = []
})
afterEach(async () => {
  for (const each of running)
    if (each.child.exitCode === null && each.child.signalCode === null) await each.end('SIGKILL')
  await removeFolder(folder)
})

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startProcess(folder, { RATE_LIMIT: '1000000', ...env })
  running.push(server)
  return server
}

function postmaster(): number {
  return Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Four writers that renew their session over and over; every token they were given is an acknowledged write. */
function write(server: ServerProcess, first: string) {
  const given = [first]
  const over = new AbortController()
  const writer = async () => {
    let token = first
    while (!over.signal.aborted) {
      const body = JSON.stringify({ token })
      const answer = await fetch(`${server.url}/api/login/refreshToken`, { method: 'POST', body }).catch(
        () => undefined,
      )
      const reply = answer?.ok ? ((await answer.json().catch(() => ({}))) as { refreshToken?: string | null }) : {}
      if (!reply.refreshToken) {
        await pause(50)
        continue
      }
      token = reply.refreshToken
      given.push(token)
    }
  }
  const writers = Promise.all([writer(), writer(), writer(), writer()])
  return {
    given,
    /** Resolves once that many writes are acknowledged. */
    reached: (count: number) => expect.poll(() => given.length, { timeout: 60_000 }).toBeGreaterThan(count),
    stop: async () => {
      over.abort()
      await writers
    },
  }
}

async function lost(server: ServerProcess, tokens: readonly string[]): Promise<number> {
  const answers = await Promise.all(
    tokens.map((token) => fetch(`${server.url}/api/session?token=${token}`).then(({ status }) => status)),
  )
  return answers.filter((status) => status !== 200).length
}

const isReady = (server: ServerProcess) => fetch(`${server.url}/readyz`).then(({ status }) => status)

test('kill -9 of the server: the next one takes over its database and nothing acknowledged is lost', async () => {
  const first = await start()
  const work = write(first, await signIn(first.url, 'analyst'))
  await work.reached(20)
  await first.end('SIGKILL')
  await work.stop()
  const before = postmaster()
  expect(isAlive(before)).toBe(true)

  const second = await start()
  expect(postmaster()).toBe(before)
  expect(await lost(second, work.given)).toBe(0)

  expect(await second.end('SIGTERM')).toBe(0)
  expect(isAlive(before)).toBe(false)
})

test('kill -9 of the database: the server restarts it and nothing acknowledged is lost', async () => {
  const server = await start()
  const work = write(server, await signIn(server.url, 'analyst'))
  await work.reached(20)
  const before = postmaster()
  process.kill(before, 'SIGKILL')
  const { length } = work.given
  await work.reached(length + 20)
  await work.stop()
  expect(await isReady(server)).toBe(200)
  expect(postmaster()).not.toBe(before)
  expect(await lost(server, work.given)).toBe(0)
})

test('kill -9 of the database, repeatedly: answers are correct or 503, and the server keeps running', async () => {
  const server = await start()
  const token = await signIn(server.url, 'analyst')
  const headers = { 'auth-token': token, platform: 'paxum' }
  const over = new AbortController()
  const met = new Map<string, number>()
  const note = (what: string) => met.set(what, (met.get(what) ?? 0) + 1)
  const asker = async (path: string, init: RequestInit = {}) => {
    while (!over.signal.aborted) {
      try {
        const response = await fetch(`${server.url}${path}`, { ...init, headers })
        const text = await response.text()
        note(response.status === 500 ? `500 ${path} ${text}` : String(response.status))
      } catch (error) {
        note(`${path} ${String(error)}`)
      }
      await pause(5)
    }
  }
  const body = JSON.stringify({ token })
  const askers = Promise.all([
    ...Array.from({ length: 3 }, () => asker('/api/management/cases')),
    asker('/api/management/report/transactions'),
    asker('/api/management/report/report.csv'),
    asker('/api/sync/rows?platform=paxum&since=0'),
    asker('/api/login/refreshToken', { method: 'POST', body }),
    asker('/readyz'),
  ])
  for (let n = 0; n < 6; n += 1) {
    await expect.poll(() => isReady(server), { timeout: 60_000 }).toBe(200)
    await pause(200 + 50 * n)
    process.kill(postmaster(), 'SIGKILL')
  }
  await expect.poll(() => isReady(server), { timeout: 60_000 }).toBe(200)
  over.abort()
  await askers
  expect(server.child.exitCode).toBeNull()
  const wrong = [...met.keys()].filter((what) => !['200', '400', '401', '429', '503'].includes(what))
  // a download under way has no other way to say it than to break off
  expect(wrong.filter((what) => !what.includes('report.csv'))).toEqual([])
  expect(met.get('503')).toBeGreaterThan(0)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('kill -9 of both: the next start recovers, and the audit chain is intact', async () => {
  const first = await start()
  const tokens = [await signIn(first.url, 'analyst'), await signIn(first.url, 'manager')]
  const work = write(first, tokens[0] ?? '')
  await work.reached(20)
  const before = postmaster()
  await first.end('SIGKILL')
  process.kill(before, 'SIGKILL')
  await work.stop()

  const second = await start()
  expect(await lost(second, [...tokens, ...work.given])).toBe(0)
  await second.end('SIGTERM')
  const database = await openEmbedded(folder)
  const store = openPool(database.url)
  expect(await verifyChain(store.db)).toEqual({ count: 2 })
  await store.close()
  await database.close()
})

test('a second server on the directory shares the database; the last to stop ends it', async () => {
  const first = await start()
  const pid = postmaster()
  const second = await start()
  expect(postmaster()).toBe(pid)
  const token = await signIn(first.url, 'analyst')
  expect(await lost(second, [token])).toBe(0)
  expect(await first.end('SIGTERM')).toBe(0)
  expect([isAlive(pid), await isReady(second), await lost(second, [token])]).toEqual([true, 200, 0])
  expect(await second.end('SIGTERM')).toBe(0)
  expect([isAlive(pid), existsSync(join(folder, 'postgres', 'postmaster.pid'))]).toEqual([false, false])
})

test('two servers that start at the same time share one database', async () => {
  const servers = await Promise.all([start(), start()])
  const [one, other] = servers as [ServerProcess, ServerProcess]
  expect(await lost(other, [await signIn(one.url, 'analyst')])).toBe(0)
})

test('a second server on the same port is refused with instructions', async () => {
  const first = await start()
  const { port } = new URL(first.url)
  await expect(start({ PORT: port })).rejects.toThrow(new RegExp(`ended with 1: .*Port ${port} is in use.*PORT`))
  expect(await isReady(first)).toBe(200)
})
