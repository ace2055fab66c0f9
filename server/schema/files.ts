/** The contents of files and where each is; files of alerts, forms and e-mails; uploads by sender. */
import type { Generated, ColumnType } from 'kysely'
import type { Big, WhenNow, When } from './columns.ts'

export interface FileTable {
  id: string
  platform: string
  alert_id: ColumnType<string | null, string | number | null | undefined, string | number | null>
  /** The form that names the file, or named it once. */
  form_id: ColumnType<string | null, string | null | undefined, string | null>
  /** The e-mail it came with. */
  helpdesk_message_id: ColumnType<string | null, string | null | undefined, string | null>
  /** The signed copy of its form. */
  is_signed: Generated<boolean>
  /** Whose bytes these are, where they are not its own. */
  stored_as: ColumnType<string | null, string | null | undefined, string | null>
  name: string
  type: string
  size: Big
  /** Null where a customer handed it in himself. */
  created_by: string | null
  created_at: WhenNow
}

export interface UploadUseTable {
  who: string
  since: When
  bytes: Big
  files: number
  is_refused: boolean
}

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

export interface FileTables {
  file: FileTable
  file_content: FileContentTable
  file_chunk: FileChunkTable
  upload_use: UploadUseTable
}
