/** Code that few starts need: one lazily loaded part (decision 0137). */
import type { Databases, SlotRow } from '#engine/base/database.ts'
import { DirectSender } from '#engine/sender/direct-sender.ts'
import { VaultRing } from './key-ring.ts'
import { retireKeys } from './key-rotation.ts'
import { destroyPlatform } from './purge-platform.ts'
import { reEncryptAll } from './re-encryption.ts'
import { deviceSlot, keptSlot, newBundle, openDeviceSlot, tagOf, type Bundle } from './slots.ts'
import type { OpenVault, UnlockPorts } from './unlock-methods.ts'
import { wipeAllButOutbox, wipeEverything } from './wipe.ts'

/** For servers without key shares: the slot with its key beside it, made on first use. */
async function unlockByDevice({ databases, clock }: UnlockPorts, there: SlotRow | undefined): Promise<OpenVault> {
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
async function keepOnDevice({ vault }: Pick<Databases, 'vault'>, bundle: Bundle, now: number): Promise<void> {
  const there = await vault.ways.get('kept')
  if (there?.tag !== (await tagOf(bundle.shares))) await vault.ways.put(await keptSlot(bundle, now))
}

export const lazyParts = {
  DirectSender,
  destroyPlatform,
  keepOnDevice,
  wipeEverything,
  wipeAllButOutbox,
  unlockByDevice,
  reEncryptAll,
  retireKeys,
}
