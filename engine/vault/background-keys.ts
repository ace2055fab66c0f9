/**
 * The keys that a page gives to the service worker for sending a platform's operations once no page is open:
 * non-exportable keys, and the session's token. They are sent by message alone and live as long as the worker.
 */
import type { CurrentKey, KeyRing, Use } from '#engine/base/sealer.ts'
import { Unreadable } from '#engine/base/sealer.ts'
import type { VaultRing } from './key-ring.ts'

export interface BackgroundKeys {
  type: 'hand-over'
  /** The databases and the server, as in the engine's start message. */
  stem: string
  uid: string
  base: string
  appV: string
  /** True if the server has proven itself in this browser. */
  isProven: boolean
  token: string
  /** The device's name towards the server: its incarnation. */
  device: string
  /** By platform, with the writing key first. */
  outbox: [platform: string, keys: CurrentKey[]][]
  index: CryptoKey
}

/** Takes it all back: the worker forgets keys and session. Sent when the vault is closed, and when nothing is unsent. */
export interface ForgetBackgroundKeys {
  type: 'take-back'
  /** The user; null for all that it has. */
  stem: string | null
  /** A newer worker is to take its place: it keeps nothing of what it holds. */
  isForGood?: boolean
}

/** Packs what opens the operations of some platforms; a platform that does not open is left out. */
export async function packBackgroundKeys(
  ring: VaultRing,
  head: Omit<BackgroundKeys, 'type' | 'outbox' | 'index'>,
  platforms: readonly string[],
): Promise<BackgroundKeys> {
  const packed = platforms.map(async (platform): Promise<BackgroundKeys['outbox']> => {
    const keys = await ring.all('outbox', platform).catch((error: unknown) => {
      if (error instanceof Unreadable) return null
      throw error
    })
    return keys ? [[platform, keys]] : []
  })
  return { type: 'hand-over', ...head, outbox: (await Promise.all(packed)).flat(), index: ring.index }
}

/** The ring on the other side: opens and seals operations, and nothing else. */
export function ringOf({ outbox, index }: BackgroundKeys): KeyRing {
  const current = new Map(outbox.flatMap(([platform, [first]]) => (first ? [[platform, first] as const] : [])))
  const byId = new Map(outbox.flatMap(([, keys]) => keys.map(({ keyId, key }) => [keyId, key] as const)))
  return {
    current(use: Use, platform: string) {
      const key = use === 'outbox' ? current.get(platform) : undefined
      if (!key) throw new Unreadable(`no key for ${use} of ${platform}`)
      return key
    },
    find: (keyId) => byId.get(keyId) ?? null,
    index,
  }
}
