/** Input: a payment as its platform reports it. */
import type { CustomerType, Direction } from '#contract/model/values.ts'

/** A person or business with an account on the platform. */
export interface Party {
  id: string
  type: CustomerType
  name: string
  firstName?: string | null
  lastName?: string | null
  username?: string | null
  /** Two-letter code of residence or registration. */
  country?: string | null
  createdAt: Date
  /** Other customer data, by the specification's names (docs/design/specification.md#entities). */
  profile?: Record<string, unknown>
}

/** The other side of a payment; an `account` where it is on the same platform, which is then monitored for it too. */
export interface Counterparty {
  name: string
  country: string | null
  account: Party | null
}

/**
 * One payment from the customer's point of view. Amounts are decimal text. `null` means unknown: rules that need the
 * field skip the payment.
 */
export interface IncomingTransaction {
  /** Unique on its platform: what makes ingestion idempotent. */
  id: string
  at: Date
  customer: Party
  counterparty: Counterparty
  direction: Direction
  service: string | null
  amount: string
  currency: string
  usd: string
  /** The origin by its address. */
  country: string | null
  /** `error` and `str` come from the platform and pass on to the case. */
  status?: 'new' | 'error' | 'str' | 'complete'
  /** The platform wants it reviewed: it becomes a case even when no rule speaks. */
  review?: boolean
  /** The rest, by the specification's names (docs/design/specification.md#entities). */
  data?: Record<string, unknown>
}
