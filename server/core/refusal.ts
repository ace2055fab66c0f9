/** Refusals: thrown anywhere below a handler, answered as problem+json. */
import type { RefusalCode } from '#contract/refusal-code.ts'

export class Refusal extends Error {
  readonly status: number
  readonly current: unknown
  /** Additional headers, such as `retry-after` in seconds. */
  readonly headers: Record<string, string>
  /** The code that programs branch on; the message is for people only. */
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
