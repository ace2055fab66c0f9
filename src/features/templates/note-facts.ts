/** What a template can say about one alert of one case, from what the row carries: so it works offline and in bulk. */
import type { CaseAlert, CaseItem } from '#contract/model/case.ts'
import { formatAmount } from '#src/format/amount.ts'
import type { Lookup } from '#src/format/lookup.ts'
import { serviceName } from '#src/format/name.ts'
import type { ServiceName } from '#contract/reference/types.ts'
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

/** Who writes, when (milliseconds; days are UTC), and how services are called. */
export interface Writing {
  me: Me
  now: number
  services: Lookup<ServiceName>
  /** What is pinned as evidence on a case, in words; empty where nothing is. */
  evidence(caseId: string): string
}

/** What can be said without a case: whom it is about, who writes, and when. */
export function personFacts(customerName: string, { me, now }: Pick<Writing, 'me' | 'now'>) {
  return {
    'customer.name': customerName,
    'me.name': me.name,
    'me.initials': initials(me.name),
    today: new Date(now).toISOString().slice(0, 10),
  } satisfies Partial<Record<Variable, string>>
}

export function noteFacts(
  row: CaseItem,
  alert: CaseAlert,
  { me, now, services, evidence }: Writing,
): Record<Variable, string> {
  const { data } = row
  return {
    ...personFacts(data.clientName, { me, now }),
    'alert.ruleName': alert.ruleName,
    'alert.facts': alert.text,
    'case.id': row.id,
    amount: `${formatAmount(data.transactionAmount)} ${data.transactionCurrency}`,
    'amount|usd': `${formatAmount(data.transactionUsdAmount)} USD`,
    // imported data may know no service, and a note reads well without it
    service: serviceName(data.transactionType, services) || 'transaction',
    direction: data.transactionDirection,
    date: row.createAt.date.slice(0, 10),
    'counterparty.name': data.counterpartyName,
    evidence: evidence(row.id),
  }
}
