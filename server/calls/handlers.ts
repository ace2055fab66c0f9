/** How a call of the contract is answered: a handler for each call of an area; a missing one does not compile. */
import type { Kysely } from 'kysely'
import type { Call, Output, Parsed } from '#contract/call.ts'
import type { Profile } from '#contract/calls/session.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/store/schema.ts'

/** The account a request speaks for, with the platforms it may use. */
export interface Account extends Profile {
  platforms: readonly string[]
}

/** Where an act came from, for the audit. */
export interface Origin {
  address: string | null
  appVersion: string | null
  /** Set for queued operations. */
  opId?: string
  clientTime?: Date
  skewMs?: number | null
  device?: string
  devSeq?: number
  supersedes?: string
  offline?: boolean
}

/** What every handler is given beside its parsed input. */
export interface Context {
  db: Kysely<Database>
  account: Account
  /** What the request is about: its `platform` header, else path, query or body. Each was checked; empty for none. */
  platform: string
  origin: Origin
  request: Request
  config: Config
  /** Server time. */
  now: () => Date
}

export type Handler<C> = (input: Parsed<C>, context: Context) => Promise<Output<C> | Response>
export type Handlers<T extends Record<string, Call>> = { readonly [K in keyof T]: Handler<T[K]> }

/** Refusals: thrown anywhere below a handler, answered as problem+json. */
export class Refusal extends Error {
  readonly status: number
  readonly current: unknown
  /** What goes with the answer, such as `retry-after` in seconds. */
  readonly headers: Record<string, string>
  /** What a client goes by, where the status alone does not tell. */
  readonly code: string | undefined = undefined
  constructor(status: number, message: string, current?: unknown, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.current = current
    this.headers = headers
  }
}

/** Refuses a body about another platform than the request's: what is written there could not be seen from here. */
export function aboutHeader({ platform }: Pick<Context, 'platform'>, named: string): void {
  if (named !== platform) throw new Refusal(400, `platform: the request is about ${platform}, the body about ${named}`)
}
