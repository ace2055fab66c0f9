/** Handlers of an area's calls; a missing one does not compile. */
import type { Kysely } from 'kysely'
import type { Call, Output, Parsed } from '#contract/call.ts'
import type { Profile } from '#contract/calls/sign-in.ts'
import type { Decided, Evidence, Unsealed } from '#contract/model/facts/seal.ts'
import type { SeenFacts, Stating } from '#contract/model/facts/seen-facts.ts'
import type { Database } from '#server/schema/database.ts'
import type { Config } from './config.ts'
import { Refusal } from './refusal.ts'

/** The account a request speaks for, with the platforms it may use. */
export interface Account extends Profile {
  platforms: readonly string[]
}

/** The origin of an action, for the audit. */
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

/** Reads and judges the evidence of a decision before the change; undefined for what needs none and has none. */
export type SealFacts = (
  tx: Kysely<Database>,
  context: Pick<Acting, 'config' | 'account' | 'now' | 'origin'>,
  decided: Decided,
  body: Stating & { facts?: SeenFacts | undefined; template?: string | undefined },
) => Promise<Evidence | undefined>

/** Who acts, on which platform and why: what an effect knows, of a request or of a job. */
export interface Acting {
  db: Kysely<Database>
  account: Account
  /** The platform of the request: its `platform` header, else path, query or body, all checked; empty for none. */
  platform: string
  origin: Origin
  config: Config
  /** Server time. */
  now: () => Date
  /** How its closings of alerts count: as part of a group above the limit, or of one that a second person approved. */
  group?: 'bulk' | 'approved' | undefined
  /**
   * The evidence of its decisions, for the audit. Refuses a closing whose facts were not read, claims that the facts
   * contradict, and a decision against precedent without an answer. A job that decides names itself: `withoutSeal`.
   */
  seal: SealFacts
}

/** The context of a handler, beside its parsed input. */
export interface Context extends Acting {
  request: Request
}

export type Handler<C> = (input: Parsed<C>, context: Context) => Promise<Output<C> | Response>
export type Handlers<T extends Record<string, Call>> = { readonly [K in keyof T]: Handler<T[K]> }

/** Refuses a body about another platform than the request's: what is written there could not be seen from here. */
export function aboutHeader({ platform }: Pick<Context, 'platform'>, named: string): void {
  if (named !== platform) throw new Refusal(400, `platform: the request is about ${platform}, the body about ${named}`)
}

/** Records by name what decides without facts. */
export const withoutSeal =
  (without: Unsealed['without']): SealFacts =>
  async (_tx, _context, { as }) =>
    as === null ? undefined : { without }
