/** Encryption of what lies on disk: AES-256-GCM a record, bound to its row by additional data (offline design, 2.7). */
import type { Slot, VaultDb } from './database.ts'
import type { Sealed } from './types.ts'

/** What a record is for; later every use and platform has a key of its own. */
export type Use = 'outbox' | 'cache' | 'audit' | 'user'

/** Where keys come from. The device key is the first; the vault takes its place behind the same interface. */
export interface KeyRing {
  /** The key to write with now. */
  current(use: Use, platform: string): { keyId: string; key: CryptoKey }
  /** The key a record was written with, or null where it is gone. */
  find(keyId: string): CryptoKey | null
  /** Names lanes and queries on disk without saying which they are. */
  readonly index: CryptoKey
}

/** The record cannot be opened: its key is gone, or it is not what was written. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Seals a value as JSON. `bound` is what must be the same when it is opened. */
export function seal(ring: KeyRing, use: Use, platform: string, bound: string, value: unknown): Promise<Sealed> {
  return sealBytes(ring, use, platform, bound, encoder.encode(JSON.stringify(value)))
}

/** Seals bytes as they are. */
export async function sealBytes(
  ring: KeyRing,
  use: Use,
  platform: string,
  bound: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Sealed> {
  const { keyId, key } = ring.current(use, platform)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(bound) }
  return { keyId, iv, ct: await crypto.subtle.encrypt(algorithm, key, bytes) }
}

/** Opens what `seal` made. Throws `Unreadable`. */
export async function open(ring: KeyRing, sealed: Sealed, bound: string): Promise<unknown> {
  return JSON.parse(decoder.decode(await openBytes(ring, sealed, bound))) as unknown
}

/** Opens what `sealBytes` made. Throws `Unreadable`. */
export async function openBytes(ring: KeyRing, sealed: Sealed, bound: string): Promise<ArrayBuffer> {
  const key = ring.find(sealed.keyId)
  if (!key) throw new Unreadable(`no key ${sealed.keyId}`)
  const algorithm = { name: 'AES-GCM', iv: sealed.iv, additionalData: encoder.encode(bound) }
  try {
    return await crypto.subtle.decrypt(algorithm, key, sealed.ct)
  } catch (cause) {
    throw new Unreadable('the record is damaged', { cause })
  }
}

/** A keyed hash, 32 hexadecimal digits. */
export async function hash(ring: KeyRing, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', ring.index, encoder.encode(text)))
  return [...bytes.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The keys of this device, made on first use. They cannot be exported by script, but lie in the browser's profile:
 * decision 0010 says what that does not protect against.
 */
export async function deviceKeyRing(vault: VaultDb, now: number): Promise<KeyRing> {
  const made = (await vault.slots.get('device')) ?? (await makeSlot(now))
  // of two tabs that made one at the same moment, the first to write wins
  const slot = await vault.transaction('rw', vault.slots, async () => {
    const there = await vault.slots.get('device')
    if (!there) await vault.slots.add(made)
    return there ?? made
  })
  return {
    current: () => ({ keyId: slot.keyId, key: slot.key }),
    find: (keyId) => (keyId === slot.keyId ? slot.key : null),
    index: slot.index,
  }
}

async function makeSlot(now: number): Promise<Slot> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const index = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return { type: 'device', keyId: crypto.randomUUID(), key, index, madeAt: now }
}
