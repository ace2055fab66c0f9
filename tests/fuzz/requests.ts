/** Requests made from the contract: each begins as one that succeeds, and most are then spoilt in a few places. */
import { toPath, type Call } from '#contract/call.ts'
import type { Random } from '#server/demo/random.ts'
import { BASES } from '#contract/request.ts'
import { brokenText, hostileText, hostileValue } from './values.ts'

export interface Given {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

export interface FuzzedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | FormData
}

/** Faults that a request is given: also another platform's objects. */
export interface Spoils {
  random: Random
  /** Ids of objects of every platform. */
  ids: readonly string[]
}

/** A request of a call from an input that succeeds. */
export function makeRequest(call: Call, given: Given, spoils: Spoils): FuzzedRequest {
  const { random } = spoils
  const input: Given = structuredCloneable(given) ? structuredClone(given) : { ...given }
  const headers: Record<string, string> = { 'client-version': '2.0.9', 'if-match': '*' }
  let text: string | undefined
  const spoilBody = () => {
    if (call.body && random.chance(0.2)) text = brokenText(random)
    else input.body = spoilt(input.body, spoils)
  }
  const ways: readonly (readonly [() => void, number])[] = [
    [() => spoilParam(input, spoils), Object.keys(input.params ?? {}).length > 0 ? 3 : 0],
    [() => spoilQuery(call, input, spoils), 3],
    [spoilBody, call.body ? 5 : 1],
    [() => spoilHeader(headers, spoils), 1],
  ]
  // some go as they are: what succeeds has a shape too
  if (random.chance(0.75)) for (let n = random.int(1, 3); n > 0; n -= 1) random.weighted(ways)()
  const path = BASES[call.host] + pathOf(call, input)
  const method = random.chance(0.01) ? random.pick(['PUT', 'DELETE', 'OPTIONS', 'PATCH']) : call.method
  const base = { method, path, headers }
  if (method === 'GET' || (input.body === undefined && text === undefined)) return base
  if (text === undefined && call.sends === 'form') return { ...base, body: toForm(input.body, random) }
  headers['content-type'] ??= call.sends === 'form' ? 'multipart/form-data; boundary=x' : 'application/json'
  return { ...base, body: text ?? JSON.stringify(input.body) ?? '' }
}

const structuredCloneable = ({ body }: Given) =>
  typeof body !== 'object' || body === null || !Object.values(body).some((one) => one instanceof Blob)

/** As the window writes it, unless a value has no place in a path: then as whoever writes by hand would. */
function pathOf(call: Call, input: Given): string {
  const params = Object.fromEntries(
    Object.entries(input.params ?? {}).map(([name, value]) => [name, /^\.{0,2}$/.test(value) ? ' ' : value]),
  )
  return toPath(call, { ...input, params })
}

const textFor = ({ random, ids }: Spoils) =>
  random.chance(0.3) && ids.length > 0 ? random.pick(ids) : hostileText(random)

function spoilParam(input: Given, spoils: Spoils): void {
  const { params = {} } = input
  const name = spoils.random.pick(Object.keys(params))
  input.params = { ...params, [name]: textFor(spoils) }
}

function spoilQuery(call: Call, input: Given, spoils: Spoils): void {
  const { random } = spoils
  const known = Object.keys(call.query ?? {})
  const name = known.length > 0 && random.chance(0.9) ? random.pick(known) : hostileText(random)
  const value = random.chance(0.2)
    ? Array.from({ length: random.int(0, 40) }, () => textFor(spoils))
    : name.endsWith('[]')
      ? [textFor(spoils), textFor(spoils)]
      : textFor(spoils)
  // an address has its limit before ours
  const isLong = JSON.stringify(value).length > 4000
  input.query = { ...input.query, [name.slice(0, 200)]: isLong ? 'x'.repeat(4000) : value }
}

/** A body with one place that is another. */
function spoilt(body: unknown, spoils: Spoils): unknown {
  const { random } = spoils
  if (typeof body !== 'object' || body === null || body instanceof Blob || random.chance(0.05))
    return hostileValue(random)
  if (Array.isArray(body)) {
    const at = random.int(0, body.length)
    return [
      ...body.slice(0, at),
      body.length > at ? spoilt(body[at], spoils) : hostileValue(random),
      ...body.slice(at + 1),
    ]
  }
  const names = Object.keys(body)
  if (names.length === 0 || random.chance(0.15))
    return { ...body, [hostileText(random).slice(0, 100)]: hostileValue(random) }
  const name = random.pick(names)
  const value = (body as Record<string, unknown>)[name]
  if (random.chance(0.15)) return Object.fromEntries(Object.entries(body).filter(([each]) => each !== name))
  const isDeeper = typeof value === 'object' && value !== null && random.chance(0.7)
  const next = isDeeper
    ? spoilt(value, spoils)
    : typeof value === 'string' && random.chance(0.6)
      ? textFor(spoils)
      : hostileValue(random)
  return { ...body, [name]: next }
}

/** Header values are bytes: what has none is left out. */
const headerText = (random: Random) =>
  hostileText(random)
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, 1000)

function spoilHeader(headers: Record<string, string>, { random }: Spoils): void {
  const name = random.pick([
    'if-match',
    'if-none-match',
    'idempotency-key',
    'content-type',
    'client-version',
    'accept-encoding',
    'x-forwarded-for',
    'project',
    'origin',
  ])
  const value =
    name === 'idempotency-key' && random.chance(0.5) ? '6a2f1c1e-8a55-4c39-9d4f-3d7f3a9b7c10' : headerText(random)
  headers[name] = value
}

function toForm(body: unknown, random: Random): FormData {
  const form = new FormData()
  if (typeof body !== 'object' || body === null) return form
  for (const [name, value] of Object.entries(body)) {
    form.append(name, value instanceof Blob ? value : textOf(value).slice(0, 10_000))
    if (random.chance(0.1)) form.append(name, 'again')
  }
  return form
}

/** A field of a form; some hostile values have no text of their own. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
