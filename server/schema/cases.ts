/** Transactions, and the cases and alerts on them. */
import type { ColumnType, Generated } from 'kysely'
import type { Big, BigIdentity, Json, Money, When, WhenNow, WhenOrNull } from './columns.ts'

export interface TransactionTable {
  platform: string
  id: string
  at: When
  customer_id: string
  counterparty_id: string | null
  direction: 'incoming' | 'outgoing'
  service: string | null
  amount: Money
  currency: string
  usd: Money
  country: string | null
  counterparty_country: string | null
  client_name: string
  counterparty_name: string
  status: Generated<string>
  data: Json
  ingested_at: WhenNow
}

export interface CaseTable extends DueColumns {
  platform: string
  id: string
  uuid: string
  transaction_id: string
  customer_id: string
  customer_type: 'personal' | 'business'
  status: string
  recommended_str: Generated<number>
  transaction_status: Generated<string>
  manager_id: string | null
  assigned_at: WhenOrNull
  created_at: When
  finished_at: WhenOrNull
  failed_rule: string | null
  alert_count: Generated<number>
  open_alert_count: Generated<number>
  hard_stop_count: Generated<number>
  active_hard_stop: Generated<number>
  /** The rule that its row names: of the first open alert, else of the first; see `leadAlert`. */
  lead_rule: Generated<string>
  service: string | null
  direction: 'incoming' | 'outgoing'
  amount: Money
  currency: string
  usd: Money
  country: string | null
  client_name: string
  counterparty_name: string
  /** The ten searched fields, folded, one a line: see `searchText`. */
  search: string
  version: ColumnType<string, string | number | undefined, string | number>
  /** Who proposed an STR that waits for another person, and when. */
  str_proposed_by: ColumnType<string | null, string | null | undefined, string | null>
  str_proposed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** The day on which it comes back, `YYYY-MM-DD`, what is watched, and since when it is back. */
  review_on: ColumnType<string | null, string | null | undefined, string | null>
  review_watch: ColumnType<string | null, string | null | undefined, string | null>
  review_due_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** The transaction that wrote it last; kept by the database. */
  xid: ColumnType<string, never, never>
}

/** When it is due, while it is not paused; when it was paused and resumed, in turn: see `server/business-hours`. */
interface DueColumns {
  due_at: WhenOrNull
  due_soon_at: WhenOrNull
  due_pauses: ColumnType<Date[], Date[] | undefined, Date[]>
  /** When it was due as it was paused last; null while it is not paused, and where it is not known. */
  last_due_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface AlertTable extends DueColumns {
  id: BigIdentity
  platform: string
  kind: 'transaction' | 'account'
  case_id: string | null
  customer_id: string
  rule_id: Big
  rule_name: string
  rule_type: string
  rule_description: string
  revision_id: Big
  level: 'alert' | 'hardstop'
  status: Generated<string>
  sar: Generated<number>
  note: string | null
  manager_id: string | null
  created_at: When
  resolved_at: WhenOrNull
  resolved_by: string | null
  trigger_info: Json<{ text: string; facts: unknown[] }>
  /** The sanctions hit that it rests on, as its `trigger_info` says; both are decided together. */
  hit_id: ColumnType<string | null, never, never>
  criteria: Json
  enrichment: ColumnType<Record<string, unknown>, string | undefined, string>
  version: ColumnType<string, string | number | undefined, string | number>
  /** The transaction that wrote it last; kept by the database for alerts on accounts. */
  xid: ColumnType<string, never, never>
}

export interface NoteTable {
  id: string
  platform: string
  case_id: string | null
  alert_id: ColumnType<string | null, string | number | null | undefined, string | number | null>
  customer_id: string
  author_id: string
  text: string
  created_at: WhenNow
  written_before_close: Generated<boolean>
  /** The template it was made from, as `id@version`. */
  template: ColumnType<string | null, string | null | undefined, string | null>
}

export interface CaseTables {
  transaction: TransactionTable
  monitoring_case: CaseTable
  alert: AlertTable
  note: NoteTable
}
