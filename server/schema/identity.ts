/** Accounts, their sessions, and attempts to sign in. */
import type { ColumnType, Generated } from 'kysely'
import type { When, WhenNow, WhenOrNull } from './columns.ts'

export interface AccountTable {
  id: string
  email: string
  first_name: string
  last_name: string
  roles: string[]
  platforms: string[]
  is_disabled: Generated<boolean>
  /** Who this is to the identity provider `issuer`; both are set by the first sign-in. */
  subject: string | null
  issuer: string | null
  /** Grows with every change of what it may do. */
  version: Generated<string>
}

export interface SessionTable {
  id: string
  /** The first of those that followed one another by refreshing. */
  family: string
  account_id: string
  created_at: WhenNow
  expires_at: When
  revoked_at: WhenOrNull
  /** The device that the window registered. */
  device_id: string | null
  /** The identity provider asked who it is for this session, and did not take a session of its own for an answer. */
  is_fresh: Generated<boolean>
  /** While its device is locked. */
  locked_at: WhenOrNull
  /** When a token that followed it was traded: from then on it is replaced. */
  superseded_at: WhenOrNull
  /** When the family began. */
  family_at: When
  /** The session whose token was traded for this one; null for the first of its family. */
  follows: ColumnType<string | null, string | null | undefined, string | null>
}

/** The code that the callback of a sign-in gives the window: valid once, for a minute. */
export interface LoginCodeTable {
  hash: Buffer
  account_id: string
  expires_at: When
  is_fresh: Generated<boolean>
  /** Digest of the cookie that the browser got with it. */
  browser: Buffer
}

export interface AttemptTable {
  who: string
  minute: When
  count: number
}

export interface IdentityTables {
  account: AccountTable
  session: SessionTable
  login_code: LoginCodeTable
  attempt: AttemptTable
}
