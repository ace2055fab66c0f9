/** The mapping of CSV columns to transaction fields: the file given with `--map`, or one of the ready forms. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { isZone } from '#contract/model/business-hours/policy.ts'
import { CUSTOMER_TYPES, DIRECTIONS } from '#contract/model/values.ts'
import { UnreadableInput } from '#server/text/fault.ts'
import { DELIMITERS } from '#server/text/header.ts'
import { DATE_ORDERS } from '#server/text/moment.ts'

const column = z.string().min(1)
const rate = z.string().regex(/^\d{1,9}(\.\d{1,12})?$/, 'a decimal number')

/** In place of a column of ids: the number of the line, after `idPrefix`. */
export const LINE_ID = '#line'

const mapping = z.strictObject({
  /**
   * Column names, by field. Of several columns of one name the second is `Name#2`. `usd` may be left out where the
   * currency is USD or has a rate; `time` is a column beside the date.
   */
  columns: z.strictObject({
    id: column,
    at: column,
    time: column.optional(),
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
  /** The file's encoding where neither a byte order mark nor UTF-8 tells it. */
  encoding: z.string().min(1).optional(),
  /** The separator of columns; found in the header by default. */
  delimiter: z.enum(DELIMITERS).optional(),
  /** The decimal sign of amounts; found among them by default. */
  decimal: z.enum(['.', ',']).optional(),
  /** The most digits of an amount's fraction; by default those of its currency. */
  decimals: z.int().min(0).max(18).optional(),
  /** The direction of a negative amount, where positive ones have the other. */
  negative: z.enum(DIRECTIONS).optional(),
  /** How dates are written; by default the year comes first. */
  dates: z.enum(DATE_ORDERS).optional(),
  /** The day from which `hours` and `days` are counted. */
  start: z.iso.date().optional(),
  /** The IANA zone of times that have none. */
  zone: z.string().refine(isZone, 'there is no such time zone').default('UTC'),
  /** USD for one unit, by currency, for amounts without `usd`. */
  rates: z.record(z.string().length(3), rate).default({}),
  idPrefix: z
    .string()
    .regex(/^[\w.-]{0,20}$/)
    .default('L'),
  /** A regular expression: ids of counterparties that are accounts of this platform; others are kept as names. */
  accounts: z
    .string()
    .refine((text) => isPattern(text), 'no regular expression')
    .optional(),
  /** Columns that are left out on purpose. */
  ignore: z.array(column).default([]),
  /** The column that marks transactions of laundering, and its value: never stored, rules are counted against it. */
  mark: z.strictObject({ column, value: z.string() }).optional(),
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

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** A ready form's mapping with its defaults. */
export const toMapping = (value: z.input<typeof mapping>): Mapping => mapping.parse(value)

/** The columns that a mapping reads. */
export function columnsOf({ columns, data, profile, address, cards, mark }: Mapping): string[] {
  const named = [columns, data, profile, address ?? {}, ...cards, { mark: mark?.column }].flatMap(
    (each): (string | undefined)[] => Object.values(each),
  )
  return [...new Set(named)].filter((each) => each !== undefined && each !== LINE_ID) as string[]
}

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
    return mapping.parse(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (cause) {
    const why =
      cause instanceof z.ZodError
        ? cause.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
        : String(cause)
    throw new UnreadableInput(`${file} is no mapping. ${why}`, { cause })
  }
}
