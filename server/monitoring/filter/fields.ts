/** The fields that filters of rules and allowlists can name (docs/design/specification.md#entities), and where each is offered. */
import type { FilterField } from '#contract/model/rules/allowlist.ts'
import { TRANSACTION_FILTER_FIELDS } from '#contract/model/rules/filter.ts'
import {
  BALANCE_ROWS,
  CONTRACT_ROWS,
  CUSTOMER_ROWS,
  EXTENDED_ROWS,
  RISK_ROWS,
  TRANSACTION_ROWS,
  type FieldRow,
} from '#contract/model/rules/filter-fields.ts'
import { comparisonsFor, type FieldType } from './comparisons.ts'

/** The source of a field's completions. */
export type ValueSource = 'transaction' | 'customer' | 'contract'

interface Known extends FilterField {
  readonly source: ValueSource
}

/** Types whose values are worth completing; the others are chosen or typed. */
const COMPLETED: readonly FieldType[] = ['text', 'country', 'currency']

function fields(source: ValueSource, rows: readonly FieldRow[]): Known[] {
  return rows.map(({ name, label, type, choices }) => ({
    name,
    label,
    type,
    operators: comparisonsFor(type),
    ...(choices && { choices: choices.map((value) => ({ value, label: value })) }),
    autocomplete: COMPLETED.includes(type) && !choices,
    source,
  }))
}

const TRANSACTION = fields('transaction', TRANSACTION_ROWS)
const EXTENDED = fields('transaction', EXTENDED_ROWS)
const CUSTOMER = fields('customer', CUSTOMER_ROWS)
const BALANCES = fields('customer', BALANCE_ROWS)
const RISK = fields('customer', RISK_ROWS)
const CONTRACT = fields('contract', CONTRACT_ROWS)

/** The lists as the calls offer them; the extended ones hold the plain ones. */
export const FIELD_LISTS = {
  transaction: TRANSACTION,
  transactionExtended: [...TRANSACTION, ...EXTENDED],
  customer: CUSTOMER,
  customerSchedule: [...CUSTOMER, ...BALANCES, ...RISK],
  contractExtended: [...CONTRACT, ...CUSTOMER],
} as const satisfies Record<string, readonly Known[]>

/** Fields of a rule's customer filters: customer, account, rating, contract. */
export const CUSTOMER_FIELDS: readonly FilterField[] = [...CUSTOMER, ...BALANCES, ...RISK, ...CONTRACT]

/** The fields that a rule's filters of payments may use. */
export const TRANSACTION_FIELDS: readonly FilterField[] = [...TRANSACTION, ...EXTENDED].filter(({ name }) =>
  TRANSACTION_FILTER_FIELDS.includes(name),
)

const ALL = new Map(
  [...TRANSACTION, ...EXTENDED, ...CUSTOMER, ...BALANCES, ...RISK, ...CONTRACT].map((one) => [one.name, one]),
)

/** A field by its name, wherever it is offered. */
export function findField(name: string): Known | undefined {
  return ALL.get(name)
}

/** Fields of an allowlist's filters: a transaction has both sides, an account its customer alone. */
export function fieldsOfRule(rule: { area: string; trigger: string | undefined }): readonly FilterField[] {
  if (rule.area === 'transaction' && rule.trigger !== 'customer_update') {
    return [...FIELD_LISTS.transactionExtended, ...FIELD_LISTS.customerSchedule, ...CONTRACT]
  }
  return CUSTOMER_FIELDS
}

/** A field as it travels. */
export function toFilterField({ name, label, type, operators, choices, autocomplete }: FilterField): FilterField {
  return { name, label, type, operators, ...(choices && { choices }), autocomplete }
}
