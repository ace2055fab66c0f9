/** A database of its own for one measurement, migrated and with the demo accounts; it is kept where a folder is given. */
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { openEmbedded } from '#server/store/embedded.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPool } from '#server/store/pool.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'

type Db = ReturnType<typeof openPool>['db']

export async function withDatabase<T>(run: (db: Db, folder: string) => Promise<T>, kept?: string): Promise<T> {
  const folder = kept ?? makeFolder()
  const database = await openEmbedded(folder)
  const { db, close } = openPool(database.url, { size: 4 })
  try {
    await migrate(db)
    await saveAccounts(db, DEMO_ACCOUNTS)
    return await run(db, folder)
  } finally {
    await close()
    await database.close()
    if (kept === undefined) await removeFolder(folder)
  }
}
