/**
 * The shape of one server call, declared once and used on both sides: the window builds requests from it, the server
 * registers routes from it, and both read their types off it. Nothing here knows a particular call.
 */
import * as z from 'zod/mini'
import type { Role } from './model/values.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The base address of a call; the last three may be other hosts (docs/design/specification.md#calls). */
export type Host = 'api' | 'assistant' | 'kyc' | 'files'

/** Notices of success and how long they stay, in milliseconds (docs/design/specification.md#errors, docs/design/specification.md#formats). */
export const NOTICES = { SAVE: 2000, Delete: 1000, 'Load File': 2000 } as const
export type Notice = keyof typeof NOTICES

/** Who may make a call: people with one of the roles, `everybody` with a session, or the `public` without one. */
export type Callers = readonly Role[] | 'everybody' | 'public'

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
export type Shape = Record<string, z.ZodMiniType>

export interface Call<
  P extends string = string,
  Q extends Shape = Shape,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: Method
  /** Below the host's base, parameters in braces, trailing slash exactly as in the specification. */
  readonly path: P
  readonly query?: Q | undefined
  readonly body?: B | undefined
  readonly reply: R
  readonly host: Host
  /** The encoding of the body; `form` is multipart. */
  readonly sends: 'json' | 'form'
  /** A body of JSON is taken as a multipart form of the same fields as well: lists and objects as JSON in a field. */
  readonly takesForm: boolean
  /** `stream` and `file` answers are handed over as the raw Response. */
  readonly gives: 'json' | 'stream' | 'file'
  readonly notice?: Notice | undefined
  /** True where the specification names no path and the path is our own (docs/design/specification.md#calls). */
  readonly ours: boolean
  readonly roles: Callers
  readonly deprecated: boolean
}

interface Rest<Q extends Shape, B extends z.ZodMiniType, R extends z.ZodMiniType> {
  query?: Q
  body?: B
  reply: R
  host?: Host
  sends?: 'json' | 'form'
  takesForm?: boolean
  gives?: 'json' | 'stream' | 'file'
  notice?: Notice
  ours?: boolean
  roles: Callers
  deprecated?: boolean
}

/** Declares one server call; path parameters are read off the path itself. */
export function call<
  const P extends string,
  Q extends Shape = Record<never, never>,
  B extends z.ZodMiniType = z.ZodMiniNever,
  R extends z.ZodMiniType = z.ZodMiniUnknown,
>(method: Method, path: P, rest: Rest<Q, B, R>): Call<P, Q, B, R> {
  return {
    host: 'api',
    sends: 'json',
    takesForm: false,
    gives: 'json',
    ours: false,
    deprecated: false,
    ...rest,
    method,
    path,
  }
}

type Empty = Record<never, never>
type ParamsOf<P extends string> = [Names<P>] extends [never] ? Empty : { params: Record<Names<P>, string> }
type QueryOf<Q extends Shape> = keyof Q extends never ? Empty : { query?: z.input<z.ZodMiniObject<Q>> }
type BodyOf<B extends z.ZodMiniType> = B extends z.ZodMiniNever ? Empty : { body: z.input<B> }

/** The input that a caller passes: `params`, `query` and `body`, each only where the call has them. */
export type Input<C> =
  C extends Call<infer P, infer Q, infer B, z.ZodMiniType> ? ParamsOf<P> & QueryOf<Q> & BodyOf<B> : never

/** The parsed input that the handler receives. */
export type Parsed<C> =
  C extends Call<infer P, infer Q, infer B, z.ZodMiniType>
    ? { params: Record<Names<P>, string>; query: z.output<z.ZodMiniObject<Q>>; body: z.output<B> }
    : never

/** The reply of the call. */
export type Output<C> = C extends Call<string, Shape, z.ZodMiniType, infer R> ? z.output<R> : never

/** Writes path and query of a request, relative to the host's base. A path parameter that is missing, or a dot segment, throws. */
export function toPath(
  call: Call,
  input: { params?: Record<string, string>; query?: Record<string, unknown> },
): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name]
    // URL parsers resolve `.` and `..`, however they are encoded: the request would be of another call
    if (value === undefined || /^\.{0,2}$/.test(value))
      throw new Error(`${call.method} ${call.path}: no value for {${name}}`)
    // an unpaired surrogate cannot be encoded; in a query it is replaced automatically
    return encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(key, String(one))
    }
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/** Reads a query string into plain values: a key that ends in `[]` is always a list. */
export function readQuery(search: URLSearchParams): Record<string, unknown> {
  const raw: Record<string, unknown> = {}
  for (const key of new Set(search.keys())) raw[key] = key.endsWith('[]') ? search.getAll(key) : search.get(key)
  return raw
}

/** The maximum number of faults that an answer reports. */
export const FAULTS_REPORTED = 20

/**
 * The faults of an input, each with its path (names and numbers joined by dots); an unknown field is reported by its
 * name.
 */
export function faultsOf({ issues }: z.core.$ZodError): { place: string; message: string }[] {
  const faults: { place: string; message: string }[] = []
  for (const issue of issues) {
    const at = (...names: string[]) => [...issue.path.map(String), ...names].join('.')
    if (issue.code !== 'unrecognized_keys') faults.push({ place: at(), message: issue.message })
    else {
      const keys = issue.keys.slice(0, FAULTS_REPORTED)
      faults.push(...keys.map((key) => ({ place: at(key), message: 'does not belong here' })))
    }
    if (faults.length >= FAULTS_REPORTED) break
  }
  return faults.slice(0, FAULTS_REPORTED)
}

/** A fault as text: with its path, unless the message is a full sentence, such as "Enter a note". */
export const faultText = ({ place, message }: { place: string; message: string }): string =>
  /^[A-Z]/.test(message) ? message : `${place || 'body'}: ${message}`

/** All of them in one text, `place: message; place: message`. */
export function describe(error: z.core.$ZodError): string {
  const faults = faultsOf(error).map(faultText)
  const all = error.issues.map((issue) => (issue.code === 'unrecognized_keys' ? issue.keys.length : 1))
  const more = all.reduce((sum, n) => sum + n, 0) - faults.length
  return [...faults, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
