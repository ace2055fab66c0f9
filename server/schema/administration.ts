/** The tables of administration, as Kysely knows them. */
import type { ColumnType, Generated } from 'kysely'
import type { PolicyValue } from '#contract/model/policy.ts'
import type { Big, BigIdentity, When, WhenOrNull } from './columns.ts'

interface PolicyTable {
  platform: string
  id: string
  value: ColumnType<PolicyValue, string, string>
  version: Big
  updated_by: string
  updated_at: When
}

interface NoticeTable {
  id: BigIdentity
  platform: string
  text: string
  author: string
  at: When
  until: When
  ended_at: WhenOrNull
  ended_by: string | null
}

interface AuditCheckTable {
  id: BigIdentity
  asked_by: string
  at: When
  status: Generated<'running' | 'whole' | 'faulty' | 'failed'>
  /** Entries found whole so far, and the hash of the last of them. */
  count: ColumnType<string, string | number | undefined, string | number>
  hash: Buffer | null
  faults: Generated<string[]>
  heads: Generated<number>
  ended_at: WhenOrNull
}

export interface AdministrationTables {
  policy: PolicyTable
  notice: NoticeTable
  audit_check: AuditCheckTable
}
