/** Picks the customers of a district, and generates their everyday payments. */
import { SERVICES, type Service } from '#contract/model/values.ts'
import type { Customer, Outsider } from './people.ts'
import type { Plan } from './payments.ts'
import type { Random } from './random.ts'

export interface Population {
  random: Random
  customers: readonly Customer[]
  outsiders: readonly Outsider[]
}

/** An everyday payment, below the limits of rules; every service occurs. */
export function everydayPayment(town: Population, at: number): Plan {
  const { random } = town
  const customer = random.pick(town.customers)
  const isInternal = random.chance(0.25)
  const other = isInternal ? otherThan(town, customer) : random.pick(town.outsiders)
  return {
    at: new Date(at),
    customer,
    other,
    direction: isInternal || random.chance(0.55) ? 'outgoing' : 'incoming',
    usd: Math.min(2900, Math.max(3, random.around(customer.usual, 0.5))),
    service: isInternal ? 'p2p' : anyService(random),
  }
}

export function anyService(random: Random): Service {
  return random.pick(SERVICES)
}

/** A payment between a customer and a party outside the platform. */
export function outside({ random, outsiders }: Population, customer: Customer) {
  return { customer, other: random.pick(outsiders) }
}

export function otherThan({ random, customers }: Population, one: Customer): Customer {
  const found = random.pick(customers)
  if (found !== one) return found
  return customers[(customers.indexOf(one) + 1) % customers.length] ?? one
}

function ofType(type: 'personal' | 'business') {
  return ({ random, customers }: Population) => random.pick(customers.filter(({ party }) => party.type === type))
}
export const personal = ofType('personal')
export const business = ofType('business')
