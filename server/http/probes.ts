/** Answers to monitoring: liveness, readiness, metrics. */
import type { Context, Hono } from 'hono'
import { sql, type Kysely } from 'kysely'
import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { clientAddress } from '#server/core/address.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isLoopback } from '#server/identity/origins.ts'
import type { Database } from '#server/schema/database.ts'
import type { Metrics } from './metrics.ts'
import type { Services } from './services.ts'

/** The timeout of the database, in milliseconds. */
const LIMIT = 900

/** Throws where it does not answer. Everybody who asks at the same time shares one query: asking often costs nothing. */
function readiness(db: Kysely<Database>): () => Promise<void> {
  let asked: Promise<unknown> | undefined
  return async () => {
    asked ??= sql`select 1`.execute(db).finally(() => (asked = undefined))
    const patience = new AbortController()
    const late = pause(LIMIT, undefined, { ref: false, signal: patience.signal }).then(() => {
      throw new Refusal(503, 'The database does not answer in time.', undefined, { 'retry-after': '2' })
    })
    try {
      await Promise.race([asked, late])
    } finally {
      patience.abort()
      late.catch(() => undefined)
    }
  }
}

/** Alive: the process answers. Ready: the database does. */
export function mountProbes(app: Hono, { store, config, limiter }: Services, metrics: Metrics): void {
  const isReady = readiness(store.db)
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    limiter.take(`probe ${clientAddress(c, config.trustedProxies)}`)
    await isReady()
    return c.text('ok')
  })
  app.get('/metrics', async (c) => {
    limiter.take(`probe ${clientAddress(c, config.trustedProxies)}`)
    checkReader(c, config.metricsToken)
    return c.body(await metrics.print(), 200, { 'content-type': metrics.contentType })
  })
}

/**
 * Figures tell names of calls and how busy the house is. With a token they are for who shows it; without one for this
 * machine alone, and not for what a proxy on it passes on.
 */
function checkReader(c: Context, token: string | undefined): void {
  if (token !== undefined) {
    if (isEqual(c.req.header('authorization') ?? '', `Bearer ${token}`)) return
    throw new Refusal(401, 'METRICS_TOKEN: is needed as a bearer token', undefined, { 'www-authenticate': 'Bearer' })
  }
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via'].some((name) => c.req.header(name) !== undefined)
  const peer = clientAddress(c, 0)?.replace(/^::ffff:/, '') ?? null
  if (isForwarded || (peer !== null && !isLoopback(peer))) {
    throw new Refusal(403, 'Metrics are available on localhost only: set METRICS_TOKEN to read them from elsewhere.')
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
