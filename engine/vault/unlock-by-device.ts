/** Opens the vault of a profile that works with a plain catalogue server, which keeps no key share. */
import type { SlotRow, Databases } from '#engine/base/database.ts'
import { VaultRing } from './key-ring.ts'
import { deviceSlot, newBundle, openDeviceSlot, keptSlot, tagOf, type Bundle } from './slots.ts'
import type { UnlockPorts, OpenVault } from './unlock-methods.ts'

/** For servers without key shares: the slot with its key beside it, made on first use. */
export async function unlockByDevice(
  { databases, clock }: UnlockPorts,
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
  return { ring: await VaultRing.open(vault, clock, bundle), bundle }
}

/** Stores a slot with the server's current key shares that this device opens by itself. */
export async function keepOnDevice({ vault }: Pick<Databases, 'vault'>, bundle: Bundle, now: number): Promise<void> {
  const there = await vault.ways.get('kept')
  if (there?.tag !== (await tagOf(bundle.shares))) await vault.ways.put(await keptSlot(bundle, now))
}
