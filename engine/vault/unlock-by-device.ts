/** Opens the vault of a profile that works with a plain catalogue server, which keeps no key share. */
import type { SlotRow } from '#engine/base/database.ts'
import { VaultRing } from './key-ring.ts'
import type { UnlockPorts, OpenVault } from './unlock-methods.ts'
import { destroyCache } from './purge.ts'
import { legacyRing, reEncryptAll } from './re-encryption.ts'
import { deviceSlot, newBundle, openDeviceSlot } from './slots.ts'

/** For servers without key shares: the slot with its key beside it, made on first use. */
export async function unlockByDevice(
  { databases, clock, uid, isHolder }: UnlockPorts,
  there: SlotRow | undefined,
): Promise<OpenVault> {
  const { vault } = databases
  const made = there ?? (await deviceSlot(newBundle(null), clock.now()))
  const slot = await vault.transaction('rw', vault.ways, async () => {
    const first = await vault.ways.get('device')
    if (!first) await vault.ways.add(made)
    return first ?? made
  })
  const bundle = await openDeviceSlot(slot)
  const ring = await VaultRing.open(vault, clock, bundle)
  const legacy = await vault.slots.get('device')
  if (legacy && isHolder) {
    await reEncryptAll(databases, legacyRing(legacy), ring, uid)
    await destroyCache(databases)
    await vault.slots.clear()
  }
  return { ring, bundle }
}
