/** Retry delays (docs/design/offline.md#sender). */

/** The maximum delay of a row or the queue, whatever a clock or a server says. */
export const MAX_WAIT_MS = 5 * 60_000
const BASE_MS = 1000

/** A wait with full jitter that doubles with every failure; `random` in [0, 1). */
export function backoff(failures: number, random: number): number {
  const ceiling = Math.min(MAX_WAIT_MS, BASE_MS * 2 ** Math.max(0, failures - 1))
  return Math.max(BASE_MS, Math.round(random * ceiling))
}

/**
 * The delay of a `Retry-After` header, ms, in either form; null if absent or invalid. A date is compared with the
 * server's own `Date`, so that a wrong local clock does not matter.
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  if (/^\d+$/.test(value)) return Math.min(MAX_WAIT_MS, Number(value) * 1000)
  // Date.parse takes far more for a date than HTTP does
  const at = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return null
  const served = Date.parse(headers.get('date') ?? '')
  return Math.min(MAX_WAIT_MS, Math.max(0, at - (Number.isNaN(served) ? now : served)))
}

/** True if a time has come. One further off than the longest wait is a jumped clock, and has come too. */
export function isDue(at: number, now: number, longest = MAX_WAIT_MS): boolean {
  return at <= now || at - now > longest
}
