/** The server as a function from request to response: the calls of the contract, and what stands around them. */
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { Refusal } from './calls/handlers.ts'
import { collectHandlers } from './calls/index.ts'
import { FORM_PAGE_NAMES, formPages } from './helpdesk/form-page.ts'
import { clientAddress } from './http/address.ts'
import { securityHeaders } from './http/headers.ts'
import { Metrics } from './http/metrics.ts'
import { problem } from './http/problem.ts'
import { listRoutes, mountCalls } from './http/routes.ts'
import { PAGE_FILES } from './identity/pages.ts'
import { CALLBACK } from './identity/sign-in.ts'
import { openApiDocument } from './openapi/document.ts'
import { DOCS_STYLE, docsPage } from './openapi/page.ts'
import type { Services } from './services.ts'
import { serveWindow } from './static.ts'

// says what is wrong with a field; without it every message is "Invalid input"
z.config(z.locales.en())

/** `windowFolder` is where the built window is; without it only the calls are answered. */
export function createApp(services: Services, windowFolder?: string): Hono {
  const { config, signIn } = services
  const metrics = new Metrics()
  const app = new Hono()
  app.onError((error) => refuse(error, services))
  watch(app, services, metrics)
  app.use(
    '/api/*',
    cors({
      origin: config.spaHosts,
      allowHeaders: [
        'auth-token',
        'client-version',
        'platform',
        'content-type',
        'idempotency-key',
        'if-match',
        'if-none-match',
        // what the KYC service calls a platform
        'project',
      ],
      exposeHeaders: ['etag', 'content-disposition', 'retry-after', 'date', 'x-device'],
    }),
  )
  mountProbes(app, services, metrics)
  app.get(CALLBACK, (c) =>
    signIn.finish(c.req.raw, { address: clientAddress(c, config.trustedProxies), appVersion: null }),
  )
  for (const [name, { type, text }] of Object.entries(PAGE_FILES)) {
    app.get(`/api/login/${name}`, (c) => c.body(text, 200, { 'content-type': type }))
  }
  if (config.demo !== 'none') mountDocs(app, config.catalogueOnly)
  app.route('/', formPages(services))
  mountCalls(app, collectHandlers(services), services)
  app.all('/api/*', (c) => problem(404, `No answer or no existing method: ${c.req.method} ${c.req.path}`))
  if (windowFolder) app.get('*', serveWindow(windowFolder, config))
  return app
}

/** Headers, figures and a line in the log for every request. Paths and queries carry customers' words: calls are logged by name. */
function watch(app: Hono, { log }: Services, metrics: Metrics): void {
  const headers = Object.entries(securityHeaders())
  const names = new Map(listRoutes().map(({ name, call, path }) => [`${call.method} ${path}`, name]))
  names.set(`GET ${CALLBACK}`, 'session.callback')
  for (const [route, name] of Object.entries(FORM_PAGE_NAMES)) names.set(route, name)
  app.use(async (c, next) => {
    const started = performance.now()
    await next()
    for (const [name, value] of headers) {
      // a file that was asked for says more strictly what may be done with it
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    if (!c.req.path.startsWith('/api/')) return
    c.res.headers.set('cache-control', 'no-store')
    const call = names.get(`${c.req.method} ${c.req.routePath}`) ?? 'other'
    const ms = performance.now() - started
    metrics.observe(call, c.res.status, ms / 1000)
    log.info({ call, status: c.res.status, ms: Math.round(ms) }, 'request')
  })
}

/** The contract for developers, as a file and as a page. */
function mountDocs(app: Hono, catalogueOnly: boolean): void {
  const contract = openApiDocument({ catalogueOnly })
  const page = docsPage(contract)
  app.get('/api/openapi.json', (c) => c.json(contract))
  app.get('/api/docs', (c) => c.html(page))
  app.get('/api/docs/page.css', (c) => c.body(DOCS_STYLE.text, 200, { 'content-type': DOCS_STYLE.type }))
}

/** Alive: the process answers. Ready: the database does. */
function mountProbes(app: Hono, { store }: Services, metrics: Metrics): void {
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    await sql`select 1`.execute(store.db)
    return c.text('ok')
  })
  app.get('/metrics', (c) => {
    c.header('content-type', 'text/plain; version=0.0.4')
    return c.body(metrics.print(store.pool))
  })
}

function refuse(error: Error, { log }: Services): Response {
  if (error instanceof Refusal) {
    const { status, message, current, code, headers } = error
    return problem(status, message, { ...(current !== undefined && { current }), ...(code && { code }) }, headers)
  }
  const requestId = randomUUID()
  if (isDatabaseGone(error)) {
    log.warn({ requestId, reason: error.message }, 'the database does not answer')
    const headers = { 'retry-after': '2', 'request-id': requestId }
    return problem(503, 'The database does not answer: try again in a moment.', {}, headers)
  }
  log.error({ requestId, err: error }, 'a request failed')
  return problem(
    500,
    `Something went wrong here. Quote ${requestId} when you report it.`,
    {},
    { 'request-id': requestId },
  )
}

/** Connection failures of PostgreSQL: refused, broken, or the server shutting down or starting up. */
function isDatabaseGone(error: Error): boolean {
  const code = (error as { code?: string }).code ?? ''
  return /^(ECONNREFUSED|ECONNRESET|EPIPE|08...|57P0[123])$/.test(code) || /Connection terminated/.test(error.message)
}
