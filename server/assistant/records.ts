/** The assistant's answer about one record: a case, a customer, an alert. Every answer links its sources. */
import { sql } from 'kysely'
import { ALERT_LABELS, isOpenAlert, type Alert } from '#contract/model/cases/alert.ts'
import { CASE_LABELS } from '#contract/model/cases/case.ts'
import { thresholdText } from '#contract/model/rules/threshold.ts'
import { findAlert, alertsOfCase } from '#server/alerts/queries.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import { toCaseItem } from '#server/cases/case-row.ts'
import { proceduresOfAlert, proceduresOfCase, type Procedure } from '#server/rules/procedures.ts'
import { OPEN_ALERT } from '#server/store/sql.ts'
import { caseLink, customerLink, lines, plural, ruleLink } from './links.ts'
import type { Scope } from './scope.ts'
import { customerFacts } from './customer-facts.ts'

export interface RecordTopic {
  /** A question it knows, for the help. */
  example: string
  knows: RegExp
  /** `named` is the id that the question names. */
  answer(scope: Scope, named: string): Promise<string>
}

const CASE_ID = String.raw`case\s{1,9}#?((?=\S{0,99}\d)[\w*-]{1,99})`
const CUSTOMER_ID = String.raw`(?:customer|client)\s{1,9}#?((?=\S{0,99}\d)[\w-]{1,99})`
const ALERT_ID = String.raw`alert\s{1,9}#?(\d{1,18})`

const noCase = (id: string) => `There is no case ${id} on this platform.`
async function openCase({ db, platform, opened }: Scope, id: string) {
  const row = await findCaseRow(db, platform, id)
  if (row) await opened?.(row)
  return row
}
const noAlert = (id: string) => `There is no alert ${id} on this platform.`

/** Before records are counted: the first that knows a question answers it. */
export const RECORD_TOPICS: readonly RecordTopic[] = [
  {
    example: 'draft a note for case PX4100712',
    knows: new RegExp(String.raw`\bdraft\b.{0,300}\b${CASE_ID}`, 'i'),
    answer: draftNote,
  },
  {
    example: 'why did alert 1448 fire',
    knows: new RegExp(String.raw`\bwhy\b.{0,300}\b${ALERT_ID}|\bwhat is ${ALERT_ID}|\bexplain ${ALERT_ID}`, 'i'),
    async answer({ db, platform }, id) {
      const alert = await findAlert(db, platform, id)
      return alert ? [`${aboutAlert(alert)}.`, whyFired(alert)].join('\n') : noAlert(id)
    },
  },
  {
    example: 'why did the rules fire on case PX4100712',
    knows: new RegExp(String.raw`\bwhy\b.{0,300}\b${CASE_ID}`, 'i'),
    async answer({ db, platform }, id) {
      const alerts = await alertsOfCase(db, platform, id.toUpperCase())
      if (alerts.length === 0) return `No alert was raised on case ${id}, or there is no such case on this platform.`
      return [`${caseLink(id.toUpperCase())}:`, ...alerts.map(whyFired)].join('\n')
    },
  },
  {
    example: 'precedents for case PX4100712',
    knows: new RegExp(String.raw`\b(?:precedents?|earlier alerts|prior alerts)\b.{0,300}\b${CASE_ID}`, 'i'),
    answer: precedents,
  },
  {
    example: 'procedure steps of case PX4100712',
    knows: new RegExp(String.raw`\b(?:procedures?|steps?)\b.{0,300}\b${CASE_ID}`, 'i'),
    async answer({ db, platform }, id) {
      if (!(await findCaseRow(db, platform, id.toUpperCase()))) return noCase(id)
      return stepsOf(caseLink(id.toUpperCase()), await proceduresOfCase(db, platform, id.toUpperCase()))
    },
  },
  {
    example: 'procedure steps of alert 1448',
    knows: new RegExp(String.raw`\b(?:procedures?|steps?)\b.{0,300}\b${ALERT_ID}`, 'i'),
    async answer({ db, platform }, id) {
      const steps = await proceduresOfAlert(db, platform, id)
      return steps ? stepsOf(`Alert ${id}`, steps) : noAlert(id)
    },
  },
  {
    example: 'summary of case PX4100712',
    knows: new RegExp(
      String.raw`^\W{0,99}(?:what is|summar\w{1,9}(?: of)?|tell me about|show|about)?\s{0,9}(?:the )?${CASE_ID}\W{0,99}$`,
      'i',
    ),
    async answer(scope, id) {
      const row = await openCase(scope, id.toUpperCase())
      if (!row) return noCase(id)
      const item = toCaseItem(row, scope.now.getTime())
      const { clientName, counterpartyName, transactionUsdAmount, transactionDirection } = item.data
      return lines(`Case ${caseLink(item.id)} is “${CASE_LABELS[item.statusCases]}”.`, [
        `client ${customerLink(row.customer_id, String(clientName))}, counterparty ${counterpartyName}`,
        `${transactionUsdAmount} USD, ${transactionDirection}, created on ${item.createAt.date} UTC`,
        item.manager ? `assigned to ${item.manager.name}` : 'unassigned',
        ...item.alerts.map(
          (alert) =>
            `alert “${alert.ruleName}”${alert.alertLevel === 'hardstop' ? ', a hard stop' : ''}: ${ALERT_LABELS[alert.status]}`,
        ),
      ])
    },
  },
  {
    example: 'who is customer 210017',
    knows: new RegExp(
      String.raw`^\W{0,99}(?:who is|what is|summar\w{1,9}(?: of)?|tell me about|show|about)?\s{0,9}(?:the )?${CUSTOMER_ID}\W{0,99}$`,
      'i',
    ),
    async answer({ db, platform }, id) {
      const found = await customerFacts(db, platform, id)
      if (!found) return `There is no customer ${id} on this platform.`
      const { name, type, country } = found
      return lines(`${customerLink(found.id, name)} is a ${type} customer, country ${country ?? 'not known'}.`, [
        `${plural(found.cases ?? 0, 'case')}, ${found.open ?? 0} of them open`,
        plural(found.alerts ?? 0, 'open alert'),
      ])
    },
  },
]

function aboutAlert(alert: Alert): string {
  const where = alert.caseId ? `case ${caseLink(alert.caseId)}` : `customer ${customerLink(alert.customerId)}`
  return `Alert ${alert.id} of rule ${ruleLink(alert.ruleId, alert.ruleName)} on ${where}: ${ALERT_LABELS[alert.status]}`
}

/** The values that triggered the rule and its thresholds, by the revision that fired. */
function whyFired({ ruleName, revId, triggerInfo: { text, facts } }: Alert): string {
  return lines(
    `“${ruleName}” (revision ${revId}): ${text}`,
    facts.map(({ label, saw, allows }) => `${label}: ${saw}${allows === null ? '' : ` (${thresholdText(allows)})`}`),
  )
}

function stepsOf(what: string, steps: readonly Procedure[]): string {
  if (steps.length === 0) return `${what}: the rules ask for no procedure steps.`
  const done = steps.filter((step) => step.done).length
  return lines(
    `${what}: ${done} of ${plural(steps.length, 'procedure step')} done.`,
    steps.map((step) => `${step.done ? 'done' : 'outstanding'}: ${step.text}`),
  )
}

interface Earlier {
  rule_id: string
  rule_name: string
  n: number
  resolved: number
  rejected: number
  open: number
  strs: number
}

/** Earlier alerts of the same rules on the same customer, and how they were closed. */
async function precedents(scope: Scope, named: string): Promise<string> {
  const { db, platform } = scope
  const id = named.toUpperCase()
  const row = await openCase(scope, id)
  if (!row) return noCase(named)
  const { rows } = await sql<Earlier>`
    select o.rule_id::text, o.rule_name, count(*)::int as n,
      (count(*) filter (where o.status in ('resolved', 'sar')))::int as resolved,
      (count(*) filter (where o.status = 'rejected'))::int as rejected,
      (count(*) filter (where o.status in ${OPEN_ALERT}))::int as open,
      (count(distinct c.id) filter (where c.recommended_str = 1))::int as strs
    from alert o left join monitoring_case c on c.platform = o.platform and c.id = o.case_id
    where o.platform = ${platform} and o.customer_id = ${row.customer_id} and o.case_id is distinct from ${id}
      and o.created_at <= ${row.created_at}
      and o.rule_id in (select a.rule_id from alert a where a.platform = ${platform} and a.case_id = ${id})
    group by 1, 2 order by n desc, o.rule_name limit 20`.execute(db)
  const of = `${caseLink(id)} of ${customerLink(row.customer_id, row.client_name)}`
  if (rows.length === 0) return `${of}: no earlier alert of the same rules on this customer.`
  return lines(
    `${of}: earlier alerts of the same rules on this customer.`,
    rows.map(
      (each) =>
        `${ruleLink(each.rule_id, each.rule_name)}: ${each.n} earlier, ${each.resolved} resolved, ${each.rejected} rejected, ${each.open} open, ${plural(each.strs, 'case')} with an STR`,
    ),
  )
}

/** A draft of a note with recorded facts, without a conclusion; it is not sent. */
async function draftNote(scope: Scope, named: string): Promise<string> {
  const { db, platform } = scope
  const id = named.toUpperCase()
  const row = await openCase(scope, id)
  if (!row) return noCase(named)
  const alerts = await alertsOfCase(db, platform, id)
  const facts = alerts.map(
    ({ ruleName, triggerInfo, status }) =>
      `${ruleName}: ${triggerInfo.text}${isOpenAlert(status) ? '' : ` (${ALERT_LABELS[status].toLowerCase()})`}`,
  )
  const body = [
    `Customer ${row.client_name} (${row.customer_id}), ${row.customer_type}.`,
    `Transaction ${row.transaction_id}: ${row.usd} USD, ${row.direction}, counterparty ${row.counterparty_name}.`,
    ...facts.map((fact) => `Alert: ${fact}`),
    'Reviewed: [what you looked at]',
    'Assessment: [your reasons]',
  ]
  return [`Draft for ${caseLink(id)}. Complete the brackets; nothing is saved or sent.`, '', ...body].join('\n')
}
