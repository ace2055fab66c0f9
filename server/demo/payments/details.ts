/**
 * Details that only some payments have: banks and cards of the parties, approval, programme, balance, and the largest payment of
 * the account so far. Random values come from the payment's id alone, so that the rest of the world is the same without
 * them.
 */
import type { Service } from '#contract/model/values.ts'
import type { Customer, Outsider } from '#server/demo/people.ts'
import type { Place } from '#server/demo/places.ts'
import { randomOf, type Random } from '#server/demo/random.ts'
import type { IncomingTransaction } from '#server/monitoring/ingestion/incoming.ts'

interface Paid {
  at: Date
  customer: Customer
  other: Customer | Outsider
  direction: 'incoming' | 'outgoing'
  usd: number
}

const PROGRAMS = ['Prepaid', 'Debit', 'Corporate'] as const
/** From this amount on, a business has its payments approved by a second person; USD. */
const APPROVED_FROM = 1000
const BANKED = /wire|eft|fromDifferentFi/i
const CARDED = /oct|debit card/i

/** The details of one payment, by the specification's names. `amount` is decimal text in the customer's currency. */
export function detailsOf(id: string, service: Service, amount: string, paid: Paid): Record<string, unknown> {
  const random = randomOf(`docket payment details 1 ${id}`)
  const { customer, other, at, usd } = paid
  const isOut = paid.direction === 'outgoing'
  const [payer, payee] = isOut ? [customer, other] : [other, customer]
  const parties = { client: customer, originator: payer, sender: payer, beneficiary: payee }
  const each = (fields: (who: Customer | Outsider) => Record<string, string>) =>
    Object.assign({}, ...Object.entries(parties).map(([role, who]) => prefixed(role, fields(who)))) as object
  const before = random.around(customer.usual * 4, 0.5) / customer.place.rate + (isOut ? Number(amount) : 0)
  const isApproved = isOut && customer.party.type === 'business' && usd >= APPROVED_FROM
  return {
    ...(!service.startsWith('crypto') && { balanceBeforeTransaction: before.toFixed(2) }),
    ...(BANKED.test(service) && !service.startsWith('crypto') && each(bankOf)),
    ...(CARDED.test(service) && { ...each(cardOf), programType: random.pick(PROGRAMS) }),
    ...(isApproved && approval(random, customer, at)),
  }
}

function approval(random: Random, { party }: Customer, at: Date) {
  const approved = new Date(at.getTime() - random.int(1, 15) * 1000)
  return { approvedByCustomerId: party.id, approvedByDate: approved.toISOString().slice(0, 19).replace('T', ' ') }
}

function bankOf({ place, account }: Customer | Outsider): Record<string, string> {
  const [[city, state, zip]] = place.cities as [Place['cities'][number]]
  return {
    BankAccount: `${account}-01`,
    BankCode: String(place.bank.length * 1000 + place.swift.charCodeAt(0)).padStart(6, '0'),
    BankAddressLine: `1 ${place.streets[0]}`,
    BankAddressCity: city,
    ...(state && { BankAddressState: state }),
    BankAddressZip: zip,
  }
}

/** The card of a party, always the same. */
const cardOf = ({ account }: Customer | Outsider): Record<string, string> => ({
  CardNumber: `5*** **** **** ${account.slice(-4)}`,
})

const prefixed = (role: string, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [role + name, value]))

/** Adds to payments by card the largest payment of their account until then. Payments are in order of time. */
export function withLargest(payments: readonly IncomingTransaction[]): IncomingTransaction[] {
  const largest = new Map<string, IncomingTransaction>()
  return payments.map((payment) => {
    const { customer, service } = payment
    const before = largest.get(customer.id)
    if (!before || Number(before.usd) < Number(payment.usd)) largest.set(customer.id, payment)
    if (!before || !CARDED.test(service ?? '')) return payment
    const maxTransactionUtcDate = before.at.toISOString().slice(0, 19).replace('T', ' ')
    const of = { maxAmount: before.usd, maxTransactionId: before.id, maxTransactionUtcDate }
    return { ...payment, data: { ...payment.data, ...of } }
  })
}
