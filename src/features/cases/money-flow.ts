/** The flow of money as the customer of a case sees it: the counterparty, in or out, and the running balance. Pure. */
import type { FlowEntry } from '#contract/calls/cases.ts'

export interface MoneyFlowRow {
  entry: FlowEntry
  /** Whom the customer paid or was paid by; of the counterparty's other payments, both of their parties. */
  other: string
  /** Decimal text; null where the money went the other way, or is not the customer's. */
  incoming: string | null
  outgoing: string | null
  /** Of the customer's own payments so far; null where the payment is not the customer's. */
  balance: string | null
}

/** Payments on record for the customer are its own; what another customer paid it is told on that one's account. */
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
