/** The state of the outbox for the window: at the start, when the server last answered, and the sentinel outside the database. */
import { readMeta, type OutboxDb } from '#engine/base/database.ts'
import type { Sentinel } from '#engine/base/types.ts'
import type { UserDocuments } from '#engine/cache/user-documents.ts'
import type { Outbox } from '#engine/outbox/outbox.ts'
import type { FromEngine } from './protocol.ts'

export interface Health {
  /** The health that the window receives. */
  message: Extract<FromEngine, { type: 'health' }>
  /** The offset of the device's clock to the server's, ms; null before the first contact. */
  skewMs: number | null
}

/** One transaction: the next decision waits for no other. */
export async function readHealth(db: OutboxDb, stem: string, incarnation: string): Promise<Health> {
  const [pending, lastSeq, lastSync, skewMs] = await db.transaction('r', db.ops, db.meta, () =>
    Promise.all([
      // answered operations stay for a day and are not counted
      db.ops.where('state').notEqual('acked').count(),
      db.ops.orderBy('seq').reverse().limit(1).primaryKeys(),
      readMeta<number | null>(db, 'lastSync', null),
      readMeta<number | null>(db, 'skew', null),
    ]),
  )
  const sentinel: Sentinel = { incarnation, lastSeq: lastSeq[0] ?? 0, pending }
  return { message: { type: 'health', lastSync, stem, sentinel }, skewMs }
}

/** Sends it on request, once for all changes in between. */
export function oneAtATime(db: OutboxDb, tell: () => Promise<void>, onTrouble: (error: unknown) => void): () => void {
  let changes = 0
  let isTelling = false
  const sendInitialState = async () => {
    for (let told = 0; told !== changes;) {
      told = changes
      try {
        if (db.isOpen()) await tell()
      } catch (error) {
        // closed while counting: there is no receiver
        if (db.isOpen()) onTrouble(error)
      }
    }
    isTelling = false
  }
  return () => {
    changes += 1
    if (isTelling) return
    isTelling = true
    queueMicrotask(sendInitialState)
  }
}

/** The maximum number of operations per message, so that none blocks the window. */
const TOLD_AT_ONCE = 500

interface InitialStatePorts {
  outbox: Outbox
  documents: UserDocuments
  readAndTell: () => Promise<void>
  post: (message: FromEngine) => void
  opened: FromEngine
}

/** Sends the initial state to a new window, then that the outbox is open, so that waiting calls see complete counts. */
export async function sendInitialState({
  outbox,
  documents,
  readAndTell,
  post,
  opened,
}: InitialStatePorts): Promise<void> {
  const entries = await outbox.entries()
  for (let from = 0; from === 0 || from < entries.length; from += TOLD_AT_ONCE) {
    post({ type: 'change', put: entries.slice(from, from + TOLD_AT_ONCE), gone: [] })
  }
  post({ type: 'documents', put: await documents.all(), gone: [] })
  await readAndTell()
  post(opened)
}
