/** The tables as Kysely knows them. bigint and numeric come back as text; timestamps as Date. */
import type { ColumnType, Generated } from 'kysely'
import type { RuleEvidence } from '#contract/model/rules/rule.ts'
import type { AccountStatus, KycStatus, RuleStage } from '#contract/model/values.ts'
import type { QualityTables } from './quality.ts'
import type { AdministrationTables } from './administration.ts'
import type { TeamTables } from './team.ts'
import type { Big, BigIdentity, Json, Money, When, WhenNow, WhenOrNull } from './columns.ts'
import type { CustomerTables } from './customers.ts'
import type { FileChunkTable, FileContentTable } from './files.ts'
import type { HelpdeskTables } from './helpdesk.ts'
import type { FormAndMailTables } from './forms-and-mail.ts'
import type { RuleTables } from './rules.ts'
import type { SanctionsTables } from './sanctions.ts'
import type { SyncTables } from './sync.ts'

export interface AccountTable {
  id: string
  email: string
  first_name: string
  last_name: string
  roles: string[]
  platforms: string[]
  is_disabled: Generated<boolean>
  /** Who this is to the identity provider `issuer`; both are set by the first sign-in. */
  subject: string | null
  issuer: string | null
  /** Grows with every change of what it may do. */
  version: Generated<string>
}

export interface SessionTable {
  id: string
  /** The first of those that followed one another by refreshing. */
  family: string
  account_id: string
  created_at: WhenNow
  expires_at: When
  revoked_at: WhenOrNull
  /** The device that the window registered. */
  device_id: string | null
  /** The identity provider asked who it is for this session, and did not take a session of its own for an answer. */
  is_fresh: Generated<boolean>
  /** While its device is locked. */
  locked_at: WhenOrNull
  /** When a token that followed it was traded: from then on it is replaced. */
  superseded_at: WhenOrNull
  /** When the family began. */
  family_at: When
  /** The session whose token was traded for this one; null for the first of its family. */
  follows: ColumnType<string | null, string | null | undefined, string | null>
}

/** What the callback of a sign-in hands to the window: good once, for a minute. */
export interface LoginCodeTable {
  hash: Buffer
  account_id: string
  expires_at: When
  is_fresh: Generated<boolean>
  /** Digest of the cookie that the browser got with it. */
  browser: Buffer
}

export interface AttemptTable {
  who: string
  minute: When
  count: number
}

export interface CustomerTable {
  platform: string
  id: string
  type: 'personal' | 'business'
  name: string
  first_name: string | null
  last_name: string | null
  username: string | null
  country: string | null
  created_at: When
  profile: Json
  /** Name, user name, id, trading name and registration number, folded; made by the database, as is what follows. */
  search: ColumnType<string, never, never>
  account_status: ColumnType<AccountStatus, never, never>
  kyc_status: ColumnType<KycStatus, never, never>
  /** Line, city, postcode and country, as addresses are compared. */
  address_key: ColumnType<string | null, never, never>
}

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

export interface RuleTable {
  id: BigIdentity
  platform: string
  name: string
  description: string
  area: 'transaction' | 'account' | 'schedule'
  type: string
  criteria: Json
  options: Json
  revision_id: ColumnType<string, string | number | undefined, string | number>
  author: string
  updated_at: WhenNow
  deleted_at: WhenOrNull
  stage: Generated<RuleStage>
}

export interface RuleRevisionTable {
  id: BigIdentity
  rule_id: Big
  name: string
  description: string
  criteria: Json
  options: Json
  author: string
  at: WhenNow
  /** Why it was changed, and what a backtest had found. */
  reason: ColumnType<string | null, string | null | undefined, string | null>
  evidence: ColumnType<RuleEvidence | null, string | null | undefined, string | null>
  approved_by: ColumnType<string | null, string | null | undefined, string | null>
  approved_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  approval_note: ColumnType<string | null, string | null | undefined, string | null>
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

export interface IdempotencyTable {
  account_id: string
  key: string
  fingerprint: Buffer
  status: number
  body: Json
  at: WhenNow
  /** How often the answer was given again. */
  replays: Generated<number>
}

export interface MetaTable {
  k: string
  v: ColumnType<unknown, string, string>
}

// settings
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

/** A row of a list whose position was known for some minutes: see `server/store/paging.ts`. */
export interface PageMarkTable {
  list: Buffer
  position: Big
  /** The account whose page ended here; empty for marks that everybody shares. */
  reader: string
  sort: string
  id: string
  made_at: When
}

export interface Database
  extends
    CustomerTables,
    HelpdeskTables,
    RuleTables,
    SanctionsTables,
    SyncTables,
    FormAndMailTables,
    TeamTables,
    QualityTables,
    AdministrationTables {
  account: AccountTable
  session: SessionTable
  login_code: LoginCodeTable
  attempt: AttemptTable
  customer: CustomerTable
  transaction: TransactionTable
  rule: RuleTable
  rule_revision: RuleRevisionTable
  monitoring_case: CaseTable
  alert: AlertTable
  note: NoteTable
  file: FileTable
  file_content: FileContentTable
  file_chunk: FileChunkTable
  audit: AuditTable
  idempotency: IdempotencyTable
  meta: MetaTable
  setting: SettingTable
  page_mark: PageMarkTable
}
