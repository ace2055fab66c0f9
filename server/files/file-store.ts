/** Storage of file contents, behind an interface so that a bucket can replace the folder. */
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '#server/core/config.ts'

export interface FileStore {
  /** Keeps the bytes under an id that has not been used; they are on disk when it resolves. */
  put(id: string, bytes: Uint8Array): Promise<void>
  /** The bytes of an id, or undefined where there are none. */
  get(id: string): Promise<ReadableStream<Uint8Array> | undefined>
  remove(id: string): Promise<void>
}

/** The store of this server: a folder beside the database. */
export function fileStore({ dataDir }: Pick<Config, 'dataDir'>): FileStore {
  return folderStore(join(dataDir, 'files'))
}

/** Files in a folder, in subfolders by the end of their id (the start of a UUIDv7 is the time). */
function folderStore(folder: string): FileStore {
  const pathOf = (id: string) => join(folder, id.slice(-2), id)
  return {
    async put(id, bytes) {
      const path = pathOf(id)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(`${path}.new`, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.new`, path)
    },
    async get(id) {
      const path = pathOf(id)
      try {
        await stat(path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
      return Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  }
}
