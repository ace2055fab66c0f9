/** The parts of a report for one transaction: its starting and completing actions. */
import type { Direction } from '#contract/model/values.ts'

export interface ReportedTransaction {
  transactionId: string
  /** `YYYY-MM-DD`. */
  date: string
  amount: string
  currency: string
  /** The service by its label. */
  method: string
  /** The customer's own. */
  direction: Direction
  customer: string
  customerCountry?: string | null | undefined
  customerAccount?: string | null | undefined
  counterparty: string
  counterpartyCountry?: string | null | undefined
  counterpartyAccount?: string | null | undefined
}

type Row = Record<string, string>

/** The row of `startingActions` and the row of `completingActions` for a transaction, without what is not known. */
export function actionsOf(one: ReportedTransaction): { starting: Row; completing: Row } {
  const isOut = one.direction === 'outgoing'
  const sender = { name: one.customer, account: one.customerAccount }
  const receiver = { name: one.counterparty, account: one.counterpartyAccount, country: one.counterpartyCountry }
  const [from, to] = isOut ? [sender, receiver] : [receiver, { ...sender, country: one.customerCountry }]
  const money = { transactionId: one.transactionId, amount: one.amount, currency: one.currency }
  return {
    starting: known({
      ...money,
      account: from.account,
      date: one.date,
      method: one.method,
      conductor: from.name,
    }),
    completing: known({
      ...money,
      account: to.account,
      disposition: isOut ? 'Sent to the beneficiary' : 'Credited to the account',
      beneficiary: to.name,
      beneficiaryCountry: to.country,
    }),
  }
}

/** Adds a transaction to a report's answers: both rows, and the period and sum where they are still open. */
export function withTransaction(
  data: Readonly<Record<string, unknown>>,
  one: ReportedTransaction,
): Record<string, unknown> {
  const { starting, completing } = actionsOf(one)
  const [from, to] = [dateOf(data['activityFrom']), dateOf(data['activityTo'])]
  return {
    ...data,
    startingActions: [...rowsOf(data['startingActions']), starting],
    completingActions: [...rowsOf(data['completingActions']), completing],
    activityFrom: from && from < one.date ? from : one.date,
    activityTo: to && to > one.date ? to : one.date,
  }
}

/** True if the report names the transaction already. */
export function namesTransaction(data: Readonly<Record<string, unknown>>, transactionId: string): boolean {
  return rowsOf(data['startingActions']).some((row) => row['transactionId'] === transactionId)
}

const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : [])
const dateOf = (value: unknown) => (typeof value === 'string' ? value : '')

function known(row: Record<string, string | null | undefined>): Row {
  return Object.fromEntries(Object.entries(row).filter((entry): entry is [string, string] => Boolean(entry[1])))
}
