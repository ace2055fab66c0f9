/** Opens the database that the settings name, at the shape this version knows. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/core/config.ts'
import { outsideScope } from '#server/core/log.ts'
import type { Database } from '#server/schema/database.ts'
import { restoreIndexes } from './put-indexes-aside.ts'
import { openEmbedded } from './embedded.ts'
import { limitRole } from './limited-role.ts'
import { migrate, refuseOthers } from './migrate.ts'
import { openPool, type Store } from './pool.ts'
import { refuseUnfinished } from './unfinished-restore.ts'

interface Opening {
  /** As `PoolOptions` has it; migrations and `prepare` have none. */
  statementLimit?: number
  /** Prepares the database first, however long that takes. */
  prepare?: (db: Kysely<Database>) => Promise<void>
  /** Works as the role that can rewrite nothing of the audit; the operator's own commands work as the owner. */
  isLimited?: boolean
}

/** The owner's address of the PostgreSQL at DATABASE_URL, else of the embedded one in DATA_DIR, which is started. */
export async function openOwner(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>,
  say: (line: string) => void,
): Promise<{ url: string; leave: () => Promise<void> }> {
  const given = config.databaseOwnerUrl ?? config.databaseUrl
  if (given !== undefined) return { url: given, leave: async () => {} }
  const embedded = await openEmbedded(config.dataDir, say)
  return { url: embedded.url, leave: () => embedded.close() }
}

/** The database of the settings. */
export async function openStore(config: Config, log: Logger, opening: Opening = {}): Promise<Store> {
  const { url, leave } = await openOwner(config, (line) => log.info(line))
  const size = config.databasePool
  // a connection serves many requests, and remembers the one that opened it
  const onError = (error: Error) => outsideScope(() => log.warn({ err: error }, 'a database connection broke'))
  const first = openPool(url, { size, onError })
  let everyday = url
  try {
    await refuseUnfinished(first.db)
    await refuseOthers(first.db)
    // a migration may name an index that a crash left out
    await restoreIndexes(first.db)
    await migrate(first.db)
    await opening.prepare?.(first.db)
    if (opening.isLimited) {
      everyday = await limitRole({ owner: first, url: config.databaseOwnerUrl && config.databaseUrl, log })
    }
  } catch (error) {
    await first.close()
    await leave()
    throw error
  }
  await first.close()
  const store = openPool(everyday, { size, onError, statementLimit: opening.statementLimit ?? 0 })
  const close = async () => {
    await store.close()
    await leave()
  }
  return { ...store, close }
}
