// Usage counts for the palette's order, stored for the user on this device alone.
import type { FrecencyEntry, FrecencyPort } from '#src/commands/ports.ts'
import type { Data } from '#src/data/data.ts'
import { engineReady } from '#src/data/engine-client/engine-ready.ts'

const PLACE = { scope: 'mine', kind: 'frecency', platform: '', id: 'frecency' } as const

export function createFrecencyStore({ engine, user }: Pick<Data, 'engine' | 'user'>): FrecencyPort {
  const stored = () => (user.get('frecency', '', 'frecency') ?? {}) as Record<string, FrecencyEntry>
  let known: Record<string, FrecencyEntry> = {}
  return {
    async get() {
      await engineReady(engine)
      known = { ...stored(), ...known }
      return known
    },
    put(key, entry) {
      known = { ...known, [key]: entry }
      user.save(PLACE, known)
    },
  }
}
