/** Customers of the demo world and the parties they pay. */
import type { Party } from '#server/monitoring/ingestion/incoming.ts'
import { BUSINESS, PLACES, type Place } from './places.ts'
import type { Random } from './random.ts'

const DAY = 86_400_000

/** A customer with the values that generated payments need. */
export interface Customer {
  party: Party
  place: Place
  city: Place['cities'][number]
  street: string
  account: string
  /** The median amount of a payment, in USD. */
  usual: number
}

/** A party outside the platform. */
export interface Outsider {
  name: string
  type: 'personal' | 'business'
  place: Place
  account: string
}

export function makeCustomer(random: Random, id: string, anchor: Date): Customer {
  const place = random.weighted(PLACES.map((each) => [each, each.weight] as const))
  const city = random.pick(place.cities)
  const isBusiness = random.chance(0.27)
  const createdAt = new Date(anchor.getTime() - random.int(100, 2200) * DAY)
  const base = { id, country: place.country, createdAt }
  const street = `${random.int(1, 480)} ${random.pick(place.streets)}`
  const account = accountNumber(random, place)
  const usual = isBusiness ? random.around(520, 0.6) : random.around(120, 0.6)
  const profile = profileOf(random, { place, city, street, usual, isBusiness, createdAt })
  const party: Party = isBusiness
    ? { ...base, type: 'business', ...business(random, place), profile }
    : { ...base, type: 'personal', ...person(random, place), profile }
  return { party, place, city, street, account, usual }
}

export function makeOutsider(random: Random): Outsider {
  const place = random.weighted(PLACES.map((each) => [each, each.weight] as const))
  const type = random.chance(0.5) ? 'business' : 'personal'
  const { name } = type === 'business' ? business(random, place) : person(random, place)
  return { name, type, place, account: accountNumber(random, place) }
}

function person(random: Random, place: Place) {
  const firstName = random.pick(place.first)
  const lastName = random.pick(place.last)
  const username = `${plain(firstName)}.${plain(lastName)}${random.int(1, 99)}`
  return { name: `${firstName} ${lastName}`, firstName, lastName, username }
}

function business(random: Random, place: Place) {
  const words = `${random.pick(BUSINESS.first)} ${random.pick(BUSINESS.second)}`
  const form = (BUSINESS.form as Record<string, string>)[place.country] ?? 'Co.'
  return { name: `${words} ${form}`, username: plain(words) }
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
}

function accountNumber(random: Random, place: Place): string {
  return `${place.country}${random.int(10, 99)}${String(random.int(0, 99_999_999)).padStart(8, '0')}`
}

interface Circumstances {
  place: Place
  city: Place['cities'][number]
  street: string
  usual: number
  isBusiness: boolean
  createdAt: Date
}

function profileOf(random: Random, { place, city, street, usual, isBusiness, createdAt }: Circumstances) {
  const monthly = Math.round(usual * 6)
  const shared = {
    registrationDate: dateText(createdAt),
    registrationIp: `${place.net}.${random.int(0, 255)}.${random.int(1, 254)}`,
    accountStatus: random.weighted([
      ['Active', 92],
      ['Limited', 4],
      ['Dormant-Limited', 2],
      ['Dormant', 2],
    ] as const),
    accountKycStatus: random.chance(0.9) ? 'Confirmed' : 'Unconfirmed',
    monthlyDepositsUsd: monthly,
    monthlyWithdrawalsUsd: Math.round(monthly * 0.9),
    transactionApprovalMode: random.pick(['code', 'sms', 'push', 'otp', 'device', 'N/A']),
    address: { line: street, city: city[0], state: city[1], zip: city[2], country: place.country },
  }
  if (!isBusiness) {
    const birth = new Date(Date.UTC(random.int(1955, 2004), random.int(0, 11), random.int(1, 28)))
    return {
      ...shared,
      dateOfBirth: dateText(birth),
      countryOfResidence: place.country,
      countryOfCitizenship: random.chance(0.85) ? place.country : random.pick(PLACES).country,
    }
  }
  const industry = random.pick(BUSINESS.industries)
  return {
    ...shared,
    registrationNumber: String(random.int(1_000_000, 9_999_999)),
    countryOfRegistration: place.country,
    placeOfBusiness: place.country,
    industry,
    activityDescription: `${industry[0]?.toUpperCase()}${industry.slice(1)} for customers at home and abroad`,
    isFinancialInstitution: random.chance(0.04),
  }
}

function dateText(at: Date): string {
  return at.toISOString().slice(0, 10)
}
