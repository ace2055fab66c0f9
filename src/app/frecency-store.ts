// What was used how often, for the palette's order: the user's, and so encrypted on this device.
import type { FrecencyEntry, FrecencyPort } from '#src/commands/ports.ts'
import type { Engine } from '#src/data/engine-client.ts'
import { whenOpen } from '#src/data/when-open.ts'

const KEY = 'frecency'

export function createFrecencyStore(engine: Engine): FrecencyPort {
  let known: Record<string, FrecencyEntry> = {}
  return {
    async get() {
      await whenOpen(engine)
      const found = await engine.snapshots.get(KEY)
      known = { ...(found?.value as typeof known | undefined), ...known }
      return known
    },
    put(key, entry) {
      known = { ...known, [key]: entry }
      // an order that is forgotten is a small loss
      engine.snapshots.put(KEY, '', known, entry.at).catch(() => undefined)
    },
  }
}
