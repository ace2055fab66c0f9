/** Alerts and cases from hits: one case a transaction, one alert a rule on it. */
import { sql, type Kysely } from 'kysely'
import { searchText } from '#contract/model/cases/case-search.ts'
import { findPlatform } from '#contract/model/platform.ts'
import type { CaseStatus } from '#contract/model/values.ts'
import { businessHoursFor, dueDates, dueInputOfCase, type BusinessHours } from '#server/business-hours/due-dates.ts'
import { uuidOf } from '#server/core/uuid.ts'
import type { IncomingTransaction } from '#server/monitoring/ingestion/incoming.ts'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import type { ActiveRule } from './active-rules.ts'
import type { Hit } from './detect.ts'
import { loadEnrichment } from './filter-subjects.ts'
import type { TriggerInfo } from './rule-type.ts'

/** The case's id: the platform's short code and the transaction's id. */
export function caseId(platform: string, transactionId: string): string {
  return `${findPlatform(platform)?.code ?? ''}${transactionId}`
}

/**
 * The initial status of a case. The platform's `error` and `str` are kept; a hard stop with automatic rejection has
 * rejected the transaction (status `reject`, its alerts closed); any other hard stop holds it, as a new case with an
 * active hard stop. A review that the platform completed, and that raised no alert, is `process`.
 */
export function firstStatus(transaction: Pick<IncomingTransaction, 'status'>, hits: readonly Hit[]): CaseStatus {
  if (transaction.status === 'error' || transaction.status === 'str') return transaction.status
  if (rejecting(hits)) return 'reject'
  return hits.length === 0 && transaction.status === 'complete' ? 'process' : 'new'
}

/** Stores cases and alerts. A case is dated by its transaction, also when it is imported later, never by the future. */
export async function raise(
  db: Kysely<Database>,
  platform: string,
  transactions: readonly IncomingTransaction[],
  hits: readonly Hit[],
  now: Date,
): Promise<{ cases: number; alerts: number; raised: Hit[] }> {
  const byTransaction = groupByTransaction(hits)
  const enrichment = await loadEnrichment(
    db,
    platform,
    hits.map(({ account }) => account),
  )
  const around = { now, businessHours: await businessHoursFor(db, platform), enrichment }
  const drafts = transactions
    .filter(({ id, review }) => review || byTransaction.has(id))
    .map((transaction) => draft(platform, transaction, byTransaction.get(transaction.id) ?? [], around))
  await insertRows(
    db,
    'monitoring_case',
    drafts.map(({ row }) => row),
  )
  const alerts = drafts.flatMap((each) => each.alerts)
  await insertRows(db, 'alert', alerts)
  const rejected = drafts.filter(({ row }) => row.status === 'reject').map(({ row }) => row.transaction_id)
  if (rejected.length > 0) {
    await sql`update transaction set status = 'error' where platform = ${platform} and id = any(${rejected})`.execute(
      db,
    )
  }
  return { cases: drafts.length, alerts: alerts.length, raised: drafts.flatMap((each) => each.hits) }
}

function draft(
  platform: string,
  transaction: IncomingTransaction,
  found: readonly Hit[],
  {
    now,
    businessHours,
    enrichment,
  }: { now: Date; businessHours: BusinessHours; enrichment: ReadonlyMap<string, Record<string, unknown>> },
) {
  const hits = oncePerRule(found, transaction.customer.id)
  const { data = {} } = transaction
  const id = caseId(platform, transaction.id)
  const status = firstStatus(transaction, hits)
  const isFinished = status !== 'new' && status !== 'error'
  const createdAt = transaction.at < now ? transaction.at : now
  const hardStops = hits.filter(({ rule }) => rule.options.action === 'hardstop')
  const alertStatus = { reject: 'rejected', str: 'resolved' }[status as string] ?? 'new'
  const isClosed = alertStatus !== 'new'
  const text = (field: string) => (typeof data[field] === 'string' ? data[field] : null)
  const row = {
    platform,
    id,
    uuid: uuidOf(`case:${platform}/${id}`),
    transaction_id: transaction.id,
    customer_id: transaction.customer.id,
    customer_type: transaction.customer.type,
    status,
    recommended_str: status === 'str' ? 1 : 0,
    transaction_status: status === 'reject' ? 'error' : (transaction.status ?? 'new'),
    created_at: createdAt,
    finished_at: isFinished ? createdAt : null,
    failed_rule: (hardStops[0] ?? hits[0])?.rule.name ?? null,
    alert_count: hits.length,
    open_alert_count: isClosed ? 0 : hits.length,
    hard_stop_count: hardStops.length,
    active_hard_stop: isClosed ? 0 : hardStops.length,
    lead_rule: hits[0]?.rule.name ?? '',
    service: transaction.service,
    direction: transaction.direction,
    amount: transaction.amount,
    currency: transaction.currency,
    usd: transaction.usd,
    country: transaction.country,
    client_name: transaction.customer.name,
    counterparty_name: transaction.counterparty.name,
    search: searchText(id, {
      transactionDesc: text('transactionDesc'),
      clientName: transaction.customer.name,
      originatorName: text('originatorName'),
      beneficiaryName: text('beneficiaryName'),
      senderName: text('senderName'),
      clientUsername: transaction.customer.username,
      originatorUsername: text('originatorUsername'),
      beneficiaryUsername: text('beneficiaryUsername'),
      senderUsername: text('senderUsername'),
    }),
    version: 1,
  }
  const dates = dueDates(businessHours, 'case', dueInputOfCase({ ...row, due_pauses: [] }))
  const note = rejecting(hits)?.rule.options.auto_reject_note ?? null
  const alerts = hits.map((hit) => ({
    ...alertOfHit(platform, hit, enrichment),
    kind: 'transaction',
    case_id: id,
    status: alertStatus,
    sar: status === 'str' ? 1 : 0,
    note: status === 'reject' ? note : null,
    created_at: createdAt,
    resolved_at: isClosed ? createdAt : null,
    trigger_info: triggerOf(hit, transaction),
  }))
  return { row: { ...row, ...dates }, alerts, hits }
}

function groupByTransaction(hits: readonly Hit[]): Map<string, Hit[]> {
  const groups = new Map<string, Hit[]>()
  for (const hit of hits) {
    const id = hit.transactionId ?? ''
    const group = groups.get(id)
    if (group) group.push(hit)
    else groups.set(id, [hit])
  }
  return groups
}

/** A rule may see both accounts of a transaction; then the customer's own counts. */
function oncePerRule(hits: readonly Hit[], customerId: string): Hit[] {
  const byRule = new Map<string, Hit>()
  for (const hit of hits) {
    if (!byRule.has(hit.rule.id) || hit.account === customerId) byRule.set(hit.rule.id, hit)
  }
  return [...byRule.values()]
}

function rejecting(hits: readonly Hit[]): Hit | undefined {
  return hits.find(({ rule: { options } }) => options.action === 'hardstop' && options.auto_reject === 1)
}

function triggerOf(
  { rule, account, trigger }: Pick<Hit, 'rule' | 'account' | 'trigger'>,
  transaction: IncomingTransaction,
): Hit['trigger'] {
  const { customer, counterparty } = transaction
  const isOwn = account === customer.id
  const told = isOwn ? trigger : aboutCounterparty(trigger, transaction)
  return withRuleText(rule, told, isOwn ? customer.name : counterparty.name)
}

function aboutCounterparty(trigger: Hit['trigger'], { counterparty }: IncomingTransaction): Hit['trigger'] {
  const account = `${counterparty.name} (${counterparty.account?.id})`
  return {
    ...trigger,
    text: `On the account of ${counterparty.name}: ${trigger.text}`,
    facts: [{ label: 'Account', saw: account, allows: null }, ...trigger.facts],
  }
}

/** The fields of an alert that come from its hit, on any object: its subject, and the rule at that time. */
export const alertOfHit = (
  platform: string,
  { rule, account }: Hit,
  enrichment: ReadonlyMap<string, Record<string, unknown>>,
) => ({
  platform,
  customer_id: account,
  rule_id: rule.id,
  rule_name: rule.name,
  rule_type: rule.type,
  rule_description: rule.description,
  revision_id: rule.revisionId,
  level: rule.options.action ?? 'alert',
  criteria: rule.criteria,
  enrichment: enrichment.get(account) ?? {},
  version: 1,
})

/** The trigger in the rule's own words before the detector's, with the customer's name where the rule asks for it. */
export function withRuleText({ options }: ActiveRule, trigger: TriggerInfo, customerName: string): TriggerInfo {
  const { triggerInfo: own } = options
  if (!own?.enabled) return trigger
  const words = own.text.trim()
  return {
    ...trigger,
    text: words === '' ? trigger.text : `${words}: ${trigger.text}`,
    facts: own.customerName
      ? [{ label: 'Customer', saw: customerName, allows: null }, ...trigger.facts]
      : trigger.facts,
  }
}
