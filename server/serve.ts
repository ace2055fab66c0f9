/** Puts the server together from its settings, and takes it apart again. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { keepSpecimens } from './demo/documents.ts'
import { seedDemo } from './demo/seed.ts'
import { fileStore } from './documents/files.ts'
import { securityHeaders } from './http/headers.ts'
import { Limiter } from './http/limiter.ts'
import { saveAccounts } from './identity/accounts.ts'
import { DEMO_ACCOUNTS } from './identity/demo/accounts.ts'
import { DEMO_PATH, openDemoProvider, type DemoProvider } from './identity/demo/provider.ts'
import { isLoopback } from './identity/origins.ts'
import { Sessions } from './identity/sessions.ts'
import { SignIn } from './identity/sign-in.ts'
import { keepList } from './screening/keep-list.ts'
import { readList } from './screening/read-list.ts'
import { screenAll } from './screening/screen.ts'
import { PostOffice } from './mail/post-office.ts'
import { openTransport } from './mail/transport.ts'
import type { Services } from './services.ts'
import { openStore } from './store/open.ts'
import { makeTaskQueue } from './tasks/open.ts'
import { Pokes } from './sync/pokes.ts'

export interface Running {
  readonly url: string
  readonly services: Services
  /** Lets requests under way finish, then leaves the database. */
  close(): Promise<void>
}

/** How long requests under way may take when the server stops, in milliseconds. */
const PATIENCE = 10_000
const WINDOW = join(import.meta.dirname, '..', 'dist')

/** Listens first: a second server on the same port is turned away before it touches the database. */
export async function serve(config: Config, log: Logger): Promise<Running> {
  let answer = notReady
  const server = createServer((request, response) => answer(request, response))
  const port = await listen(server, config)
  try {
    const store = await openStore(config, log)
    const sessions = await Sessions.open(store.db, config.sessionHours, now)
    const demo = await openDemo(config, port, log)
    if (demo || config.demo !== 'none') await saveAccounts(store.db, DEMO_ACCOUNTS)
    await keepList(store.db, await readList(config.sanctionsList), now())
    if (!config.sanctionsList) log.warn('Names are screened against a made-up list: set SANCTIONS_LIST.')
    // before the demo world, which is screened as it comes in
    await screenAll(store.db, now())
    await seedDemo(store.db, { size: config.demo, now: now() })
    if (config.demo !== 'none') await keepSpecimens(fileStore(config))
    const provider = demo?.identity ?? (config.oidc && { ...config.oidc, isDemo: false })
    const signIn = new SignIn({ db: store.db, config, sessions, provider, now })
    const limiter = new Limiter(config.rateLimit, now)
    const pokes = new Pokes(store.url, (error) => log.warn({ err: error }, 'the connection for pokes broke'))
    const tasks = makeTaskQueue({ store, config, log, now })
    await tasks.start()
    const mail = new PostOffice({ store, transport: openTransport(config), log, now })
    mail.start()
    const services: Services = { store, config, sessions, signIn, limiter, pokes, tasks, mail, log, now }
    const app = getRequestListener(createApp(services, WINDOW).fetch)
    answer = demo ? besideDemo(demo, app, config, log) : app
    return {
      url: `http://localhost:${port}`,
      services,
      close: async () => {
        await stopListening(server)
        await tasks.stop()
        await mail.stop()
        await pokes.close()
        await store.close()
      },
    }
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
}

const now = () => new Date()
/** A browser that was quicker than the database asks again by itself. */
const NOT_READY = { 'retry-after': '1', refresh: '1', 'content-type': 'text/plain; charset=utf-8' }
const notReady: RequestListener = (_, response) => void response.writeHead(503, NOT_READY).end('Docket is starting.')

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

async function openDemo(config: Config, port: number, log: Logger): Promise<DemoProvider | undefined> {
  if (config.oidc) return undefined
  if (isLoopback(config.host)) return openDemoProvider(port)
  log.warn(
    `The demo accounts are offered on loopback only, and HOST is ${config.host}: set OIDC_ISSUER to let people sign in.`,
  )
  return undefined
}

function besideDemo(demo: DemoProvider, app: RequestListener, config: Config, log: Logger): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith(`${DEMO_PATH}/`)) return app(request, response)
    // browsers hold the whole chain of redirects after the form against the policy
    for (const [name, value] of Object.entries(securityHeaders(config.spaHosts))) response.setHeader(name, value)
    demo.handle(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'the demo identity provider failed')
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  }
}

async function stopListening(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE)
  await closed
  clearTimeout(impatient)
}
