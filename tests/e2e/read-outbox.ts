// The content of a browser's outbox, read from its database past the product.
import type { Page } from '@playwright/test'
import { checkLedger, type Books } from '#tests/support/ledger.ts'
import { expect, type World } from './support.ts'

/** The books of the one user of this profile, as its disk has them now. */
export async function booksIn(page: Page, account: string): Promise<Books> {
  const books = await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')))
      })
    const names = await indexedDB.databases()
    const outboxes = names.flatMap(({ name }) => (name?.endsWith('-outbox') ? [name] : []))
    const [name = ''] = outboxes
    if (outboxes.length !== 1) throw new Error(`${outboxes.length} outboxes are here`)
    const db = await done(indexedDB.open(name))
    try {
      const read = db.transaction(['ops', 'receipts', 'meta'])
      const [ops, receipts, meta] = await Promise.all(
        ['ops', 'receipts', 'meta'].map((store) => done(read.objectStore(store).getAll())),
      )
      const notes = new Map((meta as { k: string; v: unknown }[]).map(({ k, v }) => [k, v]))
      return {
        device: String(notes.get('incarnation')),
        ops: (ops as Books['ops']).map(({ opId, seq, state, deps }) => ({ opId, seq, state, deps })),
        receipts: (receipts as Books['receipts']).map(({ opId, devSeq, end }) => ({ opId, devSeq, end })),
        untold: [...notes.keys()].flatMap((key) => (key.startsWith('fate:') ? [Number(key.slice(5))] : [])),
      }
    } finally {
      db.close()
    }
  })
  return { account, accepted: [], ...books }
}

/** Ids of everything that was saved up to here, sent or not, in its order. */
export async function savedIn(page: Page, account: string): Promise<string[]> {
  const { ops, receipts } = await booksIn(page, account)
  // ids begin with their time
  return [...new Set([...receipts, ...ops].map(({ opId }) => opId))].toSorted()
}

/** Waits until everything on the disk has its answer: before the outbox is open the screen knows of nothing. */
export async function settles(page: Page, account: string): Promise<void> {
  const open = async () => (await booksIn(page, account)).ops.filter(({ state }) => state !== 'acked')
  await expect.poll(open, { timeout: 60_000 }).toEqual([])
}

/** The end of every row of the failure matrix; `accepted` are the operations saved before the fault. */
export async function checkBooks(
  world: World,
  page: Page,
  account: string,
  accepted: readonly string[],
): Promise<void> {
  const books = await booksIn(page, account)
  expect(accepted.length).toBeGreaterThan(0)
  await checkLedger(world, { ...books, accepted })
}
