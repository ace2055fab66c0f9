/** The window's side of the wire: builds a request from a call and turns the answer into its reply or an `ApiError`. */
import type { Call, Host, Input, Output } from '#contract/call.ts'
import { problem } from '#contract/model/common.ts'
import { isBrokenToken, kindOf, readKindOf } from '#contract/model/errors.ts'
import { BASES, headersOf, toRequest, type LooseInput } from '#contract/request.ts'
import { announce, behave, type Effects } from './error-behaviour.ts'
import { ApiError } from './errors.ts'
import { markRead } from './read-time.ts'

export interface ApiPorts {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Throws for an answer that is not the server's. */
  accept?: (response: Response) => Response
  token: () => string | null
  /** Name of the platform that is worked on; empty before one is chosen. */
  platform: () => string
  effects: Effects
  now: () => number
  /** The session was refused: whether the server takes it now, as it had not heard of an unlock. */
  revive?: () => Promise<boolean>
  /** `strict` throws on a reply of another shape (tests, development); `lax` reports it and continues. */
  replies: 'strict' | 'lax'
  /** Put before the bases, for tests that have no page: `http://localhost`. */
  origin?: string
  bases?: Partial<Record<Host, string>>
}

export interface SendOptions {
  signal?: AbortSignal
  /** Replaces the current platform. */
  platform?: string
  /** False keeps the success notice back (docs/design/specification.md#errors: the notify flag). */
  notify?: boolean
  /**
   * True in the background: failures are thrown, and only the end of the session changes the screen. `section` for a
   * part that shows its own failures: forbidden reads still leave the screen.
   */
  quiet?: boolean | 'section'
  /** Replaces the session's token. */
  token?: string
  /** Receives the sent share of the body, from 0 to 1; for uploads. */
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
    const token = options.token ?? ports.token()
    // refused without being asked: who is signed out, or locked, has nothing to show
    if (isBrokenToken(token) || (token === null && call.roles !== 'public'))
      throw new ApiError({ ...about, kind: 'unauthorised' })
    const platform = options.platform ?? ports.platform()
    const { onProgress, ifMatch, signal = null } = options
    const requestBy = (by: string | null) => {
      const headers = headersOf(by, platform)
      // the KYC service calls a platform a project (docs/design/specification.md#calls)
      if (call.host === 'kyc' && platform) headers['project'] = platform
      if (ifMatch) headers['if-match'] = ifMatch
      return toRequest(baseOf(call.host), call, input, headers)
    }
    // wanted by uploads alone: not part of the first load
    const fetch = async ([url, init]: ReturnType<typeof toRequest>) => {
      const answered = onProgress
        ? await (await import('./upload-fetch.ts')).uploadFetch(url, { ...init, signal }, onProgress)
        : await ports.fetch(url, { ...init, signal })
      return ports.accept?.(answered) ?? answered
    }
    const request = requestBy(token)
    let response: Response
    try {
      response = await fetch(request)
      if (response.status === 401 && call.roles !== 'public') {
        const isRevived = await ports.revive?.()
        // another tab may have a newer token by now, which the end of this one does not concern
        const now = options.token ?? ports.token()
        if (isRevived || (now !== token && now !== null)) response = await fetch(requestBy(now))
      }
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
      kind: call.method === 'GET' ? readKindOf(response.status, partial !== undefined) : kindOf(response.status),
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
      // cancelled while the answer arrived: nobody waits for it
      throw new ApiError({ ...about, kind: signal?.aborted ? 'cancelled' : 'garbled', cause })
    }
    const parsed = call.reply.safeParse(body)
    if (parsed.success) return parsed.data as Output<C>
    const error = new ApiError({ ...about, kind: 'garbled', cause: parsed.error })
    if (ports.replies === 'strict') throw error
    ports.effects.report(error)
    return body as Output<C>
  }

  async function guarded<T>(call: Call, options: SendOptions, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      // a call without a session does not end it
      const isSilent = call.roles === 'public' && options.quiet
      if (error instanceof ApiError && !isSilent) behave(error, ports.effects, options.quiet)
      throw error
    }
  }

  return {
    send: (call, input, options = {}) =>
      guarded(call, options, async () => {
        const began = ports.now()
        const reply = markRead(await parse(call, await answer(call, input as LooseInput, options), options), began)
        if (call.notice && options.notify !== false && !options.quiet) announce(call.notice, ports.effects)
        return reply
      }),
    open: (call, input, options = {}) => guarded(call, options, () => answer(call, input as LooseInput, options)),
  }
}
