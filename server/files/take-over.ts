/** Takes over the files that an earlier version kept in `DATA_DIR/files`, so that every instance has them. */
import { createReadStream } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/schema/database.ts'
import { isUuid } from '#server/store/sql.ts'
import { measureOf, verified } from './content.ts'
import { fileStore } from './file-store.ts'

interface Surroundings {
  db: Kysely<Database>
  config: Pick<Config, 'files' | 'dataDir'>
  log: Pick<Logger, 'info' | 'warn'>
}

/**
 * Keeps each file in the store, reads it back, and removes the old one once both hashes are equal; interrupted, the next
 * start goes on. A file that no row names stays where it is.
 */
export async function takeOverFiles({ db, config, log }: Surroundings): Promise<void> {
  const folder = join(config.dataDir, 'files')
  const paths = await filesIn(folder)
  if (paths.length === 0) return
  log.info({ files: paths.length }, 'taking over the files of the data directory')
  let unnamed = 0
  for (const path of paths) {
    if (await isNamed(db, basename(path))) await takeOver({ db, config, path })
    else unnamed += 1
  }
  if (unnamed > 0) log.warn({ folder, files: unnamed }, 'files that nothing names stay in the data directory')
  else await removeEmpty(folder)
  log.info({ files: paths.length - unnamed }, 'took over the files of the data directory')
}

async function takeOver({ db, config, path }: Pick<Surroundings, 'db' | 'config'> & { path: string }): Promise<void> {
  const id = basename(path)
  const store = fileStore({ db, config })
  const source = () => createReadStream(path)
  const measure = await measureOf(source)
  if (!(await store.measure(id))) {
    await store
      .keep([{ id, bytes: source }], async () => {})
      .catch(async (error: unknown) => {
        // another instance on the same folder took it over meanwhile
        if (!(await store.measure(id))) throw error
      })
  }
  const kept = await store.get(id)
  if (!kept) throw new Error(`${path} was taken over, and cannot be read back. Nothing was removed.`)
  for await (const _ of verified(kept, id, measure)) continue
  await rm(path, { force: true })
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries
    .filter((entry) => entry.isFile() && isUuid(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Whether a file, a shared content, or a message on no ticket has this id. */
async function isNamed(db: Kysely<Database>, id: string): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`select
    exists (select from file where id = ${id} or stored_as = ${id})
    or exists (select from inbound_letter where id = ${id} and status in ('received', 'unmatched')) as named`.execute(
    db,
  )
  return rows[0]?.named === true
}

/** The folder and its subfolders, where nothing is left in them. */
async function removeEmpty(folder: string): Promise<void> {
  const isLeft = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error
  }
  for (const name of await readdir(folder)) await rmdir(join(folder, name)).catch(isLeft)
  await rmdir(folder).catch(isLeft)
}
