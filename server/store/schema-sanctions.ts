/** The sanctions list and what was found by it, as Kysely knows the tables. */
import type { ColumnType } from 'kysely'
import type { SanctionOutcome } from '#contract/model/values.ts'
import type { Big, BigIdentity, Json, When, WhenOrNull } from './columns.ts'

/** A version of the list; the newest is the one in force. */
interface SanctionsListTable {
  id: BigIdentity
  name: string
  digest: string
  entries: number
  names: number
  imported_at: When
  screened_at: WhenOrNull
}

interface SanctionsEntryTable {
  id: string
  type: string
  name: string
  programs: string[]
  details: Json
}

interface SanctionsNameTable {
  entry_id: string
  n: number
  kind: string
  name: string
  normal: ColumnType<string, never, never>
}

interface SanctionsCheckTable {
  platform: string
  customer_id: string
  list_id: Big
  normal: string
  checked_at: When
}

/** A counterparty's name that is like nobody on the list in force. */
interface SanctionsUnlikeTable {
  platform: string
  /** Its SHA-256: what is nobody's hit is nobody's business. */
  name: Buffer
}

interface SanctionsHitTable {
  id: BigIdentity
  platform: string
  customer_id: string
  party: 'customer' | 'counterparty'
  /** A counterparty's name as it was compared; empty for the customer. */
  party_key: string
  party_name: string
  list: string
  entry_id: string
  name: string
  score: number
  details: Json
  outcome: ColumnType<SanctionOutcome, SanctionOutcome | undefined, SanctionOutcome>
  checked_at: When
  decided_by: string | null
  decided_at: WhenOrNull
  note: string | null
  version: ColumnType<string, string | number | undefined, string | number>
}

export interface SanctionsTables {
  sanctions_list: SanctionsListTable
  sanctions_entry: SanctionsEntryTable
  sanctions_name: SanctionsNameTable
  sanctions_check: SanctionsCheckTable
  sanctions_unlike: SanctionsUnlikeTable
  sanctions_hit: SanctionsHitTable
}
