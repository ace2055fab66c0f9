/** The tables of rules, allowlists, config sets, background tasks and procedures. */
import type { RuleStage } from '#contract/model/values.ts'
import type { ColumnType, Generated } from 'kysely'
import type { RuleEvidence } from '#contract/model/rules/rule.ts'
import type { Big, BigIdentity, When, WhenNow, WhenOrNull, Json } from './columns.ts'

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
  /** The reason why it was changed, and what a backtest had found. */
  reason: ColumnType<string | null, string | null | undefined, string | null>
  evidence: ColumnType<RuleEvidence | null, string | null | undefined, string | null>
  approved_by: ColumnType<string | null, string | null | undefined, string | null>
  approved_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  approval_note: ColumnType<string | null, string | null | undefined, string | null>
}

interface AllowlistTable {
  id: BigIdentity
  platform: string
  rule_id: Big
  /** The version in force; 0 only until the first one is written. */
  version_id: ColumnType<string, string | number | undefined, string | number>
  created_at: WhenNow
  deleted_at: WhenOrNull
  /** The version that waits for a second person. */
  proposed_version_id: ColumnType<string | null, string | null | undefined, string | null>
}

interface AllowlistVersionTable {
  id: BigIdentity
  allowlist_id: Big
  name: string
  comment: string
  customer_type: 'personal' | 'business'
  customer_id: string | null
  ignore_criteria: boolean
  /** Written as `YYYY-MM-DD`, read with a cast to text: a driver's Date has a zone. */
  start_date: ColumnType<unknown, string, string>
  end_date: ColumnType<unknown, string | null, string | null>
  rule_criteria: Json
  report_criteria: ColumnType<Record<string, unknown> | null, string | null, string | null>
  filter_groups: ColumnType<unknown[], string, string>
  author: string
  at: When
  approved_by: ColumnType<string | null, string | null | undefined, string | null>
  approved_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  approval_note: ColumnType<string | null, string | null | undefined, string | null>
}

/** A hit that an allowlist kept from being raised. */
interface AllowlistHitTable {
  id: BigIdentity
  platform: string
  allowlist_id: Big
  version_id: Big
  rule_id: Big
  revision_id: Big
  /** Null where the rule looked at the customer alone. */
  transaction_id: string | null
  customer_id: string
  trigger_info: Json<{ text: string; facts: unknown[] }>
  at: When
}

interface ConfigSetTable {
  id: BigIdentity
  platform: string
  name: string
  comment: string
  value: string[]
  created_at: When
  updated_at: When
  version: ColumnType<string, string | number | undefined, string | number>
}

interface TaskTable {
  uuid: string
  platform: string
  kind: string
  allowlist_id: ColumnType<string | null, string | null, string | null>
  version_id: ColumnType<string | null, string | null, string | null>
  status: 'Processing' | 'Processed' | 'Error' | 'Canceled'
  message: string | null
  author: string
  created_at: When
  ended_at: WhenOrNull
  /** Alerts to go through, and those gone through once it has ended; until then they are counted. */
  total: ColumnType<number, number | undefined, number>
  done: ColumnType<number, number | undefined, number>
  /** True if it recommends no STR for the cases that it leaves without an open alert. */
  close_cases: ColumnType<boolean, boolean | undefined, never>
}

interface TaskAlertTable {
  task: string
  alert_id: Big
  outcome: 'resolved' | 'skipped' | null
  reason: string | null
  closed_case: ColumnType<boolean, boolean | undefined, boolean>
}

interface ProcedureDoneTable {
  alert_id: Big
  procedure_id: string
  done_by: string
  at: When
}

interface RuleRunTable {
  rule_id: Big
  at: When
  since: When
  after: ColumnType<string, string | undefined, string>
  customers: ColumnType<number, number | undefined, number>
  alerts: ColumnType<number, number | undefined, number>
  ended_at: WhenOrNull
}

interface RuleShadowTable {
  rule_id: Big
  revision_id: Big
  /** Written as `YYYY-MM-DD`, read with a cast to text. */
  day: ColumnType<unknown, string, string>
  hits: number
  also_alerted: number
}

interface RuleShadowSeenTable {
  rule_id: Big
  customer_id: string
  revision_id: Big
  saw: Json
}

interface RuleProposalTable {
  id: BigIdentity
  platform: string
  rule_id: Big
  kind: 'add' | 'change' | 'delete' | 'stage'
  revision_id: Big
  body: Json
  author: string
  at: When
  status: ColumnType<'open' | 'approved' | 'returned', 'open' | undefined, 'approved' | 'returned'>
  decided_by: string | null
  decided_at: WhenOrNull
  note: string | null
  /** Its author's, and what a backtest had found. */
  reason: ColumnType<string | null, string | null | undefined, never>
  evidence: ColumnType<RuleEvidence | null, string | null | undefined, never>
}

/** An act that counts once a second person has approved it; rules and STRs have proposals of their own. */
interface ApprovalTable {
  id: BigIdentity
  platform: string
  kind:
    | 'allowlist'
    | 'allowlistResolve'
    | 'close'
    | 'hardstop'
    | 'bulk'
    | 'sanctions'
    | 'access'
    | 'policy'
    | 'configSet'
  object_kind: string
  object_id: string
  label: string
  customer_id: string | null
  case_id: string | null
  version: string
  body: Json
  reason: string | null
  author: string
  at: When
  status: ColumnType<'open' | 'approved' | 'returned', 'open' | undefined, 'approved' | 'returned'>
  decided_by: ColumnType<string | null, string | null | undefined, string | null>
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  note: ColumnType<string | null, string | null | undefined, string | null>
}

interface BacktestTable {
  task: string
  rule_id: ColumnType<string | null, string | null, string | null>
  /** Both with the values of their config sets in their lists. */
  draft: Json
  live: ColumnType<Record<string, unknown> | null, string | null, string | null>
  days: number
  parts: ColumnType<string[], string[] | undefined, string[]>
  done: ColumnType<number, number | undefined, number>
  result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

/** Hits of a backtest that runs. */
interface BacktestHitTable {
  task: string
  is_draft: boolean
  id: string
  account: string
}

export interface RuleTables {
  rule: RuleTable
  rule_revision: RuleRevisionTable
  allowlist: AllowlistTable
  allowlist_version: AllowlistVersionTable
  allowlist_hit: AllowlistHitTable
  config_set: ConfigSetTable
  task: TaskTable
  task_alert: TaskAlertTable
  procedure_done: ProcedureDoneTable
  rule_run: RuleRunTable
  rule_shadow: RuleShadowTable
  rule_shadow_seen: RuleShadowSeenTable
  rule_proposal: RuleProposalTable
  approval: ApprovalTable
  backtest: BacktestTable
  backtest_hit: BacktestHitTable
}
