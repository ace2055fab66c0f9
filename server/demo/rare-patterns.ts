/**
 * The rare patterns of a district: disputed sales, a card in two countries at once, one that is activated far away, a
 * bank under review, customers who share an address or sign in from another continent. They have a seed and payment
 * numbers of their own, so that the rest of the district is the same without them.
 */
import type { IncomingTransaction } from '#server/monitoring/ingestion/incoming.ts'
import { makePayment, type Plan } from './payments.ts'
import type { Customer } from './people.ts'
import { PLACES } from './places.ts'
import type { Random } from './random.ts'
import { WATCHED_BANK } from './rare-rules.ts'
import { outside, type Population } from './population.ts'
import type { GroundTruth } from './ground-truth.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The number of customers at one address, in each of the places. */
const AT_ONE_ADDRESS = 4

/** The number of customers whose last sign-in was from far away. */
const ON_THE_ROAD = 2

/** A planned payment, with its further fields. */
interface Rare extends Plan {
  data?: (idOf: (plan: Plan) => string) => Record<string, unknown>
}

interface Scene {
  kind: string
  isLaundering: boolean
  plans: Rare[]
}

/** Generates them, and changes cards and addresses of some customers. `firstId` is the id of the first payment. */
export function rarePatterns(
  town: Population,
  { platform, firstId, anchor }: { platform: string; firstId: number; anchor: Date },
): { transactions: IncomingTransaction[]; truth: GroundTruth[] } {
  const { random, customers } = town
  const now = anchor.getTime()
  const people = customers.filter(({ party }) => party.type === 'personal')
  const shops = customers.filter(({ party }) => party.type === 'business')
  const ago = (from: number, to: number) => now - Math.floor((from + random.next() * (to - from)) * DAY)
  share(people.slice(0, AT_ONE_ADDRESS))
  travel(random, people.slice(-ON_THE_ROAD))
  const scenes = [
    disputed(town, random.pick(shops), ago(3, 20)),
    twoCountries(town, random.pick(people), ago(1, 30)),
    twoCountries(town, random.pick(people), ago(1, 30)),
    activated(town, random.pick(people), ago(2, 25)),
    reviewed(town, random.pick(shops), ago(1, 40)),
  ]
  const plans = scenes.flatMap((scene) => scene.plans)
  const ids = new Map<Plan, string>(plans.map((plan, n) => [plan, String(firstId + n * 7)]))
  const idOf = (plan: Plan) => ids.get(plan) ?? ''
  return {
    transactions: plans.map((plan) => {
      const made = makePayment(random, idOf(plan), plan)
      return { ...made, data: { ...made.data, ...plan.data?.(idOf) } }
    }),
    truth: scenes.map(({ kind, isLaundering, plans: its }) => ({
      platform,
      kind,
      isLaundering,
      transactions: its.map(idOf),
    })),
  }
}

/** A shop has the same few buyers, until some of them dispute their payments. */
function disputed(town: Population, customer: Customer, end: number): Scene {
  const { random } = town
  const buyers = Array.from({ length: 4 }, () => outside(town, customer).other)
  const sales = Array.from({ length: 26 }, (_, n): Rare => ({
    at: new Date(end - (30 - n) * 16 * HOUR),
    customer,
    other: buyers[n % buyers.length] ?? random.pick(buyers),
    direction: 'incoming',
    usd: random.int(12, 48) + n / 100,
    service: 'eft3rdParty',
    description: `Order ${random.int(1000, 9999)}`,
  }))
  const disputes = sales.slice(-3).map((sale, n): Rare => ({
    ...sale,
    at: new Date(end + n * 5 * HOUR),
    direction: 'outgoing',
    description: 'Chargeback: goods not received',
    data: (idOf) => ({ disputedTransactionId: idOf(sale) }),
  }))
  return { kind: 'disputes', isLaundering: false, plans: [...sales, ...disputes] }
}

/** A card is used at a cash machine at home, and two hours later at one across an ocean. */
function twoCountries(town: Population, customer: Customer, end: number): Scene {
  const { random } = town
  const number = `4*** **** **** ${random.int(1000, 9999)}`
  const away = random.pick(farFrom(customer))
  const cash = (country: string, at: number): Rare => ({
    ...outside(town, customer),
    at: new Date(at),
    direction: 'outgoing',
    usd: random.int(2, 20) * 20,
    service: 'debit card',
    description: 'Cash withdrawal',
    data: () => ({
      clientCardNumber: number,
      merchantName: 'Cash machine',
      merchantCode: '6011',
      merchantCountry: country,
    }),
  })
  const plans = [cash(customer.place.country, end - 2 * HOUR), cash(away, end)]
  return { kind: 'cash in two countries', isLaundering: true, plans }
}

/** A card is activated far away, long after it was issued. */
function activated(town: Population, customer: Customer, end: number): Scene {
  const { random } = town
  const number = `4*** **** **** ${random.int(1000, 9999)}`
  customer.party.profile = {
    ...customer.party.profile,
    cards: [
      {
        cardNumber: number,
        issuedDate: dateText(end - 52 * DAY),
        activationDate: dateText(end - 4 * HOUR),
        activationCountry: random.pick(farFrom(customer)),
      },
    ],
  }
  const use: Rare = {
    ...outside(town, customer),
    at: new Date(end),
    direction: 'outgoing',
    usd: random.int(60, 400),
    service: 'debit card',
    data: () => ({ clientCardNumber: number }),
  }
  return { kind: 'card activated abroad', isLaundering: true, plans: [use] }
}

function reviewed(town: Population, customer: Customer, end: number): Scene {
  const payment: Rare = {
    ...outside(town, customer),
    at: new Date(end),
    direction: 'incoming',
    usd: town.random.int(300, 2600),
    service: 'wire3rdParty',
    description: 'Settlement',
    data: () => ({ originatorBankName: WATCHED_BANK, senderBankName: WATCHED_BANK }),
  }
  return { kind: 'bank under review', isLaundering: false, plans: [payment] }
}

/** Moves customers to the address of the first of them. */
function share([first, ...others]: readonly Customer[]): void {
  const address = first?.party.profile?.['address']
  if (!address) return
  for (const { party } of others) party.profile = { ...party.profile, address }
}

/** Records sign-ins of customers from far away. */
function travel(random: Random, customers: readonly Customer[]): void {
  for (const customer of customers) {
    const currentLocationCountry = random.pick(farFrom(customer))
    customer.party.profile = { ...customer.party.profile, currentLocationCountry }
  }
}

/** The countries across at least one ocean from the customer's. */
function farFrom({ place }: Customer): string[] {
  const isAmerican = ['CA', 'US', 'CO', 'BR'].includes(place.country)
  const codes = PLACES.map(({ country }) => country)
  return codes.filter((code) => ['CA', 'US', 'CO', 'BR'].includes(code) !== isAmerican)
}

function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}
