/** Somebody who copied the disk and can ask the server what it says now: how much of it opens. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { systemClock } from '#src/data/engine/clock.ts'
import { openDatabases, type Databases, type KeyRow, type SlotRow, type SnapRow } from '#src/data/engine/database.ts'
import { openBytes, Unreadable } from '#src/data/engine/sealer.ts'
import { VaultRing } from '#src/data/engine/vault/key-ring.ts'
import { openServerSlot } from '#src/data/engine/vault/slots.ts'

/** What was copied. */
export interface Captured {
  ways: SlotRow[]
  keys: KeyRow[]
  snaps: SnapRow[]
}

export const capture = async ({ vault, cache }: Pick<Databases, 'vault' | 'cache'>): Promise<Captured> => ({
  ways: await vault.ways.toArray(),
  keys: await vault.keys.toArray(),
  snaps: await cache.snap.toArray(),
})

/** The cached answers that open with these halves of the server, as they were sealed. */
export async function opensWith(shares: Record<string, string>, { ways, keys, snaps }: Captured): Promise<string[]> {
  const databases = await openDatabases('thief', { indexedDB: new IDBFactory(), IDBKeyRange }, () => undefined)
  const { vault } = databases
  await vault.ways.bulkPut(ways)
  await vault.keys.bulkPut(keys)
  const opened: string[] = []
  try {
    const server = ways.find(({ type }) => type === 'server')
    if (!server) throw new Error('no slot of the server was copied')
    const ring = await VaultRing.open(vault, systemClock, await openServerSlot(server, shares))
    for (const row of snaps) {
      const bytes = await openBytes(ring, row, `${row.k}|${row.platform}|${row.at}`).catch(() => null)
      if (bytes) opened.push(new TextDecoder().decode(bytes))
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  } finally {
    databases.close()
  }
  return opened.toSorted()
}
