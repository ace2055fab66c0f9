/** Transactions from any CSV file with a header row, by a mapping. */
import { toStamp } from '#contract/model/common.ts'
import { CUSTOMER_TYPES, DIRECTIONS } from '#contract/model/values.ts'
import type { IncomingTransaction, Party } from '#server/monitoring/ingestion/incoming.ts'
import { findDecimalSign, readAmount, type AmountForm } from '#server/text/amount.ts'
import { Fault, quoted, UnreadableInput } from '#server/text/fault.ts'
import { readMoment, type MomentForm } from '#server/text/moment.ts'
import { requireClean, requireCountry, requireCurrency, requireDecimals, toUsd } from './require-fields.ts'
import { columnsOf, LINE_ID, type Mapping } from './mapping.ts'
import type { ReadPayments } from './payments.ts'
import { readCsv, type Cell } from './read-csv.ts'

type Columns = Mapping['columns']

interface Forms {
  amount: AmountForm
  moment: MomentForm
}

/** How to name the encoding of a file that is read by a mapping. */
export const CSV_SETTING = '"encoding" in the mapping, or --encoding'
const DAY = 86_400_000
/** The mapping's own pattern is tried on no more characters of an account than this: it may be a slow one. */
const ACCOUNT_MAX = 200

/**
 * Reads a file. A customer has the date of its first transaction, and every card in the file. Nothing may be later than a
 * day after `now`. Throws `UnreadableInput` if the file has not the mapping's columns, or not one decimal sign.
 */
export async function readTransactions(file: string, mapping: Mapping, now: Date): Promise<ReadPayments> {
  const columns = columnsOf(mapping)
  const moment: MomentForm = {
    order: mapping.dates,
    zone: mapping.zone,
    start: mapping.start === undefined ? undefined : new Date(mapping.start),
    latest: new Date(now.getTime() + DAY),
  }
  let sign: string | undefined
  const held = new Map<string, Map<string, Card>>()
  const marked = new Set<string>()
  const result = await readCsv(file, { ...mapping, setting: CSV_SETTING }, (header, sample) => {
    header.require([...columns, ...mapping.ignore], file)
    const decimal = mapping.decimal ?? signOf(file, mapping, sample)
    sign = decimal
    const forms: Forms = { amount: { decimal, isSigned: mapping.negative !== undefined }, moment }
    return (cell, line) => {
      const transaction = toTransaction(cell, { mapping, forms, line })
      const cards = cardsOf(cell, mapping, moment)
      const known = held.get(transaction.customer.id) ?? new Map<string, Card>()
      if (cards.length > 0) held.set(transaction.customer.id, known)
      for (const card of cards) known.set(card.cardNumber, { ...known.get(card.cardNumber), ...card })
      if (mapping.mark && cell(mapping.mark.column) === mapping.mark.value) {
        marked.add(transaction.customer.id)
        if (transaction.counterparty.account) marked.add(transaction.counterparty.account.id)
      }
      return { transaction, file, line }
    }
  })
  const { rows, errors, read, header, encoding, delimiter } = result
  // a file without rows has its columns too
  header.require([...columns, ...mapping.ignore], file)
  return {
    said: [
      `${file}: ${encoding.name} (by ${encoding.from}), ${quoted(delimiter)} between columns${
        sign === undefined ? '' : `, ${quoted(sign)} as decimal sign`
      }`,
    ],
    placed: rows.map((row) => withCards(row, held)),
    errors,
    read,
    unread: header.others([...columns, ...mapping.ignore]),
    ...(mapping.mark && { marked }),
  }
}

/** The decimal sign of the amounts; undefined where none of them shows it. */
function signOf(file: string, { columns }: Mapping, sample: readonly Cell[]) {
  const names = [columns.amount, columns.usd].filter((name) => name !== undefined)
  const { sign, conflict } = findDecimalSign(sample.flatMap((cell) => names.map((name) => cell(name))))
  if (conflict)
    throw new UnreadableInput(
      `${file} has amounts with both decimal signs, ${conflict.map(quoted).join(' and ')}: say which one it is, by "decimal" in the mapping.`,
    )
  return sign
}

function withCards<T extends { transaction: IncomingTransaction }>(
  row: T,
  held: ReadonlyMap<string, Map<string, Card>>,
): T {
  const { customer } = row.transaction
  const its = [...(held.get(customer.id)?.values() ?? [])]
  if (its.length === 0) return row
  return {
    ...row,
    transaction: { ...row.transaction, customer: { ...customer, profile: { ...customer.profile, cards: its } } },
  }
}

/** A card as a customer's profile has it. */
interface Card {
  cardNumber: string
  issuedDate?: string
  activationDate?: string
  activationCountry?: string
}

function cardsOf(cell: Cell, { cards }: Mapping, moment: MomentForm): Card[] {
  return cards.flatMap((columns) => {
    const field = (name: keyof typeof columns) => cell(columns[name] ?? '') || undefined
    const date = (name: 'issuedDate' | 'activationDate') => {
      const text = field(name)
      return text === undefined ? {} : { [name]: toStamp(readMoment(text, name, moment)).date }
    }
    const cardNumber = field('cardNumber')
    const activationCountry = requireCountry(field('activationCountry'), 'activationCountry')
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
function addressOf(cell: Cell, { address }: Mapping): { address?: Record<string, string> } {
  const told = Object.entries(address ?? {}).flatMap(([name, column]) => {
    const value = cell(column ?? '')
    return value ? [[name, value] as const] : []
  })
  const known = Object.fromEntries(told)
  const code = requireCountry(known['country'], 'address.country')
  return known['line'] === undefined ? {} : { address: { ...known, ...(code !== null && { country: code }) } }
}

interface About {
  mapping: Mapping
  forms: Forms
  line: number
}

function toTransaction(cell: Cell, { mapping, forms, line }: About): IncomingTransaction {
  const { columns, defaults, values } = mapping
  const field = (name: keyof Columns): string | undefined => {
    const column = columns[name]
    const value = column === undefined ? '' : cell(column)
    return (values[name]?.[value] ?? value) || undefined
  }
  const required = (name: keyof Columns): string => {
    const value = field(name)
    if (value === undefined) throw new Fault(`no ${name}`, `${name} is missing`)
    return value
  }
  const id =
    columns.id === LINE_ID ? `${mapping.idPrefix}${String(line).padStart(6, '0')}` : requireClean(required('id'), 'id')
  const at = readMoment(required('at'), 'at', forms.moment, field('time'))
  const { value: amount, isNegative } = readAmount(field('amount'), 'amount', forms.amount)
  const currency = requireCurrency(field('currency') ?? defaults.currency, mapping)
  requireDecimals(amount, currency, mapping.decimals)
  const told = field('usd')
  const usd = toUsd(
    { amount, currency, told: told === undefined ? undefined : readAmount(told, 'usd', forms.amount).value },
    mapping.rates,
  )
  const customerId = requireClean(required('customerId'), 'customerId')
  const named = field('counterpartyId')
  const isAccount =
    named !== undefined &&
    (mapping.accounts === undefined || new RegExp(mapping.accounts, 'u').test(named.slice(0, ACCOUNT_MAX)))
  const counterpartyId = isAccount ? requireClean(named, 'counterpartyId') : undefined
  const counterpartyName = field('counterpartyName') ?? named ?? ''
  const counterpartyCountry = requireCountry(field('counterpartyCountry'), 'counterpartyCountry')
  const party = (partyId: string, name: string | undefined, from: string | null): Party => ({
    id: partyId,
    type: oneOf(CUSTOMER_TYPES, field('customerType') ?? defaults.customerType, 'customerType'),
    name: name ?? partyId,
    country: from,
    createdAt: at,
  })
  return {
    id,
    at,
    customer: {
      ...party(customerId, field('customerName'), requireCountry(field('customerCountry'), 'customerCountry')),
      profile: { ...keptOf(cell, mapping.profile), ...addressOf(cell, mapping) },
    },
    counterparty: {
      name: counterpartyName,
      country: counterpartyCountry,
      account:
        counterpartyId === undefined
          ? null
          : { ...party(counterpartyId, counterpartyName, counterpartyCountry), type: defaults.customerType },
    },
    direction: directionOf(field('direction'), mapping, isNegative),
    service: field('service') ?? defaults.service ?? null,
    amount,
    currency,
    usd,
    country: requireCountry(field('country'), 'country') ?? defaults.country ?? null,
    data: keptOf(cell, mapping.data),
  }
}

function directionOf(text: string | undefined, { negative, defaults }: Mapping, isNegative: boolean) {
  if (negative === undefined || text !== undefined) return oneOf(DIRECTIONS, text ?? defaults.direction, 'direction')
  return isNegative ? negative : negative === 'outgoing' ? 'incoming' : 'outgoing'
}

function keptOf(cell: Cell, wanted: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, column]) => {
      const value = cell(column)
      return value ? [[name, value] as const] : []
    }),
  )
}

function oneOf<T extends string>(list: readonly T[], value: string, name: string): T {
  const found = list.find((each) => each === value)
  if (found === undefined)
    throw new Fault(`${name}: unknown value`, `${name} is not one of ${list.join(', ')}: ${quoted(value)}`)
  return found
}
