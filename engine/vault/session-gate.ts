/**
 * Closes the session with the vault: a locked device keeps no token but one that is sealed behind the vault, and the
 * server is told, so that the token is worth nothing to anybody else; and opens it again for who opens the vault. Both
 * work without a network: what the server has not heard it is told when it is there (decision 0155).
 */
import type { Call } from '#contract/call.ts'
import { sync as calls } from '#contract/calls/sync.ts'
import { uuidV7 } from '#contract/uuid.ts'
import { headersOf, toRequest } from '#contract/wire.ts'
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
  /** The token of before the lock: the session goes on. Resolves when every tab can read it. */
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

  /** Notes the lock, with the token sealed, and tells the server. Of tabs that lock at the same moment the first does. */
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
    // it goes out although the page is loaded again; where it does not, the lock screen tells it
    if (ticket !== undefined) void this.#post(calls.lock, { ticket, lock: id })
  }

  /** Tells the server that this device is locked, and hears what it wants of it. Never throws. */
  async tell(): Promise<Asked> {
    const { vault, clock } = this.#ports
    const { lockTicket: ticket, lock, lockedAt } = await readNotes(vault)
    if (ticket === undefined || !lock) return { type: 'silent' }
    const ago = Math.max(0, clock.now() - (lockedAt ?? clock.now()))
    const response = await this.#post(calls.lock, { ticket, lock: lock.id, ago })
    return response ? answerOf(response, calls.lock.reply) : { type: 'silent' }
  }

  /** The vault was opened by what the user has: the session goes on. Rejects never for what cannot be read. */
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
   * Somebody signed in anew: what was locked is over. The server hears of the lock first, and when it was: a request of
   * it that is still on its way would otherwise seem to come after the sign-in.
   */
  async forget(): Promise<void> {
    await this.tell()
    await this.#ports.vault.notes.bulkDelete(['locked', 'lock', 'unlocking', 'revived'] satisfies NoteName[])
  }

  /**
   * Tells the server of an unlock that it has not heard of. True where it knows of it now, or has since a moment ago, by
   * this tab or another: what it refused before that is tried again.
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

  /** Null where nobody answers. */
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

/** What only the vault and the server can work out: a digest of the device's own share. */
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
