/** The one error that reads and writes throw, with the server's message where it gave one. */
import type { Problem } from '#contract/model/common.ts'
import { noAnswer, type ErrorKind } from '#contract/model/errors.ts'

interface Details {
  kind: ErrorKind
  /** The path of the call, with its parameters in braces. */
  name: string
  method: string
  status?: number
  problem?: Partial<Problem>
  cause?: unknown
}

/** Without any answer the name of a call is no help. */
function wordsOf({ kind, method, name }: Details): string {
  if (kind !== 'offline') return noAnswer(name)
  if (method !== 'GET') return 'The server cannot be reached: nothing was sent.'
  return 'The server cannot be reached, and this is not saved on this device.'
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
    super(details.problem?.message ?? wordsOf(details), { cause: details.cause })
    this.kind = details.kind
    this.call = details.name
    this.method = details.method
    this.status = details.status ?? null
    this.problem = details.problem ?? null
  }
}
