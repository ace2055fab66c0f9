/**
 * Opens a vault with the server's key share, and creates one if there is none. Migrates a profile of a catalogue-only
 * server.
 */
import type { Clock } from '#engine/base/clock.ts'
import type { Databases, SlotRow } from '#engine/base/database.ts'
import { addIndex, replaceKeys, VaultRing } from './key-ring.ts'
import type { Asked } from './key-share.ts'
import { destroyCache } from './delete-data.ts'
import {
  isOffline,
  newBundle,
  nullIfUnreadable,
  openDeviceSlot,
  openServerSlot,
  serverSlot,
  type Bundle,
} from './slots.ts'
import { writeNote } from './vault-policy.ts'

export interface UnlockPorts {
  databases: Databases
  clock: Clock
  uid: string
  /** Only this tab creates and stores shared data. */
  isHolder: boolean
}

export interface OpenVault {
  ring: VaultRing
  bundle: Bundle
}

/**
 * Null if the server has lost its key share: an offline unlock method still opens the vault, and restores the server's
 * slot.
 */
export async function unlockByShares(
  ports: UnlockPorts,
  shares: Record<string, string>,
  device: SlotRow | undefined,
): Promise<OpenVault | null> {
  const { databases, clock, uid, isHolder } = ports
  const { vault } = databases
  const there = await vault.ways.get('server')
  let bundle = there ? await openServerSlot(there, shares).catch(nullIfUnreadable) : null
  if (there && !bundle && (await vault.ways.filter(isOffline).count()) > 0) return null
  bundle ??= await newVault(ports, there, shares)
  const ring = await VaultRing.open(vault, clock, bundle)
  // a tab that does not hold the lock is not alone: another one may be writing under the old keys
  if (device && isHolder) {
    const { reEncryptAll } = (await import('./lazy-parts.ts')).lazyParts
    const old = await replaceKeys(vault, await VaultRing.open(vault, clock, await openDeviceSlot(device)))
    await reEncryptAll(databases, { find: (keyId) => Promise.resolve(old.get(keyId) ?? null) }, ring, uid)
    await destroyCache(databases)
    await vault.ways.delete('device')
    await writeNote(vault, 'replaced', undefined)
  }
  return { ring, bundle }
}

/** A vault in the place of none, or of one that nothing opens any more. */
async function newVault(
  { databases, clock }: UnlockPorts,
  there: SlotRow | undefined,
  shares: Record<string, string>,
): Promise<Bundle> {
  const { vault } = databases
  const bundle = newBundle(shares)
  const made = await serverSlot(bundle, shares[''] ?? '', clock.now())
  await addIndex(vault, clock, bundle)
  // of two tabs that create one concurrently, the first to write wins
  const first = await vault.transaction('rw', vault.ways, async () => {
    const now = await vault.ways.get('server')
    if (now && String(now.iv) !== String(there?.iv)) return now
    await vault.ways.put(made)
    return made
  })
  return first === made ? bundle : openServerSlot(first, shares)
}

/** Master key and key shares of now, for wrapping them again. Throws where the server is needed and cannot be reached. */
export async function bundleOfNow({ vault }: Databases, ask: () => Promise<Asked>): Promise<Bundle> {
  const device = await vault.ways.get('device')
  if (device) return openDeviceSlot(device)
  const server = await vault.ways.get('server')
  const asked = server ? await ask() : null
  if (!server || asked?.type !== 'shares') throw new Error('The server is needed for this, and cannot be reached.')
  return openServerSlot(server, asked.shares)
}
