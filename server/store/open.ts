/** Opens the database that the settings name, at the shape this version knows. */
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { restoreIndexes } from './bulk-load.ts'
import { openEmbedded } from './embedded.ts'
import { migrate, refuseNewer } from './migrate.ts'
import { openPool, type Store } from './pool.ts'

/** The PostgreSQL at DATABASE_URL, else the embedded one in DATA_DIR. */
export async function openStore(config: Config, log: Logger): Promise<Store> {
  const embedded = config.databaseUrl ? undefined : await openEmbedded(config.dataDir, (line) => log.info(line))
  const url = embedded?.url ?? config.databaseUrl ?? ''
  const store = openPool(url, {
    size: config.databasePool,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  const close = async () => {
    await store.close()
    await embedded?.close()
  }
  try {
    await refuseNewer(store.db)
    // a migration may name an index that a crash left out
    await restoreIndexes(store.db)
    await migrate(store.db)
  } catch (error) {
    await close()
    throw error
  }
  return { ...store, close }
}
