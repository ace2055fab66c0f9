/** The window's side of the wire: builds a request from a call and turns the answer into its reply or an `ApiError`. */
import type { Call, Host, Input, Output } from '#contract/call.ts'
import { problem } from '#contract/model/common.ts'
import { isBrokenToken, kindOf } from '#contract/model/errors.ts'
import { announce, behave, type Effects } from './behaviour.ts'
import { ApiError } from './errors.ts'
import { markRead } from './read-at.ts'
import { BASES, headersOf, toRequest, type LooseInput } from './request.ts'

export interface ApiPorts {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  token: () => string | null
  /** Name of the platform that is worked on; empty before one is chosen. */
  platform: () => string
  effects: Effects
  now: () => number
  /** `strict` throws on a reply that is not as declared (tests, development); `lax` reports it and goes on. */
  replies: 'strict' | 'lax'
  /** Put before the bases, for tests that have no page: `http://localhost`. */
  origin?: string
  bases?: Partial<Record<Host, string>>
}

export interface SendOptions {
  signal?: AbortSignal
  /** In place of the current platform. */
  platform?: string
  /** False keeps the success notice back (specification 2, section 8: the notify flag). */
  notify?: boolean
  /** True where nobody waits for the answer: failures are thrown, but change nothing on the screen. */
  quiet?: boolean
  /** Hears how much of the body has gone out, from 0 to 1; for uploads. */
  onProgress?: (share: number) => void
  /** The tag of what the write was made on; the server refuses it with 412 where that went on. */
  ifMatch?: string | null
}

export interface Api {
  /** The parsed reply. Throws `ApiError`; what the screen does about it has happened by then. */
  send<C extends Call>(call: C, input: Input<C>, options?: SendOptions): Promise<Output<C>>
  /** The raw answer of a call that gives a stream or a file. Throws like `send`. */
  open<C extends Call>(call: C, input: Input<C>, options?: SendOptions): Promise<Response>
}

const isTimeout = (cause: unknown) => cause instanceof DOMException && cause.name === 'TimeoutError'

/** The client of one window. */
export function createApi(ports: ApiPorts): Api {
  const baseOf = (host: Host) => (ports.origin ?? '') + (ports.bases?.[host] ?? BASES[host])

  async function answer(call: Call, input: LooseInput, options: SendOptions): Promise<Response> {
    const about = { name: call.path, method: call.method }
    const token = ports.token()
    if (isBrokenToken(token)) throw new ApiError({ ...about, kind: 'unauthorised' })
    const platform = options.platform ?? ports.platform()
    const headers = headersOf(token, platform)
    // the KYC service calls a platform a project (specification 2, section 7)
    if (call.host === 'kyc' && platform) headers['project'] = platform
    if (options.ifMatch) headers['if-match'] = options.ifMatch
    const [url, init] = toRequest(baseOf(call.host), call, input, headers)
    let response: Response
    try {
      const full = { ...init, signal: options.signal ?? null }
      const { onProgress } = options
      // wanted by uploads alone: not part of the first load
      response = onProgress
        ? await (await import('./upload-fetch.ts')).uploadFetch(url, full, onProgress)
        : await ports.fetch(url, full)
    } catch (cause) {
      const kind = isTimeout(cause) ? 'timeout' : options.signal?.aborted ? 'cancelled' : 'offline'
      throw new ApiError({ ...about, kind, cause })
    }
    if (response.ok) return response
    const body: unknown = await response.json().catch(() => null)
    const known = problem.safeParse(body)
    const message = (body as { message?: unknown } | null)?.message
    const partial = known.success ? known.data : typeof message === 'string' ? { message } : undefined
    throw new ApiError({
      ...about,
      kind: kindOf(response.status),
      status: response.status,
      ...(partial && { problem: partial }),
    })
  }

  async function parse<C extends Call>(call: C, response: Response, { signal }: SendOptions): Promise<Output<C>> {
    const about = { name: call.path, method: call.method, status: response.status }
    let body: unknown
    try {
      body = await response.json()
    } catch (cause) {
      // given up while the answer was coming in: nobody waits for it
      throw new ApiError({ ...about, kind: signal?.aborted ? 'cancelled' : 'garbled', cause })
    }
    const parsed = call.reply.safeParse(body)
    if (parsed.success) return parsed.data as Output<C>
    const error = new ApiError({ ...about, kind: 'garbled', cause: parsed.error })
    if (ports.replies === 'strict') throw error
    ports.effects.report(error)
    return body as Output<C>
  }

  async function guarded<T>(options: SendOptions, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (error instanceof ApiError && !options.quiet) behave(error, ports.effects)
      throw error
    }
  }

  return {
    send: (call, input, options = {}) =>
      guarded(options, async () => {
        const began = ports.now()
        const reply = markRead(await parse(call, await answer(call, input as LooseInput, options), options), began)
        if (call.notice && options.notify !== false && !options.quiet) announce(call.notice, ports.effects)
        return reply
      }),
    open: (call, input, options = {}) => guarded(options, () => answer(call, input as LooseInput, options)),
  }
}
