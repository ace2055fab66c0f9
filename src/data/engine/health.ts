/** How the outbox stands, in counts, and what of it is remembered outside the database. */
import { readMeta, type OutboxDb } from './database.ts'
import type { FromEngine, Sentinel } from './protocol.ts'
import { countStates } from './rows.ts'

/** What the window is told. */
export async function readHealth(
  db: OutboxDb,
  stem: string,
  incarnation: string,
): Promise<Extract<FromEngine, { type: 'health' }>> {
  const n = await countStates(db)
  const unsent = n.held + n.ready + n.sending + n.uncertain + n.auth
  const [lastSeq = 0] = await db.ops.orderBy('seq').reverse().limit(1).primaryKeys()
  const sentinel: Sentinel = { incarnation, lastSeq, pending: unsent + n.conflict + n.dead }
  const lastSync = await readMeta<number | null>(db, 'lastSync', null)
  const sending = n.sending + n.uncertain
  const health = { unsent, held: n.held, sending, conflict: n.conflict, dead: n.dead, paused: n.auth > 0, lastSync }
  return { type: 'health', health, stem, sentinel }
}
