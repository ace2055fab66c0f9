/** Detects inactivity: no key for a while, a sleeping device, a changed clock, a server without contact. */
import type { Clock } from '#engine/base/clock.ts'
import type { VaultDb } from '#engine/base/database.ts'
import { policyOf, readNotes, whyClosed, writeNote } from './vault-policy.ts'

/** It looks this often, ms. */
const LOOK_MS = 15_000
/** Looks that are further apart than this: the device slept, or its clock was set, ms. */
const GAP_MS = 3 * 60_000
/** Messages of other tabs from the time this one slept arrive first, ms. */
const SETTLE_MS = 1000
/** The interval at which the clock's progress is stored, ms. */
const NOTE_MS = 60_000

export type Due = 'idle' | 'sleep' | 'window' | 'clock'

export interface WatchPorts {
  clock: Clock
  db: VaultDb
  onDue: (why: Due) => Promise<void>
  onTrouble: (error: unknown) => void
}

export class Watch {
  readonly #ports: WatchPorts
  #lastActive = 0
  #lastLook = 0
  #lastNote = 0
  #isVisible = true
  #isStopped = false
  #stopTimer: () => void = () => undefined

  constructor(ports: WatchPorts) {
    this.#ports = ports
  }

  start(): void {
    this.active()
    this.#lastLook = this.#lastNote = this.#ports.clock.now()
    this.#later(LOOK_MS)
  }

  stop(): void {
    this.#isStopped = true
    this.#stopTimer()
  }

  active(): void {
    this.#lastActive = this.#ports.clock.now()
  }

  visible(isVisible: boolean): void {
    this.#isVisible = isVisible
  }

  #later(ms: number): void {
    if (this.#isStopped) return
    this.#stopTimer = this.#ports.clock.after(ms, () => void this.#look().catch(this.#ports.onTrouble))
  }

  async #look(): Promise<void> {
    const { clock, onDue } = this.#ports
    const now = clock.now()
    const gap = now - this.#lastLook
    this.#lastLook = now
    const why = await this.#due(now, this.#isVisible ? gap : 0)
    if (!why) return this.#later(LOOK_MS)
    if (why !== 'idle' || gap < 2 * LOOK_MS) return onDue(why)
    // a tab that slept assumes inactivity; others may know better
    this.#stopTimer = clock.after(SETTLE_MS, () => {
      void this.#due(clock.now(), 0)
        .then((still) => (still ? onDue(still) : this.#later(LOOK_MS)))
        .catch(this.#ports.onTrouble)
    })
  }

  async #due(now: number, gap: number): Promise<Due | null> {
    const { db } = this.#ports
    const { contact, policy: noted } = await readNotes(db)
    const policy = policyOf(noted)
    const closed = whyClosed(now, contact, policy)
    if (contact && !closed && now - this.#lastNote > NOTE_MS) {
      this.#lastNote = now
      await writeNote(db, 'contact', { ...contact, seen: Math.max(contact.seen, now) })
    }
    // set back: not by hours that are missing, but by more than a correction
    if (gap < -GAP_MS) return 'clock'
    if (gap > GAP_MS) return closed ?? 'sleep'
    const isIdle = policy.lockMinutes > 0 && now - this.#lastActive >= policy.lockMinutes * 60_000
    return closed ?? (isIdle ? 'idle' : null)
  }
}
