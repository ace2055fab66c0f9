/** Puts the server together from its settings, and takes it apart again. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/core/config.ts'
import { requireSharedKey } from '#server/audit/shared-key.ts'
import { fileStore } from '#server/files/file-store.ts'
import { requireOwnBucket } from '#server/files/own-bucket.ts'
import type { Services } from '#server/http/services.ts'
import type { Database } from '#server/schema/database.ts'
import { Pokes } from '#server/store/pokes.ts'
import { createApp } from './app.ts'
import { SET_DUE_DATES } from './business-hours/set-dates-task.ts'
import { keepSpecimens } from './demo/documents.ts'
import { seedDemo } from './demo/seed.ts'
import { securityHeaders } from './http/headers.ts'
import { Limiter } from './http/limiter.ts'
import { makeListener } from './http/listener.ts'
import { saveAccounts } from './identity/accounts.ts'
import { ADDED_IN_DEMO, DEMO_ACCOUNTS } from './identity/demo/accounts.ts'
import { DEMO_PATH, openDemoProvider, type DemoProvider } from './identity/demo/provider.ts'
import { isLoopback } from './identity/origins.ts'
import { Sessions } from './identity/sessions.ts'
import { SignIn } from './identity/sign-in.ts'
import { csvOfKyc } from './kyc/queries.ts'
import { MailOutbox } from './mail/mail-outbox.ts'
import { openTransport } from './mail/transport.ts'
import { makeTaskQueue } from './make-task-queue.ts'
import { activateLists } from './screening/activate-lists.ts'
import { screenAll } from '#server/screening/screen-parties.ts'
import { openStore } from './store/open.ts'
import { removeStale } from './uploads/take-in.ts'

export interface Running {
  readonly url: string
  readonly services: Services
  /** Lets requests under way finish, then leaves the database. */
  close(): Promise<void>
}

/** How long requests and jobs under way may take when the server stops, in milliseconds. */
const PATIENCE = 7000
/** How often a server that stops closes connections on which nothing is under way, in milliseconds. */
const IDLE_LOOK = 50
/** How long a statement of a request or a job may take, in milliseconds: what a job may be silent for. */
const STATEMENT_LIMIT = 60_000
const WINDOW = join(import.meta.dirname, '..', 'dist')

/** Listens first: a second server on the same port is turned away before it touches the database. */
export async function serve(config: Config, log: Logger): Promise<Running> {
  const headers = securityHeaders(config.publicUrl)
  let answer: RequestListener = (_, response) =>
    void response.writeHead(503, { ...headers, ...NOT_READY }).end('Docket is starting.')
  const server = makeListener(headers, () => answer)
  const port = await listen(server, config)
  try {
    let demo: DemoProvider | undefined
    const store = await openStore(config, log, {
      statementLimit: STATEMENT_LIMIT,
      isLimited: true,
      prepare: async (db) => {
        demo = await openDemo(config, db, port, log)
        await prepare(db, config, log, demo !== undefined)
      },
    })
    const sessions = await Sessions.open(store.db, config.sessionHours, now, config.sessionMaxHours)
    const provider = demo?.identity ?? (config.oidc && { ...config.oidc, isDemo: false })
    if (config.publicUrl && config.trustedProxies === 0) {
      log.warn('TRUSTED_PROXIES is 0: behind a proxy all customers share the limit of the form page.')
    }
    const signIn = new SignIn({ db: store.db, config, sessions, provider, now })
    const limiter = new Limiter(config.rateLimit, now)
    const pokes = new Pokes(store.url, (error) => log.warn({ err: error }, 'the connection for pokes broke'))
    const tasks = makeTaskQueue({ store, config, log, now })
    await tasks.start()
    // a database of before there were due dates has none
    await store.db.transaction().execute((tx) => tasks.send(tx, SET_DUE_DATES, {}))
    const mail = new MailOutbox({ store, transport: openTransport(config), attachments: { kyc: csvOfKyc }, log, now })
    mail.start()
    const services: Services = { store, config, sessions, signIn, limiter, pokes, tasks, mail, log, now }
    const app = getRequestListener(createApp(services, WINDOW).fetch)
    answer = demo ? besideDemo(demo, app, config, log) : app
    return {
      url: `http://localhost:${port}`,
      services,
      close: async () => {
        // together, and none may hold up the others: what is left then is cut off with the database
        const ends = [stopListening(server), tasks.stop(), mail.stop(), pokes.close()]
        await Promise.race([Promise.allSettled(ends), pause(PATIENCE, undefined, { ref: false })])
        await store.close()
      },
    }
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
}

/** Prepares the database before the first answer. */
async function prepare(db: Kysely<Database>, config: Config, log: Logger, isDemo: boolean): Promise<void> {
  await requireSharedKey(db, config)
  await requireOwnBucket(db, config)
  await removeStale(config, now())
  if (isDemo || config.demo !== 'none') await saveAccounts(db, DEMO_ACCOUNTS)
  const { broken, lists } = await activateLists(db, config.sanctionsList, now())
  for (const message of broken) log.error(`${message} The version in force stays.`)
  for (const { name, unusable } of lists) {
    if (unusable.length > 0) log.warn({ unusable: unusable.slice(0, 20) }, `${name}: ${unusable.length} with faults`)
  }
  if (!config.sanctionsList) log.warn('Names are screened against a made-up list: set SANCTIONS_LIST.')
  // before the demo world, which is screened as it comes in
  await screenAll(db, now())
  await seedDemo(db, { size: config.demo, now: now(), config })
  if (config.demo !== 'none') await keepSpecimens(fileStore({ db, config }))
}

const now = () => new Date()
/** A browser that connects before the database is ready retries by itself. */
const NOT_READY = { 'retry-after': '1', refresh: '1', 'content-type': 'text/plain; charset=utf-8' }

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is in use, perhaps by another Docket. Stop that, or choose another with PORT.`, {
              cause: error,
            })
          : error,
      ),
    )
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** The demo's accounts need no password: they are offered to this machine alone, and never beside anybody's data. */
async function openDemo(
  config: Config,
  db: Kysely<Database>,
  port: number,
  log: Logger,
): Promise<DemoProvider | undefined> {
  if (config.oidc) return undefined
  const why = config.demoSignIn ? whyNoDemo(config) : 'the data are not the demo’s'
  if (why) {
    log.warn(`The demo accounts are not offered: ${why}. Set OIDC_ISSUER to let people sign in.`)
    return undefined
  }
  await refuseOthersData(db)
  return openDemoProvider(port)
}

function whyNoDemo({ host, publicUrl, trustedProxies }: Config): string | null {
  if (!isLoopback(host)) return `they are for this machine, and HOST is ${host}`
  if (publicUrl && !isLoopback(new URL(publicUrl).hostname))
    return `they are for this machine, and PUBLIC_URL is ${publicUrl}`
  return trustedProxies > 0 ? 'they are for this machine, and TRUSTED_PROXIES says that others reach it' : null
}

/** A database in which anybody has an account who neither is of the demo nor was added in it is real. */
async function refuseOthersData(db: Kysely<Database>): Promise<void> {
  const ids = DEMO_ACCOUNTS.map(({ id }) => id)
  const other = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'not in', ids)
    .where('id', 'not like', `${ADDED_IN_DEMO}%`)
    .limit(1)
    .executeTakeFirst()
  if (other) {
    throw new Error(
      `The database has accounts that are not the demo’s, such as ${other.id}: set OIDC_ISSUER, or choose another database.`,
    )
  }
}

function besideDemo(demo: DemoProvider, app: RequestListener, config: Config, log: Logger): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith(`${DEMO_PATH}/`)) return app(request, response)
    if (!isDirect(request)) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
      return void response.end('The demo accounts are for this machine alone.')
    }
    // browsers hold the whole chain of redirects after the form against the policy
    for (const [name, value] of Object.entries(securityHeaders(config.publicUrl, config.spaHosts)))
      response.setHeader(name, value)
    demo.handle(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'the demo identity provider failed')
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  }
}

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** From this machine and not through a proxy, which may send a Host of its own. */
function isDirect({ socket, headers }: IncomingMessage): boolean {
  const from = socket.remoteAddress ?? ''
  const isHere = from === '::1' || /^(::ffff:)?127\./.test(from)
  return isHere && FORWARDED.every((name) => headers[name] === undefined)
}

async function stopListening(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // one is idle once what was under way on it has been answered
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK)
  const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE - 1000)
  await closed
  clearInterval(idle)
  clearTimeout(impatient)
}
