/** Every call of the contract becomes a route; what is written literally goes before what is a parameter. */
import type { Context as Request, Hono } from 'hono'
import type { Call } from '#contract/call.ts'
import { table } from '#contract/table.ts'
import { BASES } from '#contract/request.ts'
import { clientAddress } from '#server/core/address.ts'
import { type Context, type Handler, type Origin, withoutSeal } from '#server/core/context.ts'
import { readBody, dismiss } from './body.ts'
import { authenticate, checkPlatform, checkRole, inputParser, readAddress, requirePlatform } from './authenticate.ts'
import type { AllHandlers } from './handlers.ts'
import { sealFacts } from '#server/facts/seal.ts'
import type { Services } from './services.ts'

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

/** The routes that `CATALOGUE_ONLY` removes: everything outside the catalogue. */
const isAddition = ({ name, call }: Route): boolean => call.ours && !PATH_IS_OURS.has(name)

export function mountCalls(app: Hono, handlers: AllHandlers, services: Services): void {
  for (const { name, call, path } of listRoutes(services.config.catalogueOnly)) {
    const [area, verb] = name.split('.') as [keyof AllHandlers, string]
    const handler = (handlers[area] as unknown as Record<string, Handler<Call>>)[verb]
    if (!handler) throw new Error(`${name} has no handler`)
    app.on(call.method, path, answer(call, handler, services))
  }
}

function answer(call: Call, handler: Handler<Call>, { store, config, sessions, limiter, now }: Services) {
  const parse = inputParser(call)
  /** Authorisation comes before the body is read, so that unauthorised bodies are not read. */
  const admit = async (request: globalThis.Request, params: Record<string, string>, address: string | null) => {
    const account = await authenticate(call, request, sessions).catch((refusal: unknown) => {
      limiter.take(`refused ${address}`)
      throw refusal
    })
    limiter.check(call, account, address)
    checkRole(call, account)
    const raw = readAddress(request, params)
    return { account, raw, platform: checkPlatform(call, request, raw, account) }
  }
  // the catalogue has no call that reads facts, and no field for them
  const seal = config.catalogueOnly ? withoutSeal('catalogue') : sealFacts
  return async (c: Request): Promise<Response> => {
    const request = c.req.raw
    const address = clientAddress(c, config.trustedProxies)
    const { account, raw, ...addressed } = await admit(request, c.req.param(), address).catch((refusal: unknown) =>
      dismiss(c, refusal),
    )
    const origin: Origin = { address, appVersion: request.headers.get('client-version') }
    const by = { db: store.db, account, origin, config, now }
    const body = await readBody(call, c, { ...by, ...addressed }).catch((refusal: unknown) => dismiss(c, refusal))
    try {
      raw.body = body.value
      const platform = checkPlatform(call, request, raw, account)
      requirePlatform(call, platform)
      const reply = await handler(parse(raw) as never, { ...by, platform, request, seal } satisfies Context)
      return reply instanceof Response ? reply : Response.json(reply)
    } finally {
      await body.remove()
    }
  }
}
