/** The slot of a device that opens by itself without the server, because the operator wants that. */
import type { Databases } from '#engine/base/database.ts'
import { keptSlot, tagOf, type Bundle } from './slots.ts'

/** Stores a slot with the server's current key shares that this device opens by itself. */
export async function keepOnDevice({ vault }: Pick<Databases, 'vault'>, bundle: Bundle, now: number): Promise<void> {
  const there = await vault.ways.get('kept')
  if (there?.tag !== (await tagOf(bundle.shares))) await vault.ways.put(await keptSlot(bundle, now))
}
