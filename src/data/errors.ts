/** The one error that reads and writes throw, and what a status means (specification 2, section 8). */
import type { Problem } from '#contract/model/common.ts'

/**
 * What went wrong, as far as behaviour differs: `offline` had no answer at all, `garbled` an answer that is not the
 * declared one (a captive portal's page, a truncated body), `refused` any other status with the server's reason.
 */
export type ErrorKind =
  | 'unauthorised'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'invalid'
  | 'limited'
  | 'server'
  | 'refused'
  | 'offline'
  | 'timeout'
  | 'cancelled'
  | 'garbled'

/** The kind of a status that is not a success. */
export function kindOf(status: number): ErrorKind {
  switch (status) {
    case 401:
      return 'unauthorised'
    case 403:
      return 'forbidden'
    case 404:
    case 410:
      return 'missing'
    case 408:
      return 'timeout'
    case 409:
    case 412:
      return 'conflict'
    case 400:
    case 413:
    case 422:
      return 'invalid'
    case 429:
      return 'limited'
    default:
      return status >= 500 ? 'server' : 'refused'
  }
}

interface Details {
  kind: ErrorKind
  /** The path of the call, with its parameters in braces. */
  name: string
  method: string
  status?: number
  problem?: Partial<Problem>
  cause?: unknown
}

/** A call that did not succeed. `message` is the server's where it gave one, and fit to be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ErrorKind
  readonly call: string
  readonly method: string
  /** Null where nothing answered. */
  readonly status: number | null
  readonly problem: Partial<Problem> | null

  constructor(details: Details) {
    super(details.problem?.message ?? `No answer or no existing method: ${details.name}`, { cause: details.cause })
    this.kind = details.kind
    this.call = details.name
    this.method = details.method
    this.status = details.status ?? null
    this.problem = details.problem ?? null
  }
}
