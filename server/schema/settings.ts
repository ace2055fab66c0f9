/** Documents of a person or of a platform. */
import type { ColumnType } from 'kysely'
import type { When } from './columns.ts'

export interface SettingTable {
  /** An account, or empty for what a platform shares. */
  owner: string
  /** Empty for what counts everywhere. */
  platform: string
  kind: string
  id: string
  version: ColumnType<string, never, never>
  value: ColumnType<unknown, string, string>
  updated_at: When
  updated_by: string
}
