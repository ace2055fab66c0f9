/**
 * Sends from the service worker when no window is there to do it: only while it holds the keys and the session that a
 * window handed it, and with the one flush module (docs/design/offline.md#sender). It keeps neither longer than needed.
 */
import type { Clock, Locks } from '#engine/base/clock.ts'
import { openOutbox, readMeta } from '#engine/base/database.ts'
import { fetchFromServer } from '#engine/base/server-proof.ts'
import { Outbox } from '#engine/outbox/outbox.ts'
import type { BetweenEngines } from '#engine/protocol.ts'
import { Sender } from '#engine/sender/sender.ts'
import { Transport } from '#engine/sender/transport.ts'
import { ringOf, type BackgroundKeys } from '#engine/vault/background-keys.ts'

/** Chrome ends a sync event after three minutes. */
const LIMIT_MS = 2 * 60_000
/** A hold is waited out where it ends this soon. */
const PATIENCE_MS = 30_000
/** The time in which a closing window releases its lock. */
const RETRY_MS = 500
/** The lifetime of the keys: windows send them again while they have unsent operations. */
const KEEP_MS = 90_000
const LOOK_MS = 2000

export interface BackgroundPorts {
  /** The browser's databases where nothing is given. */
  idb: Parameters<typeof openOutbox>[1]
  locks: Locks
  clock: Clock
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Opens a channel on which the windows of a user hear what became of operations. */
  channel: (name: string) => { postMessage(message: unknown): void; close(): void }
  random: () => number
  /** True if a window is open, seen or not: it sends by itself. */
  hasWindow: () => Promise<boolean>
}

export class Background {
  readonly #ports: BackgroundPorts
  #handed: { what: BackgroundKeys; at: number } | null = null
  #keeping: Promise<void> | null = null
  #endPause = () => {}

  constructor(ports: BackgroundPorts) {
    this.#ports = ports
  }

  /** Takes keys and session, in place of what it had. */
  take(what: BackgroundKeys): void {
    this.#handed = { what, at: this.#ports.clock.now() }
  }

  /** Drops the keys of one user, or of all. */
  takeBack(stem: string | null): void {
    if (stem !== null && this.#handed?.what.stem !== stem) return
    this.#handed = null
    this.#endPause()
  }

  /** The held keys, unless expired. */
  #held(): BackgroundKeys | null {
    if (this.#handed && this.#ports.clock.now() - this.#handed.at > KEEP_MS) this.#handed = null
    return this.#handed?.what ?? null
  }

  /**
   * Stays active until the keys are dropped, and no longer, since a newer worker waits for that. Sends when the last
   * window has closed. Without background sync this is the only way.
   */
  keep(): Promise<void> {
    this.#keeping ??= this.#stay().finally(() => (this.#keeping = null))
    return this.#keeping
  }

  async #stay(): Promise<void> {
    let pause = LOOK_MS
    while (this.#held()) {
      await this.#pause(pause)
      if (!this.#held() || (await this.#ports.hasWindow())) continue
      if ((await this.send()) === 0) this.takeBack(null)
      // it could not be reached just now
      pause = PATIENCE_MS
    }
  }

  /**
   * Sends what can be sent within its time. Answers how many operations still wait to be sent; 0 also where that is
   * a window's to do, and null where it holds no keys. Throws where it never came to it.
   */
  async send(): Promise<number | null> {
    const held = this.#held()
    if (!held) return null
    const until = this.#ports.clock.now() + LIMIT_MS
    const { flusher, close } = await this.#open(held)
    try {
      for (;;) {
        const isRelieved = async () => this.#handed?.what.stem !== held.stem || (await this.#ports.hasWindow())
        const left = await flusher.drain({ until, patience: PATIENCE_MS, isRelieved })
        if (await isRelieved()) return 0
        if (left !== null) return left
        if (this.#ports.clock.now() >= until) throw new Error('Somebody else has been sending all the time')
        await this.#wait(RETRY_MS)
      }
    } finally {
      close()
    }
  }

  async #open(held: BackgroundKeys): Promise<{ flusher: Sender; close(): void }> {
    const { idb, locks, clock, random } = this.#ports
    const { stem, uid, base, appV, device, isProven, outbox: platforms } = held
    const fetch = fetchFromServer(this.#ports.fetch, { isProven })
    // a window that upgrades is not to be kept waiting
    const db = await openOutbox(stem, idb, () => this.takeBack(stem))
    const channel = this.#ports.channel(`docket-outbox:${stem}`)
    const publish: (message: BetweenEngines) => void = (message) => channel.postMessage(message)
    // there is nothing here that could be fetched again
    const makeRoom = async () => false
    const outbox = new Outbox({
      db,
      ring: ringOf(held),
      clock,
      uid,
      appV,
      publish: (change) => publish({ type: 'change', ...change }),
      makeRoom,
    })
    const token = () => (this.#handed?.what.stem === stem ? held.token : null)
    const knewKeys = () => readMeta(db, 'knowsKeys', false)
    const transport = new Transport({ fetch, clock, base, token, device, incarnation: device, knewKeys })
    const flusher = new Sender({
      db,
      outbox,
      transport,
      clock,
      locks,
      stem,
      random,
      platforms: new Set(platforms.map(([platform]) => platform)),
      isSignedIn: () => token() !== null,
      makeRoom,
      lastSeq: 0,
      // its receipt tells of it when a window is opened
      onLost: () => undefined,
      onMissing: (count) => publish({ type: 'missing', count }),
      onSignedOut: () => this.takeBack(stem),
      onError: (error) => console.warn('Could not send', error),
    })
    return {
      flusher,
      close() {
        channel.close()
        db.close()
      },
    }
  }

  /** Ends early where there is nothing left to stay for. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#ports.clock.after(ms, resolve)
      this.#endPause = () => {
        stop()
        resolve()
      }
    })
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#ports.clock.after(ms, resolve))
  }
}
