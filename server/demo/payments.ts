/** Makes payments of the demo world with every field that their service has. */
import type { Service } from '#contract/model/values.ts'
import type { IncomingTransaction } from '#server/monitoring/ingestion/incoming.ts'
import { detailsOf } from './payments/details.ts'
import type { Customer, Outsider } from './people.ts'
import { PROHIBITED, SANCTIONED, type Place } from './places.ts'
import type { Random } from './random.ts'

/** The part of a payment that a pattern determines; the rest is generated. */
export interface Plan {
  at: Date
  customer: Customer
  /** A customer of the platform, or a party outside it. */
  other: Customer | Outsider
  direction: 'incoming' | 'outgoing'
  usd: number
  service?: Service
  description?: string
  /** The country it is initiated from, if that is not the customer's. */
  from?: 'prohibited' | 'sanctioned'
  status?: IncomingTransaction['status']
  review?: boolean
}

const DESCRIPTIONS = [
  'Invoice',
  'Rent',
  'Consulting fee',
  'Family support',
  'Payout',
  'Refund',
  'Supplier payment',
  'Salary',
  'Subscription',
  'Course fee',
  'Equipment',
  'Commission',
  'Travel costs',
  'Loan repayment',
  'Advertising',
  'Freelance work',
] as const
const MERCHANTS = [
  ['Corner Grocery', '5411'],
  ['Harbour Fuel', '5541'],
  ['Blue Plate Diner', '5812'],
  ['City Hotel', '7011'],
  ['Pixel Store', '5732'],
  ['Northern Air', '4511'],
  ['Green Pharmacy', '5912'],
] as const
const SOURCES = ['web', 'mobile', 'api', 'batch'] as const
const MODES = ['code', 'sms', 'push', 'otp', 'device', 'N/A'] as const

/** Makes the payment with an id; amounts have two decimals in every currency. */
export function makePayment(random: Random, id: string, plan: Plan): IncomingTransaction {
  const { customer, other, direction, at } = plan
  const service = plan.service ?? 'p2p'
  const isCrypto = service.startsWith('crypto')
  const currency = isCrypto ? random.pick(['EUSDT', 'TUSDT', 'EUSDC', 'TUSDC']) : customer.place.currency
  const rate = isCrypto ? 1 : customer.place.rate
  const usd = plan.usd.toFixed(2)
  const amount = (plan.usd / rate).toFixed(2)
  const [country, city] = whereFrom(random, plan)
  const counterparty = describe(other)
  const ip = `${customer.place.net}.${random.int(0, 255)}.${random.int(1, 254)}`
  const isOut = direction === 'outgoing'
  const client = block('client', describe(customer))
  const originator = block('originator', isOut ? describe(customer) : counterparty)
  const beneficiary = block('beneficiary', isOut ? counterparty : describe(customer))
  const sender = block('sender', isOut ? describe(customer) : counterparty)
  return {
    id,
    at,
    customer: customer.party,
    counterparty: {
      name: counterparty.name,
      country: counterparty.place.country,
      account: 'party' in other ? other.party : null,
    },
    direction,
    service,
    amount,
    currency,
    usd,
    country,
    ...(plan.status && { status: plan.status }),
    ...(plan.review && { review: true }),
    data: {
      transactionDesc: plan.description ?? `${random.pick(DESCRIPTIONS)} ${random.int(100, 9999)}`,
      transactionSource: random.pick(SOURCES),
      transactionCurrencyRate: String(rate),
      transactionIp: ip,
      currentIp: ip,
      currentLocationCity: city,
      currentLocationCountry: country,
      transactionApprovalMode: random.pick(MODES),
      ...client,
      ...originator,
      ...beneficiary,
      ...sender,
      ...detailsOf(id, service, amount, plan),
      initiatedByCustomerId: isOut ? customer.party.id : null,
      initiatedByDate: dateText(new Date(at.getTime() - random.int(20, 900) * 1000)),
      ...(service === 'debit card' && card(random, customer.place, amount)),
    },
  }
}

function whereFrom(random: Random, { customer, from }: Plan): readonly [country: string, city: string] {
  if (from === 'prohibited') return random.pick(PROHIBITED)
  if (from === 'sanctioned') return SANCTIONED
  return [customer.place.country, customer.city[0]]
}

interface Described {
  name: string
  type: string
  username: string | null
  place: Place
  account: string
  line: string | null
  city: string | null
  state: string | null
  zip: string | null
}

function describe(who: Customer | Outsider): Described {
  if ('party' in who) {
    const { party, place, city, street, account } = who
    const username = party.username ?? null
    return {
      name: party.name,
      type: party.type,
      username,
      place,
      account,
      line: street,
      city: city[0],
      state: city[1],
      zip: city[2],
    }
  }
  const { name, type, place, account } = who
  return { name, type, username: null, place, account, line: null, city: null, state: null, zip: null }
}

/** The fields of one party, by the specification's names: `originatorName`, `originatorAddressCity` ... */
function block(role: string, who: Described): Record<string, unknown> {
  const fields = {
    Type: who.type,
    Name: who.name,
    Username: who.username,
    AddressLine: who.line,
    AddressCity: who.city,
    AddressState: who.state || null,
    AddressCountry: who.place.country,
    AddressZip: who.zip,
    AccountNumber: who.account,
    BankName: who.place.bank,
    BankAddressCountry: who.place.country,
    SwiftCode: who.place.swift,
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[`${role}${name}`, value]])),
  )
}

function card(random: Random, place: Place, amount: string) {
  const [name, code] = random.pick(MERCHANTS)
  const [city] = random.pick(place.cities)
  return {
    transactionCardPresent: random.chance(0.7),
    clientCardNumber: `4*** **** **** ${String(random.int(0, 9999)).padStart(4, '0')}`,
    merchantName: `${name} ${city}`,
    merchantCountry: place.country,
    merchantAddress: random.pick(place.streets),
    merchantIdentifier: String(random.int(10_000_000, 99_999_999)),
    merchantCode: code,
    originalCurrency: place.currency,
    originalAmount: amount,
  }
}

function dateText(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}
