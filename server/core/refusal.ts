/** Refusals: thrown anywhere below a handler, answered as problem+json. */
export class Refusal extends Error {
  readonly status: number
  readonly current: unknown
  /** Additional headers, such as `retry-after` in seconds. */
  readonly headers: Record<string, string>
  /** A code for clients, if the status alone is ambiguous. */
  readonly code: string | undefined = undefined
  constructor(status: number, message: string, current?: unknown, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.current = current
    this.headers = headers
  }
}
