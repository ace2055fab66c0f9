/** Every call of the contract becomes a route; what is written literally goes before what is a parameter. */
import { bodyLimit } from 'hono/body-limit'
import type { Context as Request, Hono } from 'hono'
import type { Call, Host } from '#contract/call.ts'
import { table } from '#contract/table.ts'
import type { AllHandlers } from '#server/calls/index.ts'
import type { Context, Handler, Origin } from '#server/calls/handlers.ts'
import { checkRole } from '#server/policy/access.ts'
import type { Services } from '#server/services.ts'
import { authenticate, checkPlatform, inputParser, readAddress, readBody, requirePlatform } from './guard.ts'
import { clientAddress } from './address.ts'
import { problem } from './problem.ts'

/** What the other hosts' calls are under when this server stands in for them. */
export const BASES: Record<Host, string> = {
  api: '/api',
  assistant: '/api/assistant',
  kyc: '/api/kyc',
  files: '/api/files',
}
const MEGABYTE = 1024 * 1024
const LIMITS = { json: 4 * MEGABYTE, form: 25 * MEGABYTE }

export interface Route {
  name: string
  call: Call
  path: string
}

/** The calls in the order in which they have to be tried. */
export function listRoutes(catalogueOnly = false): Route[] {
  const routes = Object.entries(table).flatMap(([area, calls]) =>
    Object.entries<Call>(calls).map(([verb, call]) => ({
      name: `${area}.${verb}`,
      call,
      path: BASES[call.host] + call.path.replace(/\{(\w+)\}/g, ':$1'),
    })),
  )
  const rank = ({ path }: Route) =>
    path
      .split('/')
      .map((part) => (part.startsWith(':') ? '1' : `0${part}`))
      .join('/')
  const offered = routes.filter((route) => !catalogueOnly || !isAddition(route))
  return offered.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
}

/** Calls of the catalogue that are `ours` for their path alone: the specification names what they do and no address. */
const PATH_IS_OURS: ReadonlySet<string> = new Set([
  'accountAlerts.resolve',
  'accountAlerts.resolveByRule',
  'customers.contract',
  'documentForms.pdf',
  'documentForms.uploadSigned',
  'documentForms.document',
  'metrics.newCases',
  'metrics.newCustomersByRule',
  'files.fetch',
  'kyc.export',
])

/** What the switch `CATALOGUE_ONLY` takes away: whatever the catalogue does not ask for. */
const isAddition = ({ name, call }: Route): boolean => call.ours && !PATH_IS_OURS.has(name)

export function mountCalls(app: Hono, handlers: AllHandlers, services: Services): void {
  for (const { name, call, path } of listRoutes(services.config.catalogueOnly)) {
    const [area, verb] = name.split('.') as [keyof AllHandlers, string]
    const handler = (handlers[area] as unknown as Record<string, Handler<Call>>)[verb]
    if (!handler) throw new Error(`${name} has no handler`)
    const limit = bodyLimit({
      maxSize: LIMITS[call.sends],
      onError: () => problem(413, `The limit is ${LIMITS[call.sends] / MEGABYTE} MB.`),
    })
    app.on(call.method, path, limit, answer(name, call, handler, services))
  }
}

function answer(name: string, call: Call, handler: Handler<Call>, { store, config, sessions, limiter, now }: Services) {
  const parse = inputParser(call)
  return async (c: Request): Promise<Response> => {
    const request = c.req.raw
    const address = clientAddress(c, config.trustedProxies)
    const account = await authenticate(call, request, sessions)
    await limiter.check(call, account, address)
    checkRole(name, account)
    const raw = readAddress(request, c.req.param())
    // before the body is read: whoever may not is not listened to
    checkPlatform(call, request, raw, account)
    raw.body = await readBody(call, request)
    const platform = checkPlatform(call, request, raw, account)
    requirePlatform(call, platform)
    const input = parse(raw)
    const origin: Origin = { address, appVersion: request.headers.get('client-version') }
    const context: Context = { db: store.db, account, platform, origin, request, config, now }
    const reply = await handler(input as never, context)
    return reply instanceof Response ? reply : Response.json(reply)
  }
}
