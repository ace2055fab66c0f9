/** Reads the databases of a user in a real browser without the product. */
import type { Page } from '@playwright/test'
import type { Captured } from './stolen-disk.ts'

/** The name of the device, and a copy of all encrypted records. */
export async function readDisk(page: Page): Promise<{ device: string; copy: Captured }> {
  const found = await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')))
      })
    // bytes cannot be passed from the page as they are
    const told = (_: string, value: unknown) => {
      const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value instanceof Uint8Array ? value : null
      return bytes ? { isBuffer: value instanceof ArrayBuffer, bytes: [...bytes] } : value
    }
    const stores: Record<string, string> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('docket-engine-')) continue
      const db = await done(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        stores[store] = JSON.stringify(await done(db.transaction(store).objectStore(store).getAll()), told)
      }
      db.close()
    }
    return stores
  })
  const rowsOf = <T>(store: string) =>
    JSON.parse(found[store] ?? '[]', (_, value: unknown) => {
      const { isBuffer, bytes } = (value ?? {}) as { isBuffer?: boolean; bytes?: number[] }
      if (!bytes) return value
      return isBuffer ? Uint8Array.from(bytes).buffer : Uint8Array.from(bytes)
    }) as T[]
  const { v: device } = rowsOf<{ k: string; v: unknown }>('meta').find(({ k }) => k === 'incarnation') ?? {}
  return {
    device: String(device),
    copy: {
      ways: rowsOf('ways'),
      keys: rowsOf('keys'),
      snap: rowsOf('snap'),
      chunks: rowsOf('chunks'),
      deltas: rowsOf('deltas'),
      ops: rowsOf('ops'),
      documents: rowsOf('documents'),
      acts: rowsOf('acts'),
    },
  }
}
