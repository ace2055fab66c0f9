/** What a template can say about one alert of one case, from what the row carries: so it works offline and in bulk. */
import type { CaseAlert, CaseItem } from '#contract/model/case.ts'
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

/** `now` in milliseconds; days are UTC. */
export function noteFacts(row: CaseItem, alert: CaseAlert, me: Me, now: number): Record<Variable, string> {
  const { data } = row
  return {
    'alert.ruleName': alert.ruleName,
    'alert.facts': alert.text,
    'case.id': row.id,
    amount: `${data.transactionAmount} ${data.transactionCurrency}`,
    'amount|usd': `${data.transactionUsdAmount} USD`,
    service: data.transactionType,
    direction: data.transactionDirection,
    date: row.createAt.date.slice(0, 10),
    'customer.name': data.clientName,
    'counterparty.name': data.counterpartyName,
    'me.initials': initials(me.name),
    today: new Date(now).toISOString().slice(0, 10),
  }
}
