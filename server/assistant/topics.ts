/** What the built-in assistant can answer: each topic knows its questions by their words and answers from the database. */
import { ALERT_LABELS } from '#contract/model/alert.ts'
import { CASE_LABELS } from '#contract/model/case.ts'
import { toStamp } from '#contract/model/common.ts'
import { FORM_STATUS_LABELS, FORM_TYPE_LABELS, type FormStatus } from '#contract/model/document-form.ts'
import { OVERDUE_HOURS } from '#contract/model/values.ts'
import {
  alertsByRuleSince,
  casesSince,
  countForms,
  customerFacts,
  openHardStops,
  overdueCases,
  type CaseLine,
} from '#server/store/queries/assistant-facts.ts'
import { findCaseRow } from '#server/store/queries/case-detail.ts'
import { toCaseItem } from '#server/store/queries/case-row.ts'
import { countCases, countCasesByManager, countOpenAlerts } from '#server/store/queries/metrics.ts'
import type { Db } from '#server/store/queries/pieces.ts'
import { readPeriod } from './period.ts'

/** Where a question is asked. */
export interface Scope {
  db: Db
  platform: string
  now: Date
}

export interface Topic {
  /** A question it knows, for the help. */
  example: string
  knows: RegExp
  /** `named` is what the question names, where `knows` has a group for it. */
  answer(scope: Scope, question: string, named: string): Promise<string>
}

/** The first that knows a question answers it: what names one thing goes before what counts many. */
export const TOPICS: readonly Topic[] = [
  {
    example: 'what is case PX4100712',
    knows: /\bcase\s+#?((?=\S*\d)[\w*-]+)/i,
    async answer({ db, platform, now }, _, id) {
      const row = await findCaseRow(db, platform, id.toUpperCase())
      if (!row) return `There is no case ${id} on this platform.`
      const item = toCaseItem(row, now.getTime())
      const { clientName, counterpartyName, transactionUsdAmount, transactionDirection } = item.data
      return lines(`Case ${item.id} is “${CASE_LABELS[item.statusCases]}”.`, [
        `client ${clientName}, counterparty ${counterpartyName}`,
        `${transactionUsdAmount} USD, ${transactionDirection}, made on ${item.createAt.date} UTC`,
        item.manager ? `assigned to ${item.manager.name}` : 'assigned to nobody',
        ...item.alerts.map(
          (alert) =>
            `alert “${alert.ruleName}”${alert.alertLevel === 'hardstop' ? ', a hard stop' : ''}: ${ALERT_LABELS[alert.status]}`,
        ),
      ])
    },
  },
  {
    example: 'who is customer 210017',
    knows: /\bcustomer\s+#?((?=\S*\d)[\w-]+)/i,
    async answer({ db, platform }, _, id) {
      const found = await customerFacts(db, platform, id)
      if (!found) return `There is no customer ${id} on this platform.`
      return lines(`Customer ${found.id} is ${found.name}, ${found.type}, country ${found.country ?? 'unknown'}.`, [
        `${plural(found.cases ?? 0, 'case')}, ${found.open ?? 0} of them open`,
        plural(found.alerts ?? 0, 'open alert'),
      ])
    },
  },
  {
    example: 'how many open hard stops',
    knows: /\bhard[\s-]?stops?\b/i,
    async answer({ db, platform }) {
      const { hardStops, total, first } = await openHardStops(db, platform)
      if (hardStops === 0) return 'There are no open hard stops.'
      return lines(
        `${plural(hardStops, 'open hard stop')} on ${plural(total, 'case')}${oldest(total, first)}`,
        first.map(toLine),
      )
    },
  },
  {
    example: 'which cases are overdue',
    knows: /\b(overdue|late)\b/i,
    async answer({ db, platform, now }) {
      const { total, first } = await overdueCases(db, platform, now)
      if (total === 0) return `No new case is older than ${OVERDUE_HOURS} hours.`
      return lines(
        `${plural(total, 'new case')} older than ${OVERDUE_HOURS} hours${oldest(total, first)}`,
        first.map(toLine),
      )
    },
  },
  {
    example: 'alerts by rule this week',
    knows: /\brules?\b/i,
    async answer({ db, platform, now }, question) {
      const { since, words } = readPeriod(question, now)
      const rows = await alertsByRuleSince(db, platform, since)
      if (rows.length === 0) return `No rule raised an alert ${words}.`
      return lines(
        `Alerts raised ${words} by rule, most first:`,
        rows.map(({ rule, raised, open }) => `${rule}: ${raised}, ${open} of them open`),
      )
    },
  },
  {
    example: 'open cases by manager',
    knows: /\b(by (manager|analyst|person)|workload|who has|assigned)\b/i,
    async answer({ db, platform }) {
      const rows = await countCasesByManager(db, platform)
      if (rows.length === 0) return 'There are no open cases.'
      return lines(
        'Open cases by whom they are assigned to:',
        rows.map(({ label, count }) => `${label}: ${count}`),
      )
    },
  },
  {
    example: 'forms by status',
    knows: /\b(forms?|sars?|edds?)\b/i,
    async answer({ db, platform }) {
      const rows = await countForms(db, platform)
      if (rows.length === 0) return 'There are no forms on this platform.'
      return lines(
        'Forms by kind and status:',
        rows.map(
          ({ type, status, n }) => `${FORM_TYPE_LABELS[type]}, ${FORM_STATUS_LABELS[status as FormStatus]}: ${n}`,
        ),
      )
    },
  },
  {
    example: 'new cases today',
    knows: /\b(new cases|today|this week|this month|(last|past) \d+ days?|str)\b/i,
    async answer({ db, platform, now }, question) {
      const { since, words } = readPeriod(question, now)
      const { made, finished, recommended } = await casesSince(db, platform, since)
      return lines(`Cases ${words}:`, [
        `${made} made`,
        `${finished} finished, ${recommended} of them with an STR recommended`,
      ])
    },
  },
  {
    example: 'how many open alerts',
    knows: /\balerts?\b/i,
    async answer({ db, platform }) {
      return `${plural(await countOpenAlerts(db, platform), 'open alert')} on transactions and accounts.`
    },
  },
  {
    example: 'cases by status',
    knows: /\bcases?\b/i,
    async answer({ db, platform }) {
      const rows = await countCases(db, platform)
      if (rows.length === 0) return 'There are no cases on this platform.'
      return lines(
        'Cases by status:',
        rows.map(({ label, count }) => `${label}: ${count}`),
      )
    },
  },
]

function oldest(total: number, first: readonly CaseLine[]): string {
  return total > first.length ? `. The ${first.length} oldest:` : ', oldest first:'
}

function toLine({ id, client, usd, at }: CaseLine): string {
  return `${id}: ${client}, ${usd} USD, since ${toStamp(at).date} UTC`
}

function plural(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`
}

function lines(head: string, items: readonly string[]): string {
  return [head, ...items.map((item) => `- ${item}`)].join('\n')
}
