/** Reads for a replica: in the tab that leads all the time, in the others when a list asks for what is newest. */
import type { ReplicaKind } from '#contract/calls/sync.ts'
import { headersOf, toRequest } from '#contract/request.ts'
import { retryAfter } from '#engine/base/backoff.ts'
import type { Clock, Locks } from '#engine/base/clock.ts'
import { FeedReader } from './feed-reader.ts'
import { Unread, type Held, type Holding, type Reader } from './reader.ts'

/** The delay after a failure, ms. */
const RETRY_MS = 5000
const TIMEOUT_MS = 30_000

export interface ReplicaUpdaterPorts {
  clock: Clock
  locks: Locks
  fetch: (url: string, init: RequestInit) => Promise<Response>
  base: string
  token: () => string | null
  /** This device's id at the server. */
  device: string
  stem: string
  isOnline: () => boolean
  /** True if the server has a feed. Throws where it cannot be asked. */
  hasFeed: () => Promise<boolean>
  onTrouble: (error: unknown) => void
}

export class Reading {
  readonly #ports: ReplicaUpdaterPorts
  readonly #held: Holding
  readonly #stop = new AbortController()
  #wake = () => {}
  #isPoked = false
  #last: Promise<void> = Promise.resolve()
  #led: Promise<void> = Promise.resolve()
  #reader: { isFed: boolean; reader: Reader } | null = null
  isLeading = false

  constructor(ports: ReplicaUpdaterPorts, held: Held) {
    this.#ports = ports
    this.#held = {
      ...held,
      signal: this.#stop.signal,
      isLeading: () => this.isLeading,
      poke: () => this.poke(),
      pause: (ms) => this.#pause(ms),
      request: (...args) => this.#request(...args),
      // a running read must not overwrite the next leader's
      replace: (...args) => this.#unlessStopped(() => held.replace(...args)),
      change: (...args) => this.#unlessStopped(() => held.change(...args)),
    }
  }

  /** Waits until this tab leads, and reads from then on. `begin` comes first. */
  lead(begin: () => Promise<void>): void {
    this.#led = this.#lead(begin)
  }

  async #lead(begin: () => Promise<void>): Promise<void> {
    const { locks, stem, onTrouble } = this.#ports
    const { signal } = this.#stop
    try {
      await locks.request(`docket-replica:${stem}:${this.#held.platform}`, { signal }, async () => {
        this.isLeading = true
        await begin()
        void this.#listen()
        await this.#follow()
      })
    } catch (error) {
      if (!signal.aborted) onTrouble(error)
    }
  }

  /** Reads what changed, to its end. Throws where the server cannot be asked. */
  catchUp(): Promise<void> {
    return this.#alone(async () => {
      if (this.#ports.isOnline()) await (await this.#readerNow()).catchUp?.()
    })
  }

  touched(kind: ReplicaKind, ids: readonly string[]): void {
    this.#reader?.reader.touched?.(kind, ids)
  }

  /** Reads again at once, or after what it reads now. */
  poke(): void {
    this.#isPoked = true
    this.#wake()
  }

  /** Ends at once; resolves when what was under way is over. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#wake()
    await Promise.all([this.#led, this.#last])
  }

  async #unlessStopped(run: () => Promise<void>): Promise<void> {
    this.#stop.signal.throwIfAborted()
    await run()
  }

  get #canAsk(): boolean {
    return this.#ports.isOnline() && this.#ports.token() !== null
  }

  /** One reading at a time. */
  #alone(run: () => Promise<void>): Promise<void> {
    const done = this.#last.then(run)
    this.#last = done.catch(() => undefined)
    return done
  }

  async #follow(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      let wait = RETRY_MS
      this.#isPoked = false
      try {
        await this.#alone(async () => {
          if (this.#canAsk) wait = await (await this.#readerNow()).read()
        })
      } catch (error) {
        // a failure is waited out, whatever happens meanwhile
        this.#isPoked = false
        this.#held.tellFilling(null)
        if (error instanceof Unread) wait = error.wait ?? RETRY_MS
        // an unreachable server is shown by the connection; other errors are reported once per attempt
        else if (!this.#stop.signal.aborted && !(error instanceof TypeError || error instanceof DOMException))
          this.#ports.onTrouble(error)
      }
      if (!this.#isPoked) await this.#sleep(wait)
    }
  }

  /** How this server is read. Throws if it cannot be reached. */
  async #readerNow(): Promise<Reader> {
    const isFed = await this.#ports.hasFeed()
    // code for the additional calls of a catalogue-only server is loaded only for one
    const { PageReader = null } = isFed ? {} : await import('./page-reader.ts')
    if (this.#reader?.isFed !== isFed) {
      const reader = PageReader ? new PageReader(this.#held) : new FeedReader(this.#held)
      this.#reader = { isFed, reader }
    }
    return this.#reader.reader
  }

  /** Hears of changes as they happen; without it the server is only asked from time to time. */
  async #listen(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      // disconnected: the concurrent read reports the error
      const reader = this.#canAsk ? await this.#readerNow().catch(() => null) : null
      await reader?.hear?.().catch(() => undefined)
      await this.#pause(RETRY_MS)
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const off = this.#ports.clock.after(ms, resolve)
      this.#wake = () => {
        off()
        resolve()
      }
      if (this.#stop.signal.aborted) this.#wake()
    })
  }

  /** Woken by nothing but the end: it is for the server's sake. */
  #pause(ms: number): Promise<void> {
    const { signal } = this.#stop
    return new Promise((resolve) => {
      const off = this.#ports.clock.after(ms, () => {
        signal.removeEventListener('abort', end)
        resolve()
      })
      const end = () => {
        off()
        resolve()
      }
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
    })
  }

  async #request(...[call, input, isShort]: Parameters<Holding['request']>): Promise<Response> {
    const { base, token, fetch, clock } = this.#ports
    const [url, init] = toRequest(base, call, input, headersOf(token(), this.#held.platform))
    const signals = [this.#stop.signal, ...(isShort ? [AbortSignal.timeout(TIMEOUT_MS)] : [])]
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) })
    // the platform may not be this user's any more
    if (response.status === 403) this.#held.tellLost()
    if (!response.ok) throw new Unread(response.status, retryAfter(response.headers, clock.now()))
    return response
  }
}
