// Four ways to number and store an operation, each durable before it is answered.
import Dexie, { type EntityTable } from 'dexie'

export type Way = 'lock' | 'counter' | 'key' | 'commit'

interface Op {
  seq: number
  opId: string
  lane: string
  devSeq: number
  iv: Uint8Array
  sealed: ArrayBuffer
}

class Outbox extends Dexie {
  declare ops: EntityTable<Op, 'seq'>
  declare meta: EntityTable<{ k: string; value: number }, 'k'>

  constructor() {
    super('outbox', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ ops: '++seq, &opId, lane, [lane+seq]', meta: 'k' })
  }
}

const outbox = new Outbox()
// Not awaited here: a worker loses what is posted to it before it listens.
const opened = outbox.open()
const key = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt'])
const body = new TextEncoder().encode(JSON.stringify({ note: 'x'.repeat(1200), status: 'resolved', ids: [1, 2, 3] }))

/** Sealed before any transaction is open: an IndexedDB transaction does not wait for the crypto. */
async function seal(opId: string): Promise<Omit<Op, 'seq' | 'devSeq'>> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = new TextEncoder().encode(opId)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, await key, body)
  return { opId, lane: `case ${opId.slice(0, 1)}`, iv, sealed }
}

function sealAll(count: number): Promise<Omit<Op, 'seq' | 'devSeq'>[]> {
  return Promise.all(Array.from({ length: count }, () => seal(crypto.randomUUID())))
}

const APPEND: Record<Way, (count: number) => Promise<unknown>> = {
  /** The number is read, the body sealed and the row stored while one lock over all tabs is held. */
  lock: (count) =>
    navigator.locks.request('enqueue', async () => {
      const last = (await outbox.ops.orderBy('seq').last())?.devSeq ?? 0
      const rows = await sealAll(count)
      await outbox.ops.bulkAdd(rows.map((row, i) => ({ ...row, devSeq: last + i + 1 })))
    }),
  /** Sealed first; the number comes from a counter in the transaction that stores the row. */
  counter: async (count) => {
    const rows = await sealAll(count)
    await outbox.transaction('rw', outbox.ops, outbox.meta, async () => {
      const last = (await outbox.meta.get('devSeq'))?.value ?? 0
      await outbox.ops.bulkAdd(rows.map((row, i) => ({ ...row, devSeq: last + i + 1 })))
      await outbox.meta.put({ k: 'devSeq', value: last + count })
    })
  },
  /** Sealed first; the database's own key is the number, so the transaction is a single write. */
  key: async (count) => {
    const rows = await sealAll(count)
    await outbox.ops.bulkAdd(rows.map((row) => ({ ...row, devSeq: 0 })))
  },
  /** As `key`, but all of it is asked for and committed in one turn: nothing is left for this thread to do. */
  commit: async (count) => {
    const rows = await sealAll(count)
    const transaction = outbox.backendDB().transaction('ops', 'readwrite', { durability: 'strict' })
    const store = transaction.objectStore('ops')
    for (const row of rows) store.add({ ...row, devSeq: 0 })
    transaction.commit()
    await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', resolve)
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
  },
}

self.addEventListener('message', async ({ data }: MessageEvent<{ n: number; way: Way; count: number }>) => {
  const started = performance.now()
  await opened
  await APPEND[data.way](data.count)
  self.postMessage({ n: data.n, took: performance.now() - started })
})
