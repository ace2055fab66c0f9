/** The server as a function from request to response: the calls of the contract, and what stands around them. */
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { Refusal } from './calls/handlers.ts'
import { collectHandlers } from './calls/index.ts'
import { problem } from './http/problem.ts'
import { mountCalls } from './http/routes.ts'
import type { Services } from './services.ts'

// says what is wrong with a field; without it every message is "Invalid input"
z.config(z.locales.en())

export function createApp(services: Services): Hono {
  const app = new Hono()
  app.use('/api/*', async (c, next) => {
    await next()
    c.res.headers.set('cache-control', 'no-store')
  })
  mountCalls(app, collectHandlers(services.sessions), services)
  app.all('/api/*', (c) => problem(404, `No answer or no existing method: ${c.req.method} ${c.req.path}`))
  app.onError((error) => refuse(error, services))
  return app
}

function refuse(error: Error, { log }: Services): Response {
  if (error instanceof Refusal) {
    const { status, message, current, retryAfter } = error
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    return problem(status, message, current === undefined ? {} : { current }, headers)
  }
  const requestId = randomUUID()
  log.error({ requestId, err: error }, 'a request failed')
  if (isDatabaseGone(error)) {
    return problem(
      503,
      'The database does not answer: try again in a moment.',
      {},
      { 'retry-after': '2', 'request-id': requestId },
    )
  }
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
