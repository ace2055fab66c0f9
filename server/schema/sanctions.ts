/** The sanctions lists and what was found by them, as Kysely knows the tables. */
import type { ColumnType, Generated } from 'kysely'
import type { SanctionOutcome } from '#contract/model/values.ts'
import type { Big, BigIdentity, Json, When, WhenOrNull } from './columns.ts'

/** A version of a list; of each source the newest is in force, unless it is withdrawn. */
interface SanctionsListTable {
  id: BigIdentity
  source: string
  name: string
  digest: string
  entries: number
  names: number
  imported_at: When
  screened_at: WhenOrNull
  withdrawn_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  unusable: Json
  /** A `ListSummary`; null of lists that are kept in the window. */
  summary: ColumnType<unknown, string | null | undefined, string | null>
  content: Generated<string>
}

interface SanctionsEntryTable {
  source: string
  id: string
  list_id: Big
  facts: Json
  digest: string
}

/** The changes of a version against the one before. */
interface SanctionsChangeTable {
  list_id: Big
  entry_id: string
  kind: 'added' | 'changed' | 'removed'
  name: string
  fields: Json
}

interface SanctionsCheckTable {
  platform: string
  customer_id: string
  /** The versions in force and the thresholds with which it was compared. */
  stamp: string
  /** The compared values, as JSON. */
  facts: string
  checked_at: When
}

/** When everybody was last compared, and with what. */
interface SanctionsScreenedTable {
  only_row: ColumnType<boolean, boolean | undefined, never>
  stamp: string
  newest_list: Big
  policy: Big
  at: When
}

/** A counterparty's name that is like nobody on the lists in force. */
interface SanctionsUnlikeTable {
  platform: string
  /** Its SHA-256: what is nobody's hit is nobody's business. */
  name: Buffer
}

interface SanctionsThresholdTable {
  source: string
  kind: 'individual' | 'entity'
  threshold: number
  version: ColumnType<string, string | number | undefined, string | number>
  updated_by: string | null
  updated_at: When
}

/** A name of one's own, on the list `adverse` until it is removed. */
interface AdverseNameTable {
  id: BigIdentity
  name: string
  aliases: string[]
  kind: 'individual' | 'entity'
  birth: string | null
  country: string | null
  reason: string
  added_by: string
  added_at: When
  removed_by: ColumnType<string | null, string | null | undefined, string | null>
  removed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** A list of the settings that could not be read the last time. */
interface SanctionsBrokenTable {
  /** As the settings name it. */
  place: string
  source: string | null
  message: string
  at: When
}

interface SanctionsHitTable {
  id: BigIdentity
  platform: string
  customer_id: string
  party: 'customer' | 'counterparty'
  /** A counterparty's name as it was compared; empty for the customer. */
  party_key: string
  party_name: string
  source: Generated<string>
  list: string
  entry_id: string
  kind: Generated<string>
  name: string
  score: number
  parts: ColumnType<unknown, string | undefined, string>
  basis: ColumnType<unknown, string | null | undefined, string | null>
  reopened: ColumnType<unknown, string | null | undefined, string | null>
  remembered: ColumnType<unknown, string | null | undefined, string | null>
  details: Json
  outcome: ColumnType<SanctionOutcome, SanctionOutcome | undefined, SanctionOutcome>
  checked_at: When
  decided_by: string | null
  decided_at: WhenOrNull
  note: string | null
  version: ColumnType<string, string | number | undefined, string | number>
  approved_by: ColumnType<string | null, string | null | undefined, string | null>
  approved_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  approval_note: ColumnType<string | null, string | null | undefined, string | null>
}

export interface SanctionsTables {
  sanctions_list: SanctionsListTable
  sanctions_entry: SanctionsEntryTable
  sanctions_change: SanctionsChangeTable
  sanctions_check: SanctionsCheckTable
  sanctions_screened: SanctionsScreenedTable
  sanctions_unlike: SanctionsUnlikeTable
  sanctions_threshold: SanctionsThresholdTable
  sanctions_hit: SanctionsHitTable
  adverse_name: AdverseNameTable
  sanctions_broken: SanctionsBrokenTable
}
