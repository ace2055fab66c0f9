/** Refusals: thrown anywhere below a handler, answered as problem+json. */
import type { RefusalCode } from '#contract/refusal-code.ts'

export class Refusal extends Error {
  readonly status: number
  readonly current: unknown
  /** Additional headers, such as `retry-after` in seconds. */
  readonly headers: Record<string, string>
  /** What a program branches on; the message is for people alone. */
  readonly code: RefusalCode | undefined
  constructor(
    status: number,
    message: string,
    current?: unknown,
    headers: Record<string, string> = {},
    code?: RefusalCode,
  ) {
    super(message)
    this.status = status
    this.current = current
    this.headers = headers
    this.code = code
  }
}
