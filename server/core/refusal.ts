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
