// The server as a process of its own, and people at its desk: what a call takes, as a browser would see it.
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { toPath, type Call, type Input } from '#contract/call.ts'
import { BASES } from '#contract/request.ts'
import { Sessions } from '#server/identity/sessions.ts'
import type { Database } from '#server/schema/database.ts'
import { startProcess, type ServerProcess } from '#tests/support/process.ts'
import { PLATFORM } from './world.ts'

export const ACCOUNTS = ['analyst', 'analyst2', 'manager'] as const

export interface Desk {
  /** Sends a call as the holder of a token, `analyst`'s first one unless told; answers status, milliseconds and text. */
  send<C extends Call>(call: C, input: Input<C>, token?: string): Promise<{ status: number; ms: number; text: string }>
  /** The raw answer of a call, to be read as it comes. */
  open<C extends Call>(call: C, input: Input<C>): Promise<Response>
  signIn(account: string): Promise<string>
  /** Resident memory of the server, in megabytes. */
  memory(): Promise<number>
  close(): Promise<void>
}

/** Opens the server on a data directory whose PostgreSQL runs already. */
export async function openDesk(folder: string, db: Kysely<Database>): Promise<Desk> {
  const limits = { RATE_LIMIT: '100000000', SIGN_IN_LIMIT: '100000' }
  const server: ServerProcess = await startProcess(folder, { ...limits, LOG_LEVEL: 'error' })
  const sessions = await Sessions.open(db, 12)
  const own = await sessions.start(ACCOUNTS[0])
  const ask = <C extends Call>(call: C, input: Input<C>, token = own) => {
    const { body, ...rest } = input as { body?: unknown; params?: Record<string, string> }
    return fetch(server.url + BASES[call.host] + toPath(call, rest), {
      method: call.method,
      headers: {
        'auth-token': token,
        platform: PLATFORM,
        'client-version': '2.0.9',
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  return {
    send: async (call, input, token) => {
      const started = performance.now()
      const answer = await ask(call, input, token)
      const text = await answer.text()
      return { status: answer.status, ms: performance.now() - started, text }
    },
    open: (call, input) => ask(call, input),
    signIn: (account) => sessions.start(account),
    memory: async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text()
      return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 1024 / 1024
    },
    close: async () => {
      await server.end('SIGTERM')
    },
  }
}

/** The highest resident memory while some work is done, over what it was before, in megabytes. */
export async function growth<T>(desk: Desk, work: () => Promise<T>): Promise<{ result: T; grown: number }> {
  const before = await desk.memory()
  let highest = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      highest = Math.max(highest, await desk.memory())
      await pause(100)
    }
  })()
  try {
    const result = await work()
    highest = Math.max(highest, await desk.memory())
    return { result, grown: highest - before }
  } finally {
    isOver = true
    await watching
  }
}
