/** Encryption at rest: AES-256-GCM per record, bound to its row by additional data (docs/design/offline.md#vault). */
import type { Sealed } from './types.ts'

/** The use of a record; every use has its own keys, per platform for a platform's records. */
export type Use = 'outbox' | 'cache' | 'audit' | 'user'

export interface CurrentKey {
  keyId: string
  key: CryptoKey
}

/** The source of keys: the vault (vault/key-ring.ts), or those that a page gave to the service worker. */
export interface KeyRing {
  /** The key to write with now. Throws, or rejects with, `Unreadable` where the platform does not open here. */
  current(use: Use, platform: string): CurrentKey | Promise<CurrentKey>
  /** The key of a record, or null if it was destroyed. */
  find(keyId: string): CryptoKey | null | Promise<CryptoKey | null>
  /** Names lanes and queries on disk without saying which they are. */
  readonly index: CryptoKey
}

/** The record cannot be decrypted: its key was destroyed, or the data were changed. */
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
  const { keyId, key } = await ring.current(use, platform)
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
  const key = await ring.find(sealed.keyId)
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
