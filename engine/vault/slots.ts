/**
 * Slots of the vault: each row holds the master key, wrapped by a key that this device does not store: the server's key
 * share, a passkey's PRF, a passphrase (docs/design/offline.md#vault; decision 0080).
 */
import type { SlotRow, SlotType } from '#engine/base/database.ts'
import { Unreadable } from '#engine/base/sealer.ts'
import { PASSPHRASE_LENGTH, type SlotInfo } from './vault-state.ts'

/** The content of a slot: the master key and, for offline slots, the server's key shares at that time. */
export interface Bundle {
  mk: Uint8Array<ArrayBuffer>
  /** The server's key share for each platform, base64; null where the server has none (a plain catalogue server). */
  shares: Record<string, string> | null
}

/** The user's passphrase or passkey output, which is never stored. */
export type Secret = { type: 'pass'; passphrase: string } | { type: 'prf'; id: string; bytes: Uint8Array<ArrayBuffer> }

/** The input of a new slot. */
export type NewSecret =
  | { type: 'pass'; passphrase: string }
  | {
      type: 'prf'
      bytes: Uint8Array<ArrayBuffer>
      credentialId: Uint8Array<ArrayBuffer>
      salt: Uint8Array<ArrayBuffer>
    }

/** Iterations of SHA-256; rows store the number they were made with. */
const ITERATIONS = 600_000

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const BITS = { name: 'AES-GCM', length: 256 } as const

export const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count))
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))

/** A key from bytes that are random already. `info` keeps keys for different ends apart. */
export async function hkdf(
  bytes: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: string,
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const from = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info: encoder.encode(info) }
  return crypto.subtle.deriveKey(how, from, BITS, false, usages)
}

const SLOT_USE: KeyUsage[] = ['encrypt', 'decrypt']

const byShare = (share: string, salt: Uint8Array<ArrayBuffer>) =>
  hkdf(fromBase64(share), salt, 'docket slot server', SLOT_USE)

const byPrf = (bytes: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>) =>
  hkdf(bytes, salt, 'docket slot prf', SLOT_USE)

async function byPassphrase(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  // keyboards may compose the same characters differently
  const bytes = encoder.encode(passphrase.normalize('NFKC'))
  const from = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, from, BITS, false, SLOT_USE)
}

interface Head extends Pick<SlotRow, 'id' | 'type' | 'label' | 'madeAt' | 'salt'> {
  iterations?: number
  credentialId?: Uint8Array<ArrayBuffer>
  key?: CryptoKey
}

const boundOf = ({ id, type }: { id: string; type: SlotType }) => encoder.encode(`slot|${id}|${type}`)

async function wrap(kek: CryptoKey, head: Head, { mk, shares }: Bundle): Promise<SlotRow> {
  const iv = randomBytes(12)
  const plain = encoder.encode(JSON.stringify({ mk: toBase64(mk), shares }))
  const ct = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: boundOf(head) }, kek, plain)
  return { ...head, tag: await tagOf(shares), iv, ct }
}

async function unwrap(kek: CryptoKey, row: SlotRow): Promise<Bundle> {
  const algorithm = { name: 'AES-GCM', iv: row.iv, additionalData: boundOf(row) }
  try {
    const plain = decoder.decode(await crypto.subtle.decrypt(algorithm, kek, row.ct))
    const { mk, shares } = JSON.parse(plain) as { mk: string; shares: Bundle['shares'] }
    return { mk: fromBase64(mk), shares }
  } catch (cause) {
    throw new Unreadable(`slot ${row.type} does not open`, { cause })
  }
}

/** A tag of the server's key shares, without revealing them. */
export async function tagOf(shares: Bundle['shares']): Promise<string> {
  const parts = Object.entries(shares ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(JSON.stringify(parts)))
  return toBase64(new Uint8Array(digest).subarray(0, 12))
}

/** A new master key. */
export const newBundle = (shares: Bundle['shares']): Bundle => ({ mk: randomBytes(32), shares })

/** The slot that opens by itself while the server is reachable. `share` is the device's own key share. */
export async function serverSlot(bundle: Bundle, share: string, now: number): Promise<SlotRow> {
  const salt = randomBytes(32)
  const head: Head = { id: 'server', type: 'server', label: 'Signed in', madeAt: now, salt }
  // the platforms' key shares come from the server each time: stored ones would outlive a withdrawn platform
  return wrap(await byShare(share, salt), head, { ...bundle, shares: {} })
}

/** Opens the server's slot; `shares` are its current key shares. Throws `Unreadable`. */
export async function openServerSlot(row: SlotRow, shares: Record<string, string>): Promise<Bundle> {
  const { mk } = await unwrap(await byShare(shares[''] ?? '', row.salt), row)
  return { mk, shares }
}

/** The slot of a profile on a catalogue-only server, with its key stored beside it (decision 0080). */
export function deviceSlot(bundle: Bundle, now: number): Promise<SlotRow> {
  return slotWithKey(bundle, 'device', now)
}

/** The slot of a device that opens by itself, by the operator's policy, with its key stored beside it. */
export function keptSlot(bundle: Bundle, now: number): Promise<SlotRow> {
  return slotWithKey(bundle, 'kept', now)
}

async function slotWithKey(bundle: Bundle, type: 'device' | 'kept', now: number): Promise<SlotRow> {
  const key = await crypto.subtle.generateKey(BITS, false, ['encrypt', 'decrypt'])
  return wrap(key, { id: type, type, label: 'This device', madeAt: now, salt: randomBytes(32), key }, bundle)
}

/** Opens a slot whose key is stored beside it. Throws `Unreadable`. */
export function openDeviceSlot(row: SlotRow): Promise<Bundle> {
  if (!row.key) throw new Unreadable('the slot has no key')
  return unwrap(row.key, row)
}

/** A slot that opens without the server. */
export async function offlineSlot(bundle: Bundle, secret: NewSecret, label: string, now: number): Promise<SlotRow> {
  const head = { id: crypto.randomUUID(), label, madeAt: now }
  if (secret.type === 'prf') {
    const { salt, credentialId } = secret
    return wrap(await byPrf(secret.bytes, salt), { ...head, type: 'prf', salt, credentialId }, bundle)
  }
  if ([...secret.passphrase].length < PASSPHRASE_LENGTH)
    throw new Error(`A passphrase has at least ${PASSPHRASE_LENGTH} characters.`)
  const salt = randomBytes(32)
  const kek = await byPassphrase(secret.passphrase, salt, ITERATIONS)
  return wrap(kek, { ...head, type: 'pass', salt, iterations: ITERATIONS }, bundle)
}

/** Opens a slot by what the user has. Throws `Unreadable` where it is not that. */
async function openOfflineSlot(row: SlotRow, secret: Secret): Promise<Bundle> {
  const kek =
    secret.type === 'prf'
      ? await byPrf(secret.bytes, row.salt)
      : await byPassphrase(secret.passphrase, row.salt, row.iterations ?? ITERATIONS)
  return unwrap(kek, row)
}

/** Works without the server. */
export const isOffline = ({ type }: Pick<SlotRow, 'type'>): boolean => type === 'pass' || type === 'prf'

/** For a slot that may have another key. */
export function nullIfUnreadable(error: unknown): null {
  if (error instanceof Unreadable) return null
  throw error
}

/** The content of the first slot that the user's input opens; null if none. */
export async function firstThatOpens(slots: readonly SlotRow[], secret: Secret): Promise<Bundle | null> {
  for (const slot of slots) {
    const bundle = await openOfflineSlot(slot, secret).catch(nullIfUnreadable)
    if (bundle) return bundle
  }
  return null
}

/** The public part of slots, oldest first; `tag` is that of the server's current key shares, if known. */
export function slotsOf(ways: readonly SlotRow[], tag: string | undefined): SlotInfo[] {
  const inOrder = ways.toSorted((a, b) => a.madeAt - b.madeAt)
  return inOrder.map(({ id, type, label, madeAt, credentialId, salt, tag: made }) => ({
    id,
    type,
    label,
    madeAt,
    isStale: tag !== undefined && isOffline({ type }) && made !== tag,
    ...(credentialId && { credentialId, salt }),
  }))
}
