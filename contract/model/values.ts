/** The values that entities may take, spelt as they travel (docs/design/specification.md#enumerations). */

export const CASE_STATUSES = ['error', 'new', 'complete', 'process', 'str', 'await', 'reject'] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]

/** The displayed status of a case: its status, or one that follows from its flags. */
export const CASE_KEYS = [...CASE_STATUSES, 'sar', 'in_progress'] as const
export type CaseKey = (typeof CASE_KEYS)[number]

/** The values of the status filter; `''` means all, `on` is "worked or to be worked with alerts". */
export const STATUS_FILTERS = [
  '',
  'on',
  'New & Await',
  'new',
  'await',
  'error',
  'process',
  'reject',
  'str',
  'complete',
] as const
export type StatusFilter = (typeof STATUS_FILTERS)[number]

/** Statuses of an alert; `notification_sent` is only ever read. */
export const ALERT_STATUSES = [
  'new',
  'await',
  'resolved',
  'rejected',
  'sar',
  'in_progress',
  'notification_sent',
] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

/** The statuses that an account alert can be set to. */
export const ALERT_TARGETS = ['new', 'await', 'resolved', 'in_progress'] as const
export type AlertTarget = (typeof ALERT_TARGETS)[number]

export const ALERT_LEVELS = ['alert', 'hardstop'] as const
export type AlertLevel = (typeof ALERT_LEVELS)[number]

export const TRANSACTION_STATUSES = ['new', 'resolve', 'error', 'str', 'complete'] as const
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]
export const DIRECTIONS = ['incoming', 'outgoing'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const SERVICES = [
  'p2p',
  'octOwn',
  'wireOwn',
  'eftOwn',
  'eft3rdParty',
  'oct3rdParty',
  'wire3rdParty',
  'debit card',
  'cryptoEft3rdParty',
  'cryptoEftOwn',
  'betweenFiEft3rdParty',
  'betweenFiEftOwn',
  'betweenFiWire3rdParty',
  'betweenFiWireOwn',
  'betweenFiOct3rdParty',
  'betweenFiOctOwn',
  'incomingFromDifferentFi',
  'interacEft3rdParty',
  'interacEftOwn',
  'instantEft3rdParty',
  'instantEftOwn',
] as const
export type Service = (typeof SERVICES)[number]

/** The field of a search; `ALL` searches all of them. */
export const SEARCH_FIELDS = [
  'transactionId',
  'transactionDesc',
  'clientName',
  'originatorName',
  'beneficiaryName',
  'senderName',
  'clientUsername',
  'originatorUsername',
  'beneficiaryUsername',
  'senderUsername',
] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

export const CUSTOMER_TYPES = ['personal', 'business'] as const
export type CustomerType = (typeof CUSTOMER_TYPES)[number]

export const ACCOUNT_STATUSES = ['Active', 'Closed', 'Limited', 'Dormant-Limited', 'Dormant'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]
export const KYC_STATUSES = ['Confirmed', 'Unconfirmed'] as const
export type KycStatus = (typeof KYC_STATUSES)[number]
export const CUSTOMER_ALERT_STATUSES = ['new', 'await', 'resolved', 'sar', 'in_progress', 'notification_sent'] as const
export type CustomerAlertStatus = (typeof CUSTOMER_ALERT_STATUSES)[number]
/** For this many days a customer counts as new to the rule that found him first. */
export const FIRST_ALERT_DAYS = 30
export const SANCTION_OUTCOMES = [
  'true_positive',
  'true_positive_approve',
  'true_positive_reject',
  'potential_match',
  'false_positive',
  'no_match',
] as const
export type SanctionOutcome = (typeof SANCTION_OUTCOMES)[number]
export const CONTRACT_STATUSES = [
  'CANCELLED',
  'UNSIGNED',
  'REJECTED',
  'APPROVED',
  'REVIEW',
  'NEW',
  'TERMINATED',
  'ACTIVE',
] as const
export type ContractStatus = (typeof CONTRACT_STATUSES)[number]
export const TRIGGER_EVENTS = ['transaction', 'customer_update'] as const
export const RULE_AREAS = ['transaction', 'account', 'schedule'] as const
export type RuleArea = (typeof RULE_AREAS)[number]
/** The stage of a rule: it raises alerts, is only counted, or does nothing until it is approved (ours). */
export const RULE_STAGES = ['live', 'shadow', 'proposed'] as const
export type RuleStage = (typeof RULE_STAGES)[number]

export const RULE_TYPES = [
  'limit_transaction',
  'permission_transaction',
  'significant_deposit',
  'account_velocity',
  'prohibited_keyword',
  'bank_identification',
  'transit_transaction',
  'ip_prohibited_country',
  'ip_different_from_account',
  'high_risk_transactionality',
  'summary_amount_transaction',
  'high_disputes',
  'multi_parties_address',
  'multiple_senders',
  'repeated_transaction',
  'substantial_increase',
  'threshold_breakdown',
  'infolaft_sanction',
  'CrossCountryAtmUsage',
  'CardActivationIpMismatch',
] as const
export type RuleType = (typeof RULE_TYPES)[number]
/** What a rule over facts alone is filed under (ours). */
export const CONDITIONS_TYPE = 'conditions'

/** Roles, least first (docs/design/specification.md#roles). */
export const ROLES = ['analyst', 'manager', 'document_admin', 'admin', 'super_admin'] as const
export type Role = (typeof ROLES)[number]

/** Reasons of a disposition: a field of ours (capability `reasons`). */
export const REASONS = [
  'FP_EXPECTED',
  'FP_DATA',
  'FP_RULE',
  'FP_DUPLICATE',
  'FP_ALLOWLISTED',
  'EXPLAINED_DOCS',
  'PREV_REVIEWED',
  'MONITOR',
  'AWAIT_INFO',
  'REJECT_TXN',
  'STR_PROCEED',
  'STR_REJECTED',
] as const
export type Reason = (typeof REASONS)[number]

export const STR_ACTIONS = ['proceed', 'reject'] as const
export type StrAction = (typeof STR_ACTIONS)[number]

/** The code of an unknown country (docs/design/specification.md#reference-data). */
export const UNKNOWN_COUNTRY = '00'

/** Limits and defaults (docs/design/specification.md#constants). */
export const CLIENT_VERSION = '2.0.9'
export const PAGE_SIZES = {
  cases: 20,
  customers: 20,
  customersWithoutQuery: 10,
  rules: 2000,
  reports: 20,
  allowlists: 20,
} as const
export const OVERDUE_HOURS = 24
export const OLD_DAYS = 30
export const DOCUMENT_URL_SECONDS = 600
export const TASK_POLL_SECONDS = 30
export const AUTOCOMPLETE_MIN = 3
/** Counts above this are given as "this many or more". */
export const COUNT_CAP = 10_000
/** The same limit for search results. */
export const SEARCH_CAP = 1000

/**
 * `rule`, `allowlist`: a change of one. `allowlistResolve`: closing what one covers. `str`: an STR on a case; `close`: closing
 * a case without one. `hardstop`: resolving an alert of that level. `bulk`: more closings than one person may make at a
 * time. `sanctions`: a decision on a hit. `access`: the rights of an administrator, a new account. `policy`: a looser
 * value of a policy that keeps four eyes. `configSet`: values of a set that rules name. `form`: a SAR or EDD form in review.
 */
export const APPROVAL_KINDS = [
  'rule',
  'allowlist',
  'allowlistResolve',
  'str',
  'close',
  'hardstop',
  'bulk',
  'sanctions',
  'access',
  'policy',
  'configSet',
  'form',
] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

/** The kinds of work with a due date. */
export const WORK_QUEUES = ['case', 'accountAlert'] as const
export type WorkQueue = (typeof WORK_QUEUES)[number]

/** The scopes of an exclusion: the work of a customer, of a type of rule, or of a queue. */
export const EXCLUSION_SCOPES = ['customer', 'ruleType', 'queue'] as const
export type ExclusionScope = (typeof EXCLUSION_SCOPES)[number]
