/** The flow of money as the customer of a case sees it: the counterparty, in or out, and the running balance. Pure. */
import type { FlowEntry } from '#contract/calls/cases/cases.ts'

export interface MoneyFlowRow {
  entry: FlowEntry
  /** The customer's counterparty; both parties for the counterparty's other payments. */
  other: string
  /** Decimal text; null in the other direction, or for another customer. */
  incoming: string | null
  outgoing: string | null
  /** The running total of the customer's own payments; null for others. */
  balance: string | null
}

/** Payments on record for the customer are its own; another customer's payment is listed on that account. */
export function moneyFlowRows(entries: readonly FlowEntry[], customerId: string): MoneyFlowRow[] {
  const own = entries.find((entry) => entry.customerId === customerId)?.name
  let cents = 0
  return entries.map((entry) => {
    const { name, usd } = entry
    const counterparty = entry.counterpartyName || 'No counterparty named'
    const isOwn = entry.customerId === customerId
    const isOther = !isOwn && own !== undefined && entry.counterpartyName === own
    if (!isOwn && !isOther) {
      const sides = entry.direction === 'incoming' ? [counterparty, name] : [name, counterparty]
      return { entry, other: sides.join(' → '), incoming: null, outgoing: null, balance: null }
    }
    const isIn = (entry.direction === 'incoming') === isOwn
    cents += Math.round(Number(usd) * 100) * (isIn ? 1 : -1)
    return {
      entry,
      other: isOwn ? counterparty : name,
      incoming: isIn ? usd : null,
      outgoing: isIn ? null : usd,
      balance: (cents / 100).toFixed(2),
    }
  })
}
