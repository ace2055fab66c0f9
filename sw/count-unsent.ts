/** The number of unsent operations on this device, counted without decryption: states are plain. */

const OUTBOX = /^docket-engine-[0-9a-f]{16}-outbox$/
/** Waiting for the server, in any way. */
const UNSENT = ['held', 'ready', 'sending', 'uncertain', 'auth']

const result = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database did not answer')))
  })

/** Over all users of this browser: whose it is cannot be told from here, and need not be. */
export async function countUnsent(factory: IDBFactory): Promise<number> {
  let count = 0
  for (const { name } of await factory.databases()) {
    if (!name || !OUTBOX.test(name)) continue
    // opened at whatever version it has: the schema is the engine's
    const db = await result(factory.open(name))
    // a page that upgrades is not to be kept waiting
    db.addEventListener('versionchange', () => db.close())
    if (db.objectStoreNames.contains('ops')) {
      const index = db.transaction('ops').objectStore('ops').index('state')
      for (const state of UNSENT) count += await result(index.count(state))
    }
    db.close()
  }
  return count
}
