/** The codes of refusals that a program branches on: window, engine or server. Their messages are for people alone. */
import { TIPPING_OFF } from '#contract/model/tipping-off.ts'

export const REFUSAL_CODES = [
  TIPPING_OFF,
  /** The first attempt under this key is running. */
  'in-progress',
  /** Another operation was sent under this key. */
  'key-reused',
  /** The server does not know this version of the operation. */
  'upgrade-client',
  /** The decision differs from precedent, and has no answer to it. */
  'against-precedent',
  /** The facts behind a closing were not read. */
  'facts-unread',
  /** The facts behind a closing were read too long before it. */
  'facts-too-old',
  /** The template of a closing says nothing of a fact of the alert's rule, and no person wrote of it. */
  'facts-passed-over',
  /** Procedure steps of the alert are outstanding, and no reason for closing without them was given. */
  'steps-passed-over',
] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** A stored or received code, if it is one of these. */
export const readRefusalCode = (code: unknown): RefusalCode | undefined => REFUSAL_CODES.find((one) => one === code)

/** True if a refusal of this status is stored under its idempotency key: others may come out otherwise, or for another token. */
export const isRefusalStored = (status: number): boolean => status < 500 && !PASSING.has(status)
const PASSING: ReadonlySet<number> = new Set([401, 403, 412, 428, 429])
