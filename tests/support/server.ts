/** The server in process, on a database of its own, with the demo accounts. */
import type { DestinationStream } from 'pino'
import * as z from 'zod/mini'
import { toPath, type Call, type Input, type Output } from '#contract/call.ts'
import type { Problem } from '#contract/model/common.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import { openLog } from '#server/core/log.ts'
import { Limiter } from '#server/http/limiter.ts'
import { BASES } from '#contract/request.ts'
import type { Services } from '#server/http/services.ts'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { Sessions } from '#server/identity/sessions.ts'
import { SignIn } from '#server/identity/sign-in.ts'
import { csvOfKyc } from '#server/kyc/queries.ts'
import { MailOutbox } from '#server/mail/mail-outbox.ts'
import { openTransport } from '#server/mail/transport.ts'
import { makeTaskQueue } from '#server/make-task-queue.ts'
import { besideOwner } from '#server/store/limited-role.ts'
import { Pokes } from '#server/store/pokes.ts'
import { openPool, type Store } from '#server/store/pool.ts'
import { testDatabase } from './database.ts'

export interface Options {
  /** Settings, as in the environment. */
  env?: Record<string, string>
  now?: () => Date
  /** Closed with the server. */
  database?: Store
  /** Receives the log's lines, of which there are none without LOG_LEVEL. */
  logTo?: DestinationStream
}

export interface As {
  /** A demo account; null for no token. `analyst` by default. */
  as?: string | null
  /** The platform header; null for none. `paxum` by default. */
  platform?: string | null
  /** Other headers; null leaves out one that is sent by default: `client-version`, `if-match` for any version. */
  headers?: Record<string, string | null>
}

/** A refused call, with the answer of the server. */
export class Refused extends Error {
  readonly status: number
  readonly problem: Problem
  constructor(name: string, status: number, problem: Problem) {
    super(`${name}: ${status} ${problem.message}`)
    this.status = status
    this.problem = problem
  }
}

/** The status and message of a call's refusal; null if it is not refused. */
export async function refusalOf(sending: Promise<unknown>): Promise<[status: number, message: string] | null> {
  try {
    await sending
  } catch (error) {
    if (error instanceof Refused) return [error.status, error.problem.message]
    throw error
  }
  return null
}

export type TestServer = Awaited<ReturnType<typeof testServer>>

/** Call `close` in `afterAll`. */
export async function testServer({ env = {}, now = () => new Date(), database, logTo }: Options = {}) {
  const store = database ?? (await testDatabase())
  // most tests decide without facts; those of evidence set the policy of the product
  const config = readConfig({ LOG_LEVEL: 'silent', UNREAD_FACTS: 'record', ...env })
  // the server uses the limited role, the test the owner
  const limited = database ?? openPool(besideOwner(store.url) ?? store.url, { size: 8 })
  await saveAccounts(store.db, DEMO_ACCOUNTS)
  const sessions = await Sessions.open(limited.db, config.sessionHours, now, config.sessionMaxHours)
  const limiter = new Limiter(config.rateLimit, now)
  const signIn = new SignIn({ db: limited.db, config, sessions, provider: undefined, now })
  const log = openLog(config.logLevel, logTo)
  const pokes = new Pokes(limited.url, (error) => log.warn(error))
  // it queues jobs; a test that wants them executed starts it
  const tasks = makeTaskQueue({ store: limited, config, log, now })
  // it delivers when a test calls it
  const mail = new MailOutbox({
    store: limited,
    transport: openTransport(config),
    attachments: { kyc: csvOfKyc },
    log,
    now,
  })
  const services: Services = { store: limited, config, sessions, signIn, limiter, pokes, tasks, mail, now, log }
  const app = createApp(services)
  const tokens = new Map<string, Promise<string>>()

  const fetch = async (path: string, init?: RequestInit): Promise<Response> =>
    app.fetch(new Request(new URL(path, 'http://localhost:4280'), init))

  /** A session token of a demo account. */
  const token = (account: string) => {
    const known = tokens.get(account) ?? sessions.start(account)
    tokens.set(account, known)
    return known
  }

  /** Sends a call; returns the raw response. */
  const send = async <C extends Call>(
    call: C,
    input: Input<C>,
    { as = 'analyst', platform = 'paxum', headers = {} }: As = {},
  ): Promise<Response> => {
    const given = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
    const all = new Headers({ 'client-version': '2.0.9', 'if-match': '*' })
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) all.delete(name)
      else all.set(name, value)
    }
    if (as !== null) all.set('auth-token', await token(as))
    if (platform !== null) all.set(call.host === 'kyc' ? 'project' : 'platform', platform)
    const hasBody = given.body !== undefined
    if (hasBody && call.sends === 'json') all.set('content-type', 'application/json')
    const body = call.sends === 'form' && hasBody ? toForm(given.body) : JSON.stringify(given.body)
    return fetch(BASES[call.host] + toPath(call, given), {
      method: call.method,
      headers: all,
      ...(hasBody && { body }),
    })
  }

  /** Sends a call; returns its reply, validated by the contract. Throws `Refused`. */
  const call = async <C extends Call>(one: C, input: Input<C>, as?: As): Promise<Output<C>> => {
    const response = await send(one, input, as)
    if (!response.ok)
      throw new Refused(`${one.method} ${one.path}`, response.status, (await response.json()) as Problem)
    return z.parse(one.reply, await response.json()) as Output<C>
  }

  /** The status and message of the answer to a call; no message if it is not refused. */
  const refusal = async (one: Call, input: object, as?: As): Promise<[status: number, message?: string]> => {
    const response = await send(one, input as never, as)
    return response.ok ? [response.status] : [response.status, ((await response.json()) as Problem).message]
  }

  const close = async () => {
    await tasks.stop()
    await pokes.close()
    if (!database) await limited.close()
    await store.close()
  }
  return { fetch, send, call, refusal, token, db: store.db, store, app, services, close }
}

function toForm(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, string | Blob>)) form.append(name, value)
  return form
}
