/** Counts, groups and lists that a question asks for, by SQL over one platform. Each is bounded. */
import { sql, type RawBuilder } from 'kysely'
import { ALERT_LABELS } from '#contract/model/cases/alert.ts'
import { CASE_LABELS } from '#contract/model/cases/case.ts'
import { isOpenCase } from '#contract/model/cases/case.ts'
import { FORM_STATUS_LABELS } from '#contract/model/forms/document-form.ts'
import { CASE_STATUSES, OVERDUE_HOURS } from '#contract/model/values.ts'
import { OPEN_ALERT, type Db } from '#server/store/sql.ts'
import type { Group, Question, State, Subject } from './question.ts'

type Condition = RawBuilder<unknown>

/** The maximum number of groups and records in an answer. */
const GROUPS_MOST = 25
const LIST_MOST = 10

interface Counted {
  /** The table, as `s`. */
  from: Condition
  /** The condition of a subject, beside its platform. */
  is: Condition
  began: Condition
  ended: Condition | null
  states: Partial<Record<State, (now: Date) => Condition>>
  manager?: Condition
  rule?: (id: string) => Condition
  country?: Condition
  customer?: Condition
  customerType?: Condition
  usd?: Condition
  groups: Partial<Record<Group, Condition>>
  /** Words for the keys of `status`. */
  labels: Readonly<Record<string, string>>
  /** The id of a record and a line about it. */
  record: { id: Condition; line: Condition }
}

const OPEN_CASE_LIST = sql.join(CASE_STATUSES.filter(isOpenCase))
const day = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`
const person = sql`coalesce((select p.first_name || ' ' || p.last_name from account p where p.id = s.manager_id), 'Unassigned')`
const overdueAt = (now: Date) => new Date(now.getTime() - OVERDUE_HOURS * 3_600_000)
const date = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`

const caseStatus = sql`case when s.status = 'new' and s.alert_count = 0 then 'process'
  when s.status = 'complete' and s.recommended_str = 1 then 'str' else s.status end`

const cases: Counted = {
  from: sql`monitoring_case s`,
  is: sql`true`,
  began: sql`s.created_at`,
  ended: sql`s.finished_at`,
  states: {
    open: () => sql`s.status in (${OPEN_CASE_LIST})`,
    new: () => sql`s.status = 'new'`,
    await: () => sql`s.status = 'await'`,
    overdue: (now) => sql`s.status = 'new' and s.created_at < ${overdueAt(now)}`,
    finished: () => sql`s.status in ('complete', 'process', 'str')`,
    error: () => sql`s.status = 'error'`,
    rejected: () => sql`s.status = 'reject'`,
  },
  manager: sql`s.manager_id`,
  rule: (id) =>
    sql`exists (select from alert a where a.platform = s.platform and a.case_id = s.id and a.rule_id = ${id})`,
  country: sql`s.country`,
  customer: sql`s.customer_id`,
  customerType: sql`s.customer_type`,
  usd: sql`s.usd`,
  groups: {
    manager: person,
    status: caseStatus,
    country: sql`coalesce(s.country, 'not known')`,
    day: day('s.created_at'),
    service: sql`coalesce(s.service, 'not known')`,
    type: sql`s.customer_type`,
    rule: sql`coalesce(s.failed_rule, 'no rule')`,
  },
  labels: CASE_LABELS,
  record: {
    id: sql`s.id`,
    line: sql`s.client_name || ', ' || s.usd || ' USD, since ' || ${date('s.created_at')}`,
  },
}

const alerts: Counted = {
  from: sql`alert s`,
  is: sql`true`,
  began: sql`s.created_at`,
  ended: sql`s.resolved_at`,
  states: {
    open: () => sql`s.status in ${OPEN_ALERT}`,
    new: () => sql`s.status = 'new'`,
    await: () => sql`s.status = 'await'`,
    inProgress: () => sql`s.status = 'in_progress'`,
    overdue: (now) => sql`s.status = 'new' and s.created_at < ${overdueAt(now)}`,
    finished: () => sql`s.status not in ${OPEN_ALERT}`,
    rejected: () => sql`s.status = 'rejected'`,
  },
  manager: sql`s.manager_id`,
  rule: (id) => sql`s.rule_id = ${id}`,
  customer: sql`s.customer_id`,
  groups: {
    manager: person,
    rule: sql`s.rule_name`,
    status: sql`s.status`,
    day: day('s.created_at'),
    type: sql`s.kind`,
  },
  labels: ALERT_LABELS,
  record: {
    id: sql`coalesce(s.case_id, s.customer_id)`,
    line: sql`'alert ' || s.id || ', ' || s.rule_name || ', since ' || ${date('s.created_at')}`,
  },
}

const forms: Counted = {
  from: sql`document_form s`,
  is: sql`true`,
  began: sql`s.created_at`,
  ended: null,
  states: {
    open: () => sql`s.status in ('new', 'review')`,
    new: () => sql`s.status = 'new'`,
    finished: () => sql`s.status in ('approved', 'submitted')`,
  },
  customer: sql`s.customer_id`,
  groups: { status: sql`s.status`, type: sql`s.type`, day: day('s.created_at') },
  labels: FORM_STATUS_LABELS,
  record: { id: sql`s.id`, line: sql`s.type || ' of customer ' || s.customer_id` },
}

const COUNTED: Record<Subject, Counted> = {
  case: cases,
  str: {
    ...cases,
    is: sql`s.recommended_str = 1 and s.status in ('complete', 'str')`,
    // an STR is dated by its recommendation
    began: sql`s.finished_at`,
    states: { ...cases.states, finished: () => sql`true` },
    groups: { ...cases.groups, day: day('s.finished_at') },
  },
  alert: alerts,
  transactionAlert: { ...alerts, is: sql`s.kind = 'transaction'` },
  accountAlert: { ...alerts, is: sql`s.kind = 'account'` },
  hardStop: { ...alerts, is: sql`s.level = 'hardstop'` },
  sar: { ...forms, is: sql`s.type = 'sar'` },
  edd: { ...forms, is: sql`s.type <> 'sar'` },
  form: forms,
  customer: {
    from: sql`customer s`,
    is: sql`true`,
    began: sql`s.created_at`,
    ended: null,
    states: {
      open: () =>
        sql`exists (select from alert a where a.platform = s.platform and a.customer_id = s.id and a.status in ${OPEN_ALERT})`,
    },
    country: sql`s.country`,
    customer: sql`s.id`,
    customerType: sql`s.type`,
    groups: {
      country: sql`coalesce(s.country, 'not known')`,
      type: sql`s.type`,
      status: sql`s.account_status`,
      day: day('s.created_at'),
    },
    labels: {},
    record: { id: sql`s.id`, line: sql`s.name` },
  },
  transaction: {
    from: sql`transaction s`,
    is: sql`true`,
    began: sql`s.at`,
    ended: null,
    states: {},
    country: sql`s.counterparty_country`,
    customer: sql`s.customer_id`,
    usd: sql`s.usd`,
    groups: {
      service: sql`coalesce(s.service, 'not known')`,
      country: sql`coalesce(s.counterparty_country, 'not known')`,
      day: day('s.at'),
      type: sql`s.direction`,
    },
    labels: {},
    record: { id: sql`s.customer_id`, line: sql`s.id || ', ' || s.usd || ' USD' || ', ' || ${date('s.at')}` },
  },
  contract: {
    from: sql`contract s`,
    is: sql`true`,
    began: sql`s.created_at`,
    ended: null,
    states: { new: () => sql`s.status = 'NEW'`, open: () => sql`s.status = 'ACTIVE'` },
    customer: sql`s.customer_id`,
    groups: { status: sql`s.status`, type: sql`s.type` },
    labels: {},
    record: { id: sql`s.customer_id`, line: sql`'contract ' || s.id || ', ' || s.status` },
  },
}

/** Parts of a question that its subject lacks, as text; null if it can be answered. */
export function whyNotCounted(question: Question): string | null {
  const { subject, state, group } = question
  const of = COUNTED[subject]
  if (state !== null && !of.states[state]) return 'that status'
  if (group !== null && !of.groups[group]) return `grouping by ${group}`
  if (question.manager && !of.manager) return 'assignees'
  if (question.rule && !of.rule) return 'rules'
  if (question.country && !of.country) return 'countries'
  if (question.customerId !== null && !of.customer) return 'customers'
  if (question.customerType && !of.customerType) return 'customer types'
  if ((question.above ?? question.below) !== null && !of.usd) return 'amounts'
  return null
}

function conditionsOf(question: Question, platform: string, now: Date): Condition {
  const of = COUNTED[question.subject]
  const { state, manager, rule, country, customerId, customerType, above, below, period } = question
  const time = question.isAboutEnd && of.ended ? of.ended : of.began
  const parts: (Condition | undefined | null | false)[] = [
    sql`s.platform = ${platform}`,
    of.is,
    state !== null && of.states[state]?.(now),
    manager && of.manager && (manager.id === '' ? sql`${of.manager} is null` : sql`${of.manager} = ${manager.id}`),
    rule && of.rule?.(rule.id),
    country && of.country && sql`${of.country} = ${country.id}`,
    customerId !== null && of.customer && sql`${of.customer} = ${customerId}`,
    customerType && of.customerType && sql`${of.customerType} = ${customerType}`,
    above !== null && of.usd && sql`${of.usd} >= ${above}`,
    below !== null && of.usd && sql`${of.usd} <= ${below}`,
    period && sql`${time} >= ${period.since} and ${time} < ${period.until}`,
  ]
  return sql.join(
    parts.flatMap((part) => (part ? [sql`(${part})`] : [])),
    sql` and `,
  )
}

/** The count. */
export async function countAsked(db: Db, platform: string, now: Date, question: Question): Promise<number> {
  const of = COUNTED[question.subject]
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from ${of.from} where ${conditionsOf(question, platform, now)}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** The counts by group, largest first; days in order. */
export async function groupAsked(
  db: Db,
  platform: string,
  now: Date,
  question: Question & { group: Group },
): Promise<{ label: string; n: number }[]> {
  const of = COUNTED[question.subject]
  const key = of.groups[question.group] ?? sql`''`
  const order = question.group === 'day' ? sql`key desc` : sql`n desc, key`
  const { rows } = await sql<{ key: string; n: number }>`
    select ${key} as key, count(*)::int as n from ${of.from} where ${conditionsOf(question, platform, now)}
    group by 1 order by ${order} limit ${GROUPS_MOST}`.execute(db)
  return rows.map(({ key: each, n }) => ({ label: of.labels[each] ?? each, n }))
}

/** The first records, oldest first. */
export async function listAsked(
  db: Db,
  platform: string,
  now: Date,
  question: Question,
): Promise<{ id: string; line: string }[]> {
  const of = COUNTED[question.subject]
  const { rows } = await sql<{ id: string; line: string }>`
    select ${of.record.id} as id, ${of.record.line} as line from ${of.from}
    where ${conditionsOf(question, platform, now)} order by ${of.began}, 1 limit ${LIST_MOST}`.execute(db)
  return rows
}
