/** The mapping of CSV columns to transaction fields: the file given with `--map`. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { CUSTOMER_TYPES, DIRECTIONS } from '#contract/model/values.ts'
import { UnreadableInput } from './read-csv.ts'

const column = z.string().min(1)

const mapping = z.strictObject({
  /** Column names, by field. `usd` may be left out where the currency is USD; times without a zone are UTC. */
  columns: z.strictObject({
    id: column,
    at: column,
    amount: column,
    customerId: column,
    usd: column.optional(),
    currency: column.optional(),
    direction: column.optional(),
    service: column.optional(),
    country: column.optional(),
    customerName: column.optional(),
    customerType: column.optional(),
    customerCountry: column.optional(),
    counterpartyId: column.optional(),
    counterpartyName: column.optional(),
    counterpartyCountry: column.optional(),
  }),
  /** For fields without a column. */
  defaults: z
    .strictObject({
      currency: z.string().length(3).default('USD'),
      direction: z.enum(DIRECTIONS).default('outgoing'),
      service: z.string().min(1).optional(),
      country: z.string().length(2).optional(),
      customerType: z.enum(CUSTOMER_TYPES).default('personal'),
    })
    .prefault({}),
  /** The file's words for a field's values, such as `{ "direction": { "D": "outgoing", "C": "incoming" } }`. */
  values: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** Further columns to keep, by the specification's names of transaction fields, such as `transactionDesc`. */
  data: z.record(z.string(), column).default({}),
  /** Columns about the customer, by the specification's names of customer fields, such as `registrationIp`. */
  profile: z.record(z.string(), column).default({}),
  /** Columns of the customer's address. */
  address: z
    .strictObject({
      line: column,
      city: column.optional(),
      state: column.optional(),
      zip: column.optional(),
      country: column.optional(),
    })
    .optional(),
  /** Columns of the customer's cards, one entry per card of a row; dates as for transactions. */
  cards: z
    .array(
      z.strictObject({
        cardNumber: column,
        issuedDate: column.optional(),
        activationDate: column.optional(),
        activationCountry: column.optional(),
      }),
    )
    .max(20)
    .default([]),
})

export type Mapping = z.output<typeof mapping>

/** Throws `UnreadableInput` that names what is wrong. */
export function readMapping(file: string): Mapping {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UnreadableInput(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
  try {
    return mapping.parse(JSON.parse(text))
  } catch (cause) {
    const why =
      cause instanceof z.ZodError
        ? cause.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
        : String(cause)
    throw new UnreadableInput(`${file} is no mapping. ${why}`, { cause })
  }
}
