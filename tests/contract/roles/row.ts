/** A row of the test of roles: an input of a call that succeeds, and the accounts that may make it. */
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import type { MadeCase, NewCase, World } from '#tests/support/world.ts'

export interface Row {
  /** An input that succeeds for the account, on a case of its own with one open alert. Made anew for every account. */
  input: (one: MadeCase, world: World, account: string) => object | Promise<object>
  /** The case it is made on; new, with one open alert, where this is silent. */
  on?: NewCase
  /** The status for every way in; `EVERYBODY` where this is silent. */
  who?: Who
  /**
   * The status of `as` (analyst2 by default) for an object of `of` (analyst by default), where the object is a person's
   * own.
   */
  ofAnother?: { status: number; of?: string; as?: string }
}

/** The rows of one area, by verb. */
export type Rows = { readonly [verb: string]: Row }

type Who = { readonly [way: string]: number }

const all = (status: number) => Object.fromEntries(DEMO_ACCOUNTS.map(({ id }) => [id, status]))

/** Whoever has the platform that the header names gets in, to this status. */
export const everybody = (status: number): Who => ({
  'no token': 401,
  undefined: 401,
  ...all(status),
  outsider: 403,
  'analyst-px on paydek': 403,
})

export const EVERYBODY = everybody(200)
export const MANAGERS: Who = { ...EVERYBODY, analyst: 403, analyst2: 403, docadmin: 403 }
/** Who writes rules, allowlists and config sets (decision 0020), and templates of tickets. */
export const RULE_WRITERS: Who = { ...MANAGERS, 'analyst-px': 403 }
export const ADMINISTRATORS: Who = { ...MANAGERS, manager: 403, 'analyst-px': 403 }

export const platform = 'paxum'
export const note = 'Known payer.'
export const nothing = () => ({})
export const byPlatform = () => ({ params: { platform } })
export const byCase = (one: MadeCase) => ({ params: { caseId: one.id } })
