/** The audit. */
import type { ColumnType, Generated } from 'kysely'
import type { Big, When, WhenOrNull } from './columns.ts'

export interface AuditTable {
  n: Big
  at: When
  client_time: WhenOrNull
  skew_ms: ColumnType<string | null, number | null | undefined, number | null>
  actor: string
  roles: string[]
  platform: string | null
  action: string
  object_kind: string
  object_id: string
  version: ColumnType<string | null, string | number | null | undefined, string | number | null>
  before: ColumnType<unknown, string | null | undefined, string | null>
  after: ColumnType<unknown, string | null | undefined, string | null>
  reason: string | null
  note: string | null
  rule_revision: ColumnType<string | null, string | number | null | undefined, string | number | null>
  alert_ids: string[] | null
  idempotency_key: string | null
  device: string | null
  dev_seq: ColumnType<string | null, number | null | undefined, number | null>
  offline: Generated<boolean>
  app_version: string | null
  address: string | null
  previous: Buffer
  hash: Buffer
}
