/** What comes in: a payment as its platform reports it, before it is stored. */
import type { CustomerType, Direction } from '#contract/model/values.ts'

/** Somebody with an account on the platform. */
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
  /** Whatever else is known of the customer, by the specification's names (docs/design/specification.md#entities). */
  profile?: Record<string, unknown>
}

/** The other side of a payment; an `account` where it is on the same platform, which is then monitored for it too. */
export interface Counterparty {
  name: string
  country: string | null
  account: Party | null
}

/**
 * One payment, as the platform's customer sees it. Amounts are decimal text. `null` means that the platform does not
 * say: rules that need the field leave the payment alone.
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
  /** Where it was made, by its address. */
  country: string | null
  /** `error` and `str` come from the platform and pass on to the case. */
  status?: 'new' | 'error' | 'str' | 'complete'
  /** The platform wants it reviewed: it becomes a case even when no rule speaks. */
  review?: boolean
  /** The rest, by the specification's names (docs/design/specification.md#entities). */
  data?: Record<string, unknown>
}
