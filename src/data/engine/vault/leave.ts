/** The end of a user's stay on this device, by their own will or by the server's. */
import type { DexieOptions } from 'dexie'
import type { Databases } from '#src/data/engine/database.ts'
import { fatesOf, type Fate } from '#src/data/engine/rows.ts'
import { Unreachable, type Transport } from '#src/data/engine/transport.ts'
import { deleteAllButOutbox, deleteUser, destroyCache, SEALED_AT } from './purge.ts'

export interface LeavePorts {
  databases: Databases
  idb: DexieOptions
  stem: string
  transport: Transport
  now: number
  /** Destroys the server's half; false where it did not hear. */
  giveUp: () => Promise<boolean>
}

/** Keeps what is not sent, sealed; everything else goes. */
export async function leaveSealed({ databases, idb, stem, now }: LeavePorts): Promise<void> {
  await databases.outbox.meta.put({ k: SEALED_AT, v: now })
  await destroyCache(databases)
  databases.close()
  await deleteAllButOutbox(stem, idb)
}

/** Gives up what is not sent, tells the server so, has it destroy its half, and deletes everything. */
export async function leaveNothing(ports: LeavePorts, reason: string): Promise<void> {
  const { databases, idb, stem, transport, now, giveUp } = ports
  const rows = await databases.outbox.ops.where('state').notEqual('acked').toArray()
  // of what was sent without an answer the server knows better
  const given = rows.filter(({ reached, state }) => !reached && state !== 'sending' && state !== 'uncertain')
  const fates = given.map(({ seq }): Fate => ({ devSeq: seq, fate: 'discarded', reason, at: now }))
  const told = [...(await fatesOf(databases.outbox)), ...fates]
  if (told.length > 0) {
    await transport.bury(told).catch((error: unknown) => {
      // not to be reached: it sees the gap when the device is next heard of, or never
      if (!(error instanceof Unreachable)) throw error
    })
  }
  await giveUp()
  databases.close()
  await deleteUser(stem, idb)
}
