/**
 * A proxy that fails: it stands before the real server, in process or behind a port, and fails as networks, proxies and
 * overloaded machines do. Faults come in order (`next`), at random from a seed (`storm`), or both.
 */
import type { SyncOp, SyncResult } from '#contract/calls/sync.ts'
import { laneOf } from '#contract/ops/op.ts'
import { problemBody } from '#server/core/problem.ts'

/** The real server: it takes a request and returns a response. */
export type Serve = (request: Request) => Response | Promise<Response>

/** `Retry-After` in either form: seconds, or a date so many milliseconds ahead of the server's clock. */
export type RetryAfter = { seconds: number } | { inMs: number }

/** `after`: the server has executed it, and only its answer is replaced. */
export type What =
  /** The connection breaks. */
  | { type: 'drop'; after?: boolean }
  | { type: 'status'; status: number; retryAfter?: RetryAfter; headers?: Record<string, string>; after?: boolean }
  /** The server executes it, and half of the answer arrives. */
  | { type: 'truncated' }
  /** A captive portal answers with its page. */
  | { type: 'html'; status?: number; after?: boolean }
  | { type: 'redirect'; to?: string }
  /** The answer is JSON, and not the server's. */
  | { type: 'foreign'; body: unknown }
  /** An intermediary repeats it: the server receives it twice, at the same time or in sequence. */
  | { type: 'twice'; isAtOnce?: boolean }
  /** The connection breaks, and the server receives it only after this delay, ms. */
  | { type: 'late'; ms: number }
  /**
   * The answer is late, by a time or until a promise resolves; `after`: the server executes it first. `onHeld` is called
   * when nothing but the promise is waited for.
   */
  | { type: 'delay'; ms: number; after?: boolean }
  | { type: 'hold'; until: Promise<unknown>; after?: boolean; onHeld?: () => void }
  /** These operations of a batch are refused; the server executes the rest. */
  | {
      type: 'results'
      of: (op: SyncOp) => { status: number; message?: string; code?: string; current?: unknown } | undefined
    }

/** A fault, and the requests it is for: by default those that write. */
export type Fault = What & { on?: (request: Request) => boolean }

/** One request, and the fault it met. */
export interface Met {
  method: string
  path: string
  at: number
  fault: What['type'] | null
}

/** The error of a request whose connection breaks; a listener on a port closes the socket. */
export class Dropped extends TypeError {
  override readonly name = 'Dropped'
}

export interface FaultsOptions {
  /** The server's clock, ms. */
  now?: () => number
  /** Waits for a delay. */
  wait?: (ms: number) => Promise<unknown>
}

export class Faults {
  /** The faults of the next requests they are for, in this order, once each. */
  next: Fault[] = []
  /** The fault of a request for which none of those is; random. */
  storm: ((request: Request) => What | null) | null = null
  /** Added to the server's clock; give `now` to the server, so that all of it agrees. */
  clockOffset = 0
  /** Every request, the latest last. */
  readonly met: Met[] = []
  readonly #serve: Serve
  /** Requests without a caller that the server has not answered yet. */
  readonly #stray = new Set<Promise<unknown>>()
  readonly #clock: () => number
  readonly #wait: (ms: number) => Promise<unknown>

  constructor(serve: Serve, { now = Date.now, wait = sleep }: FaultsOptions = {}) {
    this.#serve = serve
    this.#clock = now
    this.#wait = wait
  }

  /** The server's clock, ms. */
  now = (): number => this.#clock() + this.clockOffset

  /** Resolves when the server has answered every request that was repeated or held back. */
  async landed(): Promise<void> {
    while (this.#stray.size > 0) await Promise.all(this.#stray)
  }

  /** In place of `fetch`: the engine's port. Throws `Dropped` where the connection breaks. */
  fetch = (url: string, init?: RequestInit): Promise<Response> =>
    this.serve(new Request(new URL(url, 'http://localhost:4280'), init))

  /** Answers a request, or fails with the next fault. */
  serve = async (request: Request): Promise<Response> => {
    const fault = this.#take(request)
    const { pathname } = new URL(request.url)
    this.met.push({ method: request.method, path: pathname, at: this.now(), fault: fault?.type ?? null })
    const response = await this.#meet(request, fault)
    if (response.headers.has('date')) return response
    const headers = new Headers(response.headers)
    headers.set('date', new Date(this.now()).toUTCString())
    return new Response(response.body, { status: response.status, headers })
  }

  #take(request: Request): What | null {
    const at = this.next.findIndex(({ on = writes }) => on(request))
    if (at >= 0) return this.next.splice(at, 1)[0] ?? null
    return this.storm?.(request) ?? null
  }

  async #meet(request: Request, fault: What | null): Promise<Response> {
    if (!fault) return this.#serve(request)
    if (fault.type === 'results') return this.#refuseSome(request, fault.of)
    if (fault.type === 'delay' || fault.type === 'hold') {
      return this.#followed(async () => {
        const done = fault.after ? await this.#serve(request) : null
        if (fault.type === 'hold') fault.onHeld?.()
        await (fault.type === 'delay' ? this.#wait(fault.ms) : fault.until)
        return done ?? this.#serve(request)
      })
    }
    const isDone = fault.type === 'truncated' || ('after' in fault && fault.after === true)
    const done = isDone ? await this.#serve(request) : null
    // an unread answer would keep its writer open
    if (fault.type !== 'truncated') await done?.body?.cancel()
    switch (fault.type) {
      case 'drop':
        throw new Dropped('the connection broke')
      case 'status':
        return this.#refuse(fault.status, fault.retryAfter, fault.headers)
      case 'html':
        return page(fault.status)
      case 'foreign':
        return Response.json(fault.body)
      case 'twice': {
        const [first, second] = await copiesOf(request)
        const repeated = this.#strayed(async () => this.#serve(first))
        if (!fault.isAtOnce) await repeated
        return this.#serve(second)
      }
      case 'late': {
        const [copy] = await copiesOf(request)
        void this.#strayed(async () => {
          await this.#wait(fault.ms)
          return this.#serve(copy)
        })
        throw new Dropped('the connection broke')
      }
      case 'redirect':
        if (request.redirect === 'error') throw new Dropped('unexpected redirect')
        return new Response(null, { status: 302, headers: { location: fault.to ?? 'http://portal.example/' } })
      case 'truncated': {
        const text = (await done?.text()) ?? ''
        return new Response(text.slice(0, text.length / 2), { headers: { 'content-type': 'application/json' } })
      }
    }
  }

  /** Serves a request without a caller; its answer and its errors are ignored. */
  async #strayed(serve: () => Promise<Response>): Promise<void> {
    await this.#followed(async () => (await serve()).body?.cancel()).catch(() => undefined)
  }

  /** Counts it as pending until it ends. */
  async #followed<T>(work: () => Promise<T>): Promise<T> {
    const result = work()
    const done = result.catch(() => undefined)
    this.#stray.add(done)
    try {
      return await result
    } finally {
      this.#stray.delete(done)
    }
  }

  #refuse(status: number, retryAfter: RetryAfter | undefined, headers: Record<string, string> = {}): Response {
    const after =
      retryAfter &&
      ('seconds' in retryAfter ? `${retryAfter.seconds}` : new Date(this.now() + retryAfter.inMs).toUTCString())
    return Response.json(problemBody(status, `A fault on purpose: ${status}`), {
      status,
      headers: { ...headers, ...(after !== undefined && { 'retry-after': after }) },
    })
  }

  /** Answers like the server to a batch with a refused operation: the rest of its lane waits. */
  async #refuseSome(request: Request, of: (What & { type: 'results' })['of']): Promise<Response> {
    const batch = (await request.clone().json()) as { ops: SyncOp[] }
    const made = new Map<string, SyncResult>()
    const stopped = new Set<string>()
    for (const op of batch.ops) {
      const lane = laneOf(op.target)
      const refusal = stopped.has(lane) ? { status: 424 } : of(op)
      if (!refusal) continue
      stopped.add(lane)
      const { status, message = 'Refused on purpose', ...more }: NonNullable<ReturnType<typeof of>> = refusal
      const problem = problemBody(status, message, more)
      made.set(op.opId, { opId: op.opId, status, problem })
    }
    const rest = batch.ops.filter(({ opId }) => !made.has(opId))
    if (rest.length === 0) {
      return Response.json({ serverTime: new Date(this.now()).toISOString(), results: [...made.values()] })
    }
    const response = await this.#serve(
      new Request(request, { method: request.method, body: JSON.stringify({ ...batch, ops: rest }) }),
    )
    if (!response.ok) return response
    const answer = (await response.json()) as { results: SyncResult[] }
    const results = new Map(answer.results.map((result) => [result.opId, result]))
    return Response.json({
      ...answer,
      results: batch.ops.flatMap(({ opId }) => made.get(opId) ?? results.get(opId) ?? []),
    })
  }
}

/** Copies a request twice, without its connection. */
async function copiesOf(request: Request): Promise<[Request, Request]> {
  const { url, method, headers } = request
  const bytes = await request.arrayBuffer()
  const copy = () => new Request(url, { method, headers, ...(bytes.byteLength > 0 && { body: bytes }) })
  return [copy(), copy()]
}

/** True if a request may change something. */
export const writes = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD'
/** True if a request is a batch of operations. */
export const isBatch = (request: Request): boolean => new URL(request.url).pathname.endsWith('/sync/ops')

/** Random faults: this share of the requests that `on` accepts meets one of the list; `random` is in [0, 1). */
export function byChance(
  random: () => number,
  share: number,
  faults: readonly What[],
  on: (request: Request) => boolean = writes,
): (request: Request) => What | null {
  return (request) => {
    if (!on(request) || random() >= share) return null
    return faults[Math.floor(random() * faults.length)] ?? null
  }
}

function page(status = 200): Response {
  const text = '<!doctype html><title>Welcome</title><p>Accept our terms to use this network.'
  return new Response(text, { status, headers: { 'content-type': 'text/html' } })
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
