/** Opens the vault of a profile that works with a plain catalogue server, which keeps no key share. */
import type { SlotRow } from '#engine/base/database.ts'
import { VaultRing } from './key-ring.ts'
import type { UnlockPorts, OpenVault } from './unlock-methods.ts'
import { deviceSlot, newBundle, openDeviceSlot } from './slots.ts'

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
