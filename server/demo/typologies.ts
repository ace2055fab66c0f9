/** The patterns that rules look for, some of them innocent, beside the everyday payments of the demo world. */
import type { Plan } from './payments.ts'
import { anyService, business, everydayPayment, otherThan, outside, personal, type Population } from './population.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A pattern with its payments; `isLaundering` is the ground truth. */
export interface Typology {
  kind: string
  isLaundering: boolean
  plans: Plan[]
}

/** Generates a pattern that ends at a moment. */
type Teller = (town: Population, end: number) => Omit<Typology, 'kind'>

const invoice: Teller = (town, end) => {
  const customer = business(town)
  const usd = round(town.random.around(14_000, 0.35), 50)
  return innocent([
    {
      ...outside(town, customer),
      at: new Date(end),
      direction: town.random.chance(0.6) ? 'outgoing' : 'incoming',
      usd: Math.max(10_000, usd),
      service: anyService(town.random),
      description: `Invoice ${town.random.int(1000, 9999)}`,
    },
  ])
}

/** A week's instalments to one party: to a rule the same as a drip of stolen money. */
const instalments: Teller = (town, end) => {
  const customer = town.random.pick(town.customers)
  const { other } = outside(town, customer)
  const usd = round(town.random.around(260, 0.5), 5)
  const service = anyService(town.random)
  return innocent(
    steps(3, 2 * DAY, end).map((at) => ({
      at,
      customer,
      other,
      direction: 'outgoing',
      usd,
      service,
      description: 'Instalment',
    })),
  )
}

const structuring: Teller = (town, end) => {
  const customer = town.random.pick(town.customers)
  const direction = town.random.chance(0.5) ? 'incoming' : 'outgoing'
  const service = town.random.pick(['wireOwn', 'eftOwn', 'wire3rdParty', 'instantEftOwn', 'interacEftOwn'] as const)
  return guilty(
    steps(town.random.int(2, 4), 5 * HOUR, end).map((at) => ({
      ...outside(town, customer),
      at,
      direction,
      usd: round(town.random.int(7400, 9950), 10),
      service,
      description: 'Own funds',
    })),
  )
}

/** Many senders pay small amounts, and the money then leaves. */
const mule: Teller = (town, end) => {
  const customer = personal(town)
  const senders = town.random.int(6, 8)
  const paidIn = steps(senders, 5 * HOUR, end - 2 * HOUR).map((at): Plan => ({
    ...outside(town, customer),
    at,
    direction: 'incoming',
    usd: round(town.random.int(620, 1450), 1),
    service: 'interacEft3rdParty',
    description: 'For the apartment',
  }))
  const total = paidIn.reduce((sum, { usd }) => sum + usd, 0)
  const out: Plan = {
    ...outside(town, customer),
    at: new Date(end),
    direction: 'outgoing',
    usd: Math.min(9900, round(total * 0.95, 1)),
    service: 'cryptoEftOwn',
    description: 'Wallet',
  }
  return guilty([...paidIn, out])
}

/** A stolen card is tested, or a shop bills by the item. */
const burst: Teller = (town, end) => {
  const isLaundering = town.random.chance(0.5)
  const customer = isLaundering ? personal(town) : business(town)
  const count = town.random.int(12, 14)
  const plans = steps(count, 20 * MINUTE, end).map((at): Plan => ({
    ...outside(town, customer),
    at,
    direction: 'outgoing',
    usd: town.random.int(4, 90),
    service: isLaundering ? 'debit card' : 'eft3rdParty',
  }))
  return { isLaundering, plans }
}

const abroad: Teller = (town, end) => {
  const customer = town.random.pick(town.customers)
  const from = town.random.chance(0.25) ? 'sanctioned' : 'prohibited'
  return innocent([
    {
      ...outside(town, customer),
      at: new Date(end),
      direction: 'outgoing',
      usd: round(town.random.around(340, 0.6), 1),
      service: anyService(town.random),
      from,
    },
  ])
}

/** A season's sales, or an account that changed hands. */
const increase: Teller = (town, end) => {
  const customer = town.random.pick(town.customers)
  const plans = steps(3, 2 * DAY, end).map((at): Plan => ({
    ...outside(town, customer),
    at,
    direction: town.random.chance(0.6) ? 'outgoing' : 'incoming',
    usd: Math.min(9800, round(customer.usual * town.random.int(7, 11), 1)),
    service: anyService(town.random),
  }))
  return { isLaundering: town.random.chance(0.3), plans }
}

const deposit: Teller = (town, end) => {
  const customer = personal(town)
  return innocent([
    {
      ...outside(town, customer),
      at: new Date(end),
      direction: 'incoming',
      usd: round(town.random.int(3200, 9600), 10),
      service: anyService(town.random),
      description: town.random.pick(['Sale of a car', 'Inheritance', 'Bonus', 'Tax refund']),
    },
  ])
}

/** Money returns to its origin over several accounts, a little less each time. */
const cycle: Teller = (town, end) => {
  const first = personal(town)
  const second = otherThan(town, first)
  const third = town.customers.find((each) => each !== first && each !== second) ?? second
  const usd = town.random.int(5600, 9800)
  const ring = [first, second, third, first] as const
  return guilty(
    steps(3, 3 * HOUR, end).map((at, i): Plan => {
      const [customer, other] = [ring[i] ?? first, ring[i + 1] ?? first]
      return {
        at,
        customer,
        other,
        direction: 'outgoing',
        usd: round(usd * 0.97 ** i, 1),
        service: 'p2p',
        description: 'Loan',
      }
    }),
  )
}

const words: Teller = (town, end) => {
  const customer = town.random.pick(town.customers)
  const description = town.random.pick([
    'Casino night',
    'Donation Syria relief',
    'Hawala settlement',
    'Escort services',
    'Toy weapons set',
  ])
  return innocent([
    {
      ...outside(town, customer),
      at: new Date(end),
      direction: 'outgoing',
      usd: round(town.random.around(180, 0.6), 1),
      service: anyService(town.random),
      description,
    },
  ])
}

/** A business paying its suppliers on one day. */
const supplierDay: Teller = (town, end) => {
  const customer = business(town)
  return innocent(
    steps(3, 2 * HOUR, end).map((at) => ({
      ...outside(town, customer),
      at,
      direction: 'outgoing',
      usd: round(town.random.int(8200, 13_500), 50),
      service: 'wire3rdParty',
      description: 'Supplier payment',
    })),
  )
}

/** The platform sends it to review although no rule fires; some are processed already. */
const sample: Teller = (town, end) => {
  const plan = everydayPayment(town, end)
  return innocent([{ ...plan, review: true, ...(town.random.chance(0.5) && { status: 'complete' as const }) }])
}

/** The platform could not process it, or has reported it already. */
const platformsOwn: Teller = (town, end) => {
  const told = invoice(town, end)
  const status = town.random.chance(0.6) ? 'error' : 'str'
  return { isLaundering: status === 'str', plans: told.plans.map((plan) => ({ ...plan, status })) }
}

const TELLERS: readonly (readonly [kind: string, tell: Teller, weight: number])[] = [
  ['invoice', invoice, 26],
  ['instalments', instalments, 10],
  ['structuring', structuring, 8],
  ['mule', mule, 5],
  ['burst', burst, 4],
  ['abroad', abroad, 10],
  ['increase', increase, 6],
  ['deposit', deposit, 12],
  ['cycle', cycle, 5],
  ['keyword', words, 6],
  ['supplier day', supplierDay, 3],
  ['sample', sample, 5],
  ['platform', platformsOwn, 4],
]

/** A random pattern that ends at that moment. */
export function writeTypology(town: Population, end: number): Typology {
  const [kind, tell] = town.random.weighted(TELLERS.map((each) => [each, each[2]] as const))
  return { kind, ...tell(town, end) }
}

function innocent(plans: Plan[]) {
  return { isLaundering: false, plans }
}

function guilty(plans: Plan[]) {
  return { isLaundering: true, plans }
}

/** The moments up to the end, one step apart. */
function steps(count: number, step: number, end: number): Date[] {
  return Array.from({ length: count }, (_, i) => new Date(end - (count - 1 - i) * step))
}

function round(value: number, to: number): number {
  return Math.max(to, Math.round(value / to) * to)
}
