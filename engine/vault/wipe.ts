/** Wipes a device: the end of a user's stay on it, by their own will or by the server's. */
import type { DexieOptions } from 'dexie'
import type { Databases } from '#engine/base/database.ts'
import type { OpRow } from '#engine/base/types.ts'
import { AT_ONCE, tombstonesOf, openRows, type Tombstone } from '#engine/outbox/rows.ts'
import { Unreachable, type Transport } from '#engine/sender/transport.ts'
import { deleteAllButOutbox, deleteUser, destroyCache, SEALED_AT } from './delete-data.ts'

export interface WipePorts {
  databases: Databases
  idb: DexieOptions
  stem: string
  transport: Transport
  now: number
  /** Destroys the server's key share; false where it did not hear. */
  giveUp: () => Promise<boolean>
}

/** Keeps unsent operations, encrypted; deletes the rest. */
export async function wipeAllButOutbox({ databases, idb, stem, now }: WipePorts): Promise<void> {
  await databases.outbox.meta.put({ k: SEALED_AT, v: now })
  await destroyCache(databases)
  databases.close()
  await deleteAllButOutbox(stem, idb)
}

/** Discards unsent operations, reports them to the server, has it destroy its key share, and deletes everything. */
export async function wipeEverything(ports: WipePorts, reason: string): Promise<void> {
  const { databases, idb, stem, transport, now, giveUp } = ports
  const rows = await openRows(databases.outbox)
  try {
    // the server knows which of these arrived
    const isAsked = ({ reached, state }: OpRow) => reached || state === 'sending' || state === 'uncertain'
    const asked = rows.filter(isAsked).map(({ opId }) => opId)
    const unknown = new Set<string>()
    for (const some of slices(asked)) for (const opId of await transport.unknownOf(some)) unknown.add(opId)
    const given = rows.filter((row) => !isAsked(row) || unknown.has(row.opId))
    const fates = given.map(({ seq }): Tombstone => ({ devSeq: seq, fate: 'discarded', reason, at: now }))
    for (const some of slices([...(await tombstonesOf(databases.outbox, Infinity)), ...fates]))
      await transport.bury(some)
  } catch (error) {
    // not to be reached: it sees the gap when the device is next heard of, or never
    if (!(error instanceof Unreachable)) throw error
  }
  await giveUp()
  databases.close()
  await deleteUser(stem, idb)
}

/** The server's maximum per request. */
function slices<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, i) => all.slice(i * AT_ONCE, (i + 1) * AT_ONCE))
}
