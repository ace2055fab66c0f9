/** The contents of files: where each is, and the chunks of those in the database. */
import type { Generated } from 'kysely'
import type { Big, WhenNow } from './columns.ts'

export interface FileContentTable {
  id: string
  place: 'database' | 'bucket'
  size: Big
  sha256: Buffer
  /** False for an object of the bucket that no committed row names. */
  is_kept: Generated<boolean>
  at: WhenNow
}

export interface FileChunkTable {
  file_id: string
  n: number
  bytes: Buffer
}
