/** Template variables of one alert, from its row: available offline and in bulk. */
import type { CaseAlert, CaseItem } from '#contract/model/cases/case.ts'
import type { FactSheet } from '#contract/model/facts/facts.ts'
import type { ServiceName } from '#contract/reference/types.ts'
import type { FactSubject } from '#src/features/facts/public.ts'
import { formatAmount } from '#src/format/amount.ts'
import { alertStatusLabel } from '#src/format/label.ts'
import type { Lookup } from '#src/format/lookup.ts'
import { serviceName } from '#src/format/name.ts'
import type { ClaimPolicy, NoteAbout } from '#src/features/templates/claims/connect-claims.ts'
import type { Variable } from './render.ts'

export interface Me {
  id: string
  name: string
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .join('')

/** How the facts of a note were read. */
export interface ReadingOf {
  unread: string | null
  age: string | null
}

/** The author, the time (milliseconds; days are UTC), and the labels of services. */
export interface Writing {
  me: Me
  now: number
  services: Lookup<ServiceName>
  /** The pins of a case or an account alert, as text; empty without any. */
  evidence(id: string): string
  /** The facts of a case or an account alert, where they are on this device. */
  sheetOf?(subject: FactSubject): FactSheet | undefined
  /** The reason why nothing may be closed on those facts, and what a note says of their age; null for neither. */
  readingOf?(subject: FactSubject): ReadingOf
  claims?: ClaimPolicy | undefined
}

/** Variables without a case: customer, author, and time. */
export function personFacts(customerName: string, { me, now }: Pick<Writing, 'me' | 'now'>) {
  return {
    'customer.name': customerName,
    'me.name': me.name,
    'me.initials': initials(me.name),
    today: new Date(now).toISOString().slice(0, 10),
  } satisfies Partial<Record<Variable, string>>
}

/** Each alert with its disposition: "Limit: Resolved; Velocity: False positive: duplicate". */
export const alertTexts = (
  alerts: readonly CaseAlert[],
  wordsOf: (alert: CaseAlert) => string = ({ status }) => alertStatusLabel(status),
): string => alerts.map((alert) => `${alert.ruleName}: ${wordsOf(alert)}`).join('; ')

/** The variables of a case's alert. */
export function noteFacts(
  row: CaseItem,
  alert: CaseAlert,
  { me, now, services, evidence }: Writing,
): Record<Exclude<Variable, 'claims'>, string> {
  const { data } = row
  return {
    ...personFacts(data.clientName, { me, now }),
    'alert.id': alert.id,
    'alert.ruleName': alert.ruleName,
    'alert.facts': alert.text,
    'case.id': row.id,
    'case.alerts': alertTexts(row.alerts),
    amount: `${formatAmount(data.transactionAmount)} ${data.transactionCurrency}`,
    'amount|usd': `${formatAmount(data.transactionUsdAmount)} USD`,
    // imported data may know no service, and a note reads well without it
    service: serviceName(data.transactionType, services) || 'transaction',
    direction: data.transactionDirection,
    date: row.createAt.date.slice(0, 10),
    'customer.id': row.customerId,
    'counterparty.name': data.counterpartyName,
    evidence: evidence(row.id),
  }
}

/** The subject of a note on a case's alert; `isWhole` for one on the case itself. */
export function aboutAlert(row: CaseItem, alert: CaseAlert, writing: Writing, isWhole = false): NoteAbout {
  const subject = { kind: 'case', id: row.id, platform: row.platform } as const
  return {
    variables: noteFacts(row, alert, writing),
    sheet: writing.sheetOf?.(subject),
    ...writing.readingOf?.(subject),
    alertId: isWhole ? null : alert.id,
    ruleType: isWhole ? undefined : alert.ruleType,
    policy: writing.claims,
    comesBack: true,
  }
}
