/** A key ring for tests: a vault with a fixed master key, for any platform. */
import { systemClock, type Clock } from '#engine/base/clock.ts'
import type { VaultDb } from '#engine/base/database.ts'
import { VaultRing } from '#engine/vault/key-ring.ts'

/** Returns the same keys for every tab of a database. */
export const testRing = (vault: VaultDb, clock: Clock = systemClock): Promise<VaultRing> =>
  VaultRing.open(vault, clock, { mk: new Uint8Array(32).fill(7), shares: null })
