/** Opens the database that the settings name, at the shape this version knows. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/schema/database.ts'
import { restoreIndexes } from './bulk-load.ts'
import { openEmbedded } from './embedded.ts'
import { limitRole } from './limited-role.ts'
import { migrate, refuseNewer } from './migrate.ts'
import { openPool, type Store } from './pool.ts'

interface Opening {
  /** As `PoolOptions` has it; migrations and `prepare` have none. */
  statementLimit?: number
  /** What else has to be in the database first, however long that takes. */
  prepare?: (db: Kysely<Database>) => Promise<void>
  /** Works as the role that can rewrite nothing of the audit; the operator's own commands work as the owner. */
  isLimited?: boolean
}

/** The PostgreSQL at DATABASE_URL, else the embedded one in DATA_DIR. */
export async function openStore(config: Config, log: Logger, opening: Opening = {}): Promise<Store> {
  const embedded = config.databaseUrl ? undefined : await openEmbedded(config.dataDir, (line) => log.info(line))
  const url = embedded?.url ?? config.databaseOwnerUrl ?? config.databaseUrl ?? ''
  const size = config.databasePool
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection broke')
  const first = openPool(url, { size, onError })
  let everyday = url
  try {
    await refuseNewer(first.db)
    // a migration may name an index that a crash left out
    await restoreIndexes(first.db)
    await migrate(first.db)
    await opening.prepare?.(first.db)
    if (opening.isLimited) {
      everyday = await limitRole({ owner: first, url: config.databaseOwnerUrl && config.databaseUrl, log })
    }
  } catch (error) {
    await first.close()
    await embedded?.close()
    throw error
  }
  await first.close()
  const store = openPool(everyday, { size, onError, statementLimit: opening.statementLimit ?? 0 })
  const close = async () => {
    await store.close()
    await embedded?.close()
  }
  return { ...store, close }
}
