/** The result of every reader of payments, and the checks on all of them. */
import type { IncomingTransaction, Party } from '#server/monitoring/ingestion/incoming.ts'
import type { RowError } from './read-csv.ts'

/** A payment with its place. */
export interface PaymentInFile {
  transaction: IncomingTransaction
  file: string
  line: number
}

export interface ReadPayments {
  /** How it was read, one sentence each: form, encoding, separators, what was assumed. */
  said: string[]
  placed: PaymentInFile[]
  errors: RowError[]
  /** Rows, entries or messages altogether: those that are placed and those with a fault. */
  read: number
  /** Columns or elements that no field was made of. */
  unread: string[]
  /** Accounts that are told apart from their payments. */
  customers?: Party[]
  /** Accounts that take part in laundering by the data's own marks: never stored. */
  marked?: Set<string>
}

export const REPEATED = 'the same payment again'
export const OTHER_CONTENT = 'a known id with other content'

/** The fields by which two payments of one id are the same. */
const contentOf = ({
  id,
  at,
  customer,
  counterparty,
  direction,
  service,
  amount,
  currency,
  usd,
  country,
}: IncomingTransaction) => ({
  id,
  at: at.getTime(),
  customer: customer.id,
  counterparty: counterparty.account?.id ?? null,
  name: counterparty.name,
  counterpartyCountry: counterparty.country,
  direction,
  service,
  amount,
  currency,
  usd,
  country,
})

/** Leaves out the second of two payments with one id, and says whether it is the same one again. */
export function withoutRepeated(placed: readonly PaymentInFile[]): { placed: PaymentInFile[]; errors: RowError[] } {
  const first = new Map<string, PaymentInFile>()
  const errors: RowError[] = []
  for (const one of placed) {
    const { transaction, file, line } = one
    const before = first.get(transaction.id)
    if (!before) {
      first.set(transaction.id, one)
      continue
    }
    const [was, is] = [contentOf(before.transaction), contentOf(transaction)]
    const fields = Object.keys(was).filter((field) => Reflect.get(was, field) !== Reflect.get(is, field))
    const isSame = fields.length === 0
    const where = before.file === file ? `line ${before.line}` : `${before.file}:${before.line}`
    const message = isSame
      ? `${transaction.id} is at ${where} too`
      : `${transaction.id} is at ${where} with another ${fields.join(', ')}: the id is not unique`
    errors.push({ file, line, message, reason: isSame ? REPEATED : OTHER_CONTENT })
  }
  return { placed: [...first.values()], errors }
}
