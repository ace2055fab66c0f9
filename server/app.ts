/** The server as a function from request to response: the calls of the contract and their surroundings. */
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { SERVER_HEADER } from '#contract/request.ts'
import { clientAddress } from '#server/core/address.ts'
import { inRequest, REQUEST_ID } from '#server/core/log.ts'
import { problem } from '#server/core/problem.ts'
import { Refusal } from '#server/core/refusal.ts'
import { FORM_PAGE_NAMES, formPages } from '#server/http/form-page.ts'
import { collectHandlers } from '#server/http/handlers.ts'
import type { Services } from '#server/http/services.ts'
import { INBOUND_PATH, inboundMail } from '#server/helpdesk/inbound/inbound-mail.ts'
import { securityHeaders } from './http/headers.ts'
import { usePlainMessages } from './http/input-messages.ts'
import { Metrics } from './http/metrics.ts'
import { mountProbes } from './http/probes.ts'
import { listRoutes, mountCalls } from './http/routes.ts'
import { PAGE_FILES } from './identity/pages.ts'
import { CALLBACK } from './identity/sign-in.ts'
import { openApiDocument } from './openapi/document.ts'
import { DOCS_STYLE, docsPage } from './openapi/page.ts'
import { serveWindow } from './serve-window.ts'
import { isDatabaseGone } from './store/pool.ts'
import { CROSSED, isCrossed } from './store/retrying-kysely.ts'

usePlainMessages()

/** `windowFolder` is where the built window is; without it only the calls are answered. */
export function createApp(services: Services, windowFolder?: string): Hono {
  const { config, signIn } = services
  const metrics = new Metrics(services)
  const app = new Hono()
  app.onError((error, c) => refuse(error, c.req.raw, services))
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
        // the KYC service's name for a platform
        'project',
      ],
      exposeHeaders: ['etag', 'content-disposition', 'retry-after', 'date', 'x-device', REQUEST_ID, SERVER_HEADER],
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
  app.route('/', inboundMail(services))
  mountCalls(app, collectHandlers(services), services)
  app.all('/api/*', (c) => problem(404, `No answer or no existing method: ${c.req.method} ${c.req.path}`))
  if (windowFolder) app.get('*', serveWindow(windowFolder, config))
  return app
}

/** Headers, figures and a line in the log for every request. Paths and queries carry customers' words: calls are logged by name. */
function watch(app: Hono, { log, config }: Services, metrics: Metrics): void {
  const headers = Object.entries(securityHeaders(config.publicUrl))
  const names = new Map(listRoutes().map(({ name, call, path }) => [`${call.method} ${path}`, name]))
  names.set(`GET ${CALLBACK}`, 'session.callback')
  for (const [route, name] of Object.entries(FORM_PAGE_NAMES)) names.set(route, name)
  names.set(`POST ${INBOUND_PATH}`, 'inbound.mail')
  app.use((c, next) =>
    inRequest(async (requestId) => {
      const started = performance.now()
      // the Host header can be anything, and much of what follows reads the address
      if (URL.canParse(c.req.url)) await next()
      else c.res = problem(400, 'Host: is not a host name')
      c.res.headers.set(REQUEST_ID, requestId)
      for (const [name, value] of headers) {
        // a file response has stricter headers of its own
        if (!c.res.headers.has(name)) c.res.headers.set(name, value)
      }
      if (!c.req.path.startsWith('/api/')) return
      c.res.headers.set('cache-control', 'no-store')
      const call = names.get(`${c.req.method} ${c.req.routePath}`) ?? 'other'
      const ms = performance.now() - started
      metrics.observe(call, c.res.status, ms / 1000)
      log.info({ call, status: c.res.status, ms: Math.round(ms) }, 'request')
    }),
  )
}

/** The contract for developers, as a file and as a page. */
function mountDocs(app: Hono, catalogueOnly: boolean): void {
  const contract = openApiDocument({ catalogueOnly })
  const page = docsPage(contract)
  app.get('/api/openapi.json', (c) => c.json(contract))
  app.get('/api/docs', (c) => c.html(page))
  app.get('/api/docs/page.css', (c) => c.body(DOCS_STYLE.text, 200, { 'content-type': DOCS_STYLE.type }))
}

/** The status that proxies log for a client that disconnected. */
const CLIENT_GONE = 499

function refuse(error: Error, request: Request, { log }: Services): Response {
  if (error instanceof Refusal) {
    const { status, message, current, code, headers } = error
    return problem(status, message, { ...(current !== undefined && { current }), ...(code && { code }) }, headers)
  }
  // the client disconnected, and reads no answer
  if (request.signal.aborted) return new Response(null, { status: CLIENT_GONE })
  if (isCrossed(error)) {
    log.warn({ reason: error.message }, 'two transactions crossed each other twice')
    return problem(503, `${CROSSED} Nothing was changed here: try again.`, {}, { 'retry-after': '1' })
  }
  if (isDatabaseGone(error)) {
    log.warn({ reason: error.message }, 'the database does not answer')
    return problem(503, 'The database does not answer: try again in a moment.', {}, { 'retry-after': '2' })
  }
  log.error({ err: error }, 'a request failed')
  return inRequest((requestId) => problem(500, `Something went wrong here. Quote ${requestId} when you report it.`))
}
