/**
 * Ends the session with the vault: a locked device has its token only encrypted in the vault, and the server
 * invalidates it; unlocking restores both. Both work offline, and are reported to the server once online (decision
 * 0155).
 */
import type { Call } from '#contract/call.ts'
import { sync as calls } from '#contract/calls/sync.ts'
import { uuidV7 } from '#contract/uuid.ts'
import { headersOf, toRequest } from '#contract/request.ts'
import type { Clock } from '#engine/base/clock.ts'
import type { VaultDb } from '#engine/base/database.ts'
import { open, seal, Unreadable } from '#engine/base/sealer.ts'
import type { VaultRing } from './key-ring.ts'
import { answerOf, type Asked } from './key-share.ts'
import { fromBase64, toBase64, type Bundle } from './slots.ts'
import { readNote, readNotes, writeNote, type LockedWhy, type NoteName } from './vault-policy.ts'

export interface GatePorts {
  vault: VaultDb
  clock: Clock
  fetch: (url: string, init: RequestInit) => Promise<Response>
  base: string
  token: () => string | null
  /** The token from before the lock: the session continues. Resolves when every tab can read it. */
  onToken: (token: string) => Promise<void>
}

const TIMEOUT_MS = 15_000
/** A request that left before an unlock was confirmed has been answered after so long, ms. */
const LATE_MS = 2 * TIMEOUT_MS
const boundOf = (what: string, lock: string) => `${what}|${lock}`

export class SessionGate {
  readonly #ports: GatePorts
  #reviving: Promise<boolean> | null = null

  constructor(ports: GatePorts) {
    this.#ports = ports
  }

  /**
   * Records the lock with the encrypted token, and tells the server. Of tabs that lock at the same moment only the
   * first does.
   */
  async close(ring: VaultRing | null, why: LockedWhy): Promise<void> {
    const { vault, clock, token } = this.#ports
    const at = Math.max(clock.now(), ((await readNote(vault, 'lockedAt')) ?? 0) + 1)
    const id = uuidV7(at)
    const held = token()
    const sealed = ring && held !== null ? await seal(ring, 'user', '', boundOf('token', id), held) : null
    const ticket = await vault.transaction('rw', vault.notes, async () => {
      if (await readNote(vault, 'locked')) return undefined
      await writeNote(vault, 'locked', why)
      await writeNote(vault, 'lock', { id, token: sealed })
      await writeNote(vault, 'lockedAt', at)
      await vault.notes.bulkDelete(['unlocking', 'revived'] satisfies NoteName[])
      return readNote(vault, 'lockTicket')
    })
    // sent even if the page is reloaded; otherwise the lock screen sends it
    if (ticket !== undefined) void this.#post(calls.lock, { ticket, lock: id })
  }

  /** Tells the server that this device is locked, and receives its orders. Never throws. */
  async tell(): Promise<Asked> {
    const { vault, clock } = this.#ports
    const { lockTicket: ticket, lock, lockedAt } = await readNotes(vault)
    if (ticket === undefined || !lock) return { type: 'silent' }
    const ago = Math.max(0, clock.now() - (lockedAt ?? clock.now()))
    const response = await this.#post(calls.lock, { ticket, lock: lock.id, ago })
    return response ? answerOf(response, calls.lock.reply) : { type: 'silent' }
  }

  /** The user opened the vault: the session continues. Never rejects for unreadable data. */
  async reopen(ring: VaultRing, { shares }: Bundle): Promise<void> {
    const { vault, onToken } = this.#ports
    const lock = await readNote(vault, 'lock')
    if (!lock) return
    const token = lock.token && (await open(ring, lock.token, boundOf('token', lock.id)).catch(nullIfUnreadable))
    const share = shares?.['']
    if (share !== undefined) {
      const proof = await seal(ring, 'user', '', boundOf('proof', lock.id), await proofOf(share))
      await writeNote(vault, 'unlocking', { id: lock.id, proof })
    }
    await writeNote(vault, 'lock', undefined)
    if (typeof token === 'string') await onToken(token)
  }

  /**
   * Somebody signed in again: the lock ends. The server is told of the lock first, with its time, so that a late
   * request does not seem to follow the sign-in.
   */
  async forget(): Promise<void> {
    await this.tell()
    await this.#ports.vault.notes.bulkDelete(['locked', 'lock', 'unlocking', 'revived'] satisfies NoteName[])
  }

  /**
   * Tells the server of an unlock. True if it knows of it, by this tab or another: requests that it refused before can
   * be retried.
   */
  revive(ring: VaultRing): Promise<boolean> {
    this.#reviving ??= this.#revive(ring).finally(() => (this.#reviving = null))
    return this.#reviving
  }

  async #revive(ring: VaultRing): Promise<boolean> {
    const { vault, clock } = this.#ports
    const { lockTicket: ticket, unlocking, revived } = await readNotes(vault)
    if (ticket === undefined || !unlocking) return revived !== undefined && Math.abs(clock.now() - revived) < LATE_MS
    const proof = await open(ring, unlocking.proof, boundOf('proof', unlocking.id)).catch(nullIfUnreadable)
    if (typeof proof !== 'string') return false
    const response = await this.#post(calls.unlock, { ticket, lock: unlocking.id, proof })
    if (response === null || response.status === 429 || response.status >= 500) return false
    if (response.ok) await writeNote(vault, 'revived', clock.now())
    await writeNote(vault, 'unlocking', undefined)
    return response.ok
  }

  /** Null without an answer. */
  async #post(call: Call, body: object): Promise<Response | null> {
    const { fetch, base } = this.#ports
    const [url, init] = toRequest(base, call, { body }, headersOf(null, ''))
    try {
      return await fetch(url, { ...init, keepalive: true, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    } catch {
      return null
    }
  }
}

/** A digest of the device's own key share, which only the vault and the server can compute. */
async function proofOf(share: string): Promise<string> {
  const label = new TextEncoder().encode('docket unlock')
  const bytes = fromBase64(share)
  const all = new Uint8Array(label.length + bytes.length)
  all.set(label)
  all.set(bytes, label.length)
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', all)))
}

function nullIfUnreadable(error: unknown): null {
  if (error instanceof Unreadable) return null
  throw error
}
