/** Transactions from any CSV file with a header row, by a mapping. */
import { toStamp } from '#contract/model/common.ts'
import { CUSTOMER_TYPES, DIRECTIONS } from '#contract/model/values.ts'
import { countriesNamed } from '#server/core/countries/read.ts'
import type { IncomingTransaction, Party } from '#server/monitoring/ingestion/incoming.ts'
import type { Mapping } from './mapping.ts'
import { decimal, readCsv, type RowError } from './read-csv.ts'

type Columns = Mapping['columns']

/** Reads a file. A customer has the date of its first transaction, and every card in the file. */
export async function readTransactions(
  file: string,
  mapping: Mapping,
): Promise<{ transactions: IncomingTransaction[]; errors: RowError[] }> {
  const { columns: named, data, profile, address = {}, cards } = mapping
  const columns = [named, data, profile, address, ...cards]
    .flatMap((each): (string | undefined)[] => Object.values(each))
    .filter((each) => each !== undefined)
  const { rows, errors } = await readCsv(file, columns, (record) => ({
    transaction: toTransaction(record, mapping),
    cards: cardsOf(record, mapping),
  }))
  const held = new Map<string, Map<string, Card>>()
  for (const { transaction, cards: told } of rows) {
    const { id } = transaction.customer
    const known = held.get(id) ?? new Map<string, Card>()
    held.set(id, known)
    for (const card of told) known.set(card.cardNumber, { ...known.get(card.cardNumber), ...card })
  }
  const transactions = rows.map(({ transaction }) => {
    const { customer } = transaction
    const its = [...(held.get(customer.id)?.values() ?? [])]
    if (its.length === 0) return transaction
    return { ...transaction, customer: { ...customer, profile: { ...customer.profile, cards: its } } }
  })
  return { transactions, errors }
}

/** A card as a customer's profile has it. */
interface Card {
  cardNumber: string
  issuedDate?: string
  activationDate?: string
  activationCountry?: string
}

function cardsOf(record: Record<string, string>, { cards }: Mapping): Card[] {
  return cards.flatMap((columns) => {
    const field = (name: keyof typeof columns) => record[columns[name] ?? ''] || undefined
    const date = (name: 'issuedDate' | 'activationDate') => {
      const text = field(name)
      return text === undefined ? {} : { [name]: toStamp(moment(text, name)).date }
    }
    const cardNumber = field('cardNumber')
    const activationCountry = country(field('activationCountry'), 'activationCountry')
    if (cardNumber === undefined) return []
    return {
      cardNumber,
      ...date('issuedDate'),
      ...date('activationDate'),
      ...(activationCountry && { activationCountry }),
    }
  })
}

/** The customer's address; none where its line is missing. */
function addressOf(record: Record<string, string>, { address }: Mapping): { address?: Record<string, string> } {
  const told = Object.entries(address ?? {}).flatMap(([name, column]) => {
    const value = record[column ?? '']
    return value ? [[name, value] as const] : []
  })
  const known = Object.fromEntries(told)
  const code = country(known['country'], 'address.country')
  return known['line'] === undefined ? {} : { address: { ...known, ...(code !== null && { country: code }) } }
}

function toTransaction(record: Record<string, string>, mapping: Mapping): IncomingTransaction {
  const { columns, defaults, values } = mapping
  const field = (name: keyof Columns): string | undefined => {
    const column = columns[name]
    const value = column === undefined ? '' : (record[column] ?? '')
    return (values[name]?.[value] ?? value) || undefined
  }
  const required = (name: keyof Columns): string => {
    const value = field(name)
    if (value === undefined) throw new Error(`${name} is missing`)
    return value
  }
  const at = moment(required('at'), 'at')
  const amount = decimal(field('amount'), 'amount')
  const currency = field('currency') ?? defaults.currency
  const usd = field('usd') === undefined && currency === 'USD' ? amount : decimal(field('usd'), 'usd')
  const customerId = required('customerId')
  const counterpartyId = field('counterpartyId')
  const counterpartyName = field('counterpartyName') ?? counterpartyId ?? ''
  const counterpartyCountry = country(field('counterpartyCountry'), 'counterpartyCountry')
  const party = (id: string, name: string | undefined, from: string | null): Party => ({
    id,
    type: oneOf(CUSTOMER_TYPES, field('customerType') ?? defaults.customerType, 'customerType'),
    name: name ?? id,
    country: from,
    createdAt: at,
  })
  const kept = (wanted: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(wanted).flatMap(([name, column]) => {
        const value = record[column]
        return value ? [[name, value] as const] : []
      }),
    )
  return {
    id: required('id'),
    at,
    customer: {
      ...party(customerId, field('customerName'), country(field('customerCountry'), 'customerCountry')),
      profile: { ...kept(mapping.profile), ...addressOf(record, mapping) },
    },
    counterparty: {
      name: counterpartyName,
      country: counterpartyCountry,
      account:
        counterpartyId === undefined
          ? null
          : { ...party(counterpartyId, counterpartyName, counterpartyCountry), type: defaults.customerType },
    },
    direction: oneOf(DIRECTIONS, field('direction') ?? defaults.direction, 'direction'),
    service: field('service') ?? defaults.service ?? null,
    amount,
    currency,
    usd,
    country: country(field('country'), 'country') ?? defaults.country ?? null,
    data: kept(mapping.data),
  }
}

/** `2026-03-01`, `2026-03-01 10:00:00` or with a zone; without one it is UTC. */
function moment(text: string, name: string): Date {
  const plain = /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/.test(text)
  const at = new Date(plain && text.length > 10 ? `${text.replace(' ', 'T')}Z` : text)
  if (Number.isNaN(at.getTime()) || !/^\d{4}-\d{2}-\d{2}/.test(text))
    throw new Error(`${name} is no date: ${JSON.stringify(text)}`)
  return at
}

function country(value: string | undefined, name: string): string | null {
  if (value === undefined) return null
  const [code] = countriesNamed(value) ?? []
  if (code === undefined) throw new Error(`${name} is no country: ${JSON.stringify(value)}`)
  return code
}

function oneOf<T extends string>(list: readonly T[], value: string, name: string): T {
  const found = list.find((each) => each === value)
  if (found === undefined) throw new Error(`${name} is not one of ${list.join(', ')}: ${JSON.stringify(value)}`)
  return found
}
