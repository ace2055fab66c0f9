/** A transfer as messages between banks tell it, and the transaction of a customer that it is. */
import type { CustomerType, Direction } from '#contract/model/values.ts'
import type { IncomingTransaction, Party } from '#server/monitoring/ingestion/incoming.ts'
import { Fault } from '#server/text/fault.ts'
import { requireClean, requireCurrency, requireDecimals, toUsd } from '#server/import/require-fields.ts'
import type { PaymentInFile } from '#server/import/payments.ts'
import type { RowError } from '#server/import/read-csv.ts'
import type { Unread } from '#server/text/xml.ts'

export interface Bank {
  bic?: string | undefined
  name?: string | undefined
  /** In a clearing system. */
  code?: string | undefined
}

/** Who pays or is paid. */
export interface Side {
  name?: string | undefined
  /** IBAN or another number. */
  account?: string | undefined
  /** Two letters. */
  country?: string | undefined
  type?: CustomerType | undefined
  address?: { line?: string | undefined; city?: string | undefined; zip?: string | undefined } | undefined
  /** `1970-03-14`. */
  birth?: string | undefined
  /** Number in a register, or LEI. */
  registration?: string | undefined
  bank: Bank
}

export interface Transfer {
  id: string
  at: Date
  amount: string
  currency: string
  debtor: Side
  creditor: Side
  /** Remittance information. */
  description?: string | undefined
  /** Who bears charges, and those taken: `SHA; 5.00 EUR`. */
  charges?: string | undefined
  /** Before conversion. */
  instructed?: { amount: string; currency: string } | undefined
  rate?: string | undefined
}

export interface MessageOptions {
  /** The platform's own BICs: whose bank has one is the customer. Without one it is the debtor. */
  bics: readonly string[]
  /** USD for one unit, by currency. */
  rates: Readonly<Record<string, string>>
  /** Later dates are refused. */
  latest: Date
}

/** The result of reading one file of messages. */
export interface ReadMessages {
  /** The kinds and versions of its messages. */
  kinds: string[]
  placed: PaymentInFile[]
  errors: RowError[]
  /** Payments and entries altogether, and messages that are not read. */
  read: number
  unread: Unread[]
}

/** The role of the customer in a transfer. */
export type TransferSide = 'debtor' | 'creditor'

/** Whose transfer it is, by the banks of both sides. */
export function ownSideOf(
  { debtor, creditor }: Transfer,
  bics: readonly string[],
): { whose: TransferSide; isInternal: boolean } {
  if (bics.length === 0) return { whose: 'debtor', isInternal: false }
  const isOurs = ({ bank }: Side) => bics.some((bic) => bank.bic?.slice(0, 8) === bic.slice(0, 8))
  if (isOurs(debtor)) return { whose: 'debtor', isInternal: isOurs(creditor) }
  if (isOurs(creditor)) return { whose: 'creditor', isInternal: false }
  throw new Fault(
    'not ours',
    `neither bank is ours: ${debtor.bank.bic ?? 'no BIC'} pays ${creditor.bank.bic ?? 'no BIC'}, and --bic is ${bics.join(', ')}`,
  )
}

/** The transaction of a customer. Throws a `Fault` where the customer has no account or an amount is not possible. */
export function toTransaction(
  transfer: Transfer,
  { whose, isInternal }: { whose: TransferSide; isInternal: boolean },
  rates: Readonly<Record<string, string>>,
): IncomingTransaction {
  const { debtor, creditor, amount, at } = transfer
  const currency = requireCurrency(transfer.currency)
  requireDecimals(amount, currency)
  const [own, other] = whose === 'debtor' ? [debtor, creditor] : [creditor, debtor]
  if (own.account === undefined) throw new Fault('no account', `the ${whose} has no account`)
  const party = (side: Side, account: string): Party => ({
    id: requireClean(account, 'account'),
    type: side.type ?? 'personal',
    name: side.name ?? account,
    country: side.country ?? countryOf(side.bank) ?? null,
    createdAt: at,
    profile: profileOf(side),
  })
  const { instructed } = transfer
  const told = instructed?.currency === 'USD' && currency !== 'USD' ? instructed.amount : undefined
  return {
    id: requireClean(transfer.id, 'id'),
    at,
    customer: party(own, own.account),
    counterparty: {
      name: other.name ?? other.account ?? '',
      country: other.country ?? countryOf(other.bank) ?? null,
      account: isInternal && other.account !== undefined ? party(other, other.account) : null,
    },
    direction: (whose === 'debtor' ? 'outgoing' : 'incoming') satisfies Direction,
    service: null,
    amount,
    currency,
    usd: toUsd({ amount, currency, told }, rates),
    country: null,
    data: dataOf(transfer),
  }
}

/** The letters of a BIC after its bank are a country. */
const countryOf = ({ bic }: Bank) => (bic && /^[A-Z0-9]{4}[A-Z]{2}/.test(bic) ? bic.slice(4, 6) : undefined)

function profileOf({ address, country, birth, registration }: Side): Record<string, unknown> {
  return {
    ...(address?.line && {
      address: defined({ line: address.line, city: address.city, zip: address.zip, country }),
    }),
    ...defined({ dateOfBirth: birth, registrationNumber: registration }),
  }
}

function dataOf({ debtor, creditor, description, charges, instructed, rate }: Transfer): Record<string, unknown> {
  const of = (prefix: string, { name, account, country, bank }: Side) =>
    Object.fromEntries(
      Object.entries({
        Name: name,
        AccountNumber: account,
        AddressCountry: country,
        BankName: bank.name,
        SwiftCode: bank.bic,
        BankCode: bank.code,
      }).map(([field, value]) => [prefix + field, value]),
    )
  return defined({
    transactionDesc: description,
    ...of('originator', debtor),
    ...of('beneficiary', creditor),
    originalAmount: instructed?.amount,
    originalCurrency: instructed?.currency,
    transactionCurrencyRate: rate,
    charges,
  })
}

/** Without fields that have no value. */
export function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<T>
}
