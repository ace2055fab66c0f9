/** Whether a number is far from what is usual. Pure. */

/** So many of the same hours before are compared with. */
export const USUAL_DAYS = 28
/** Fewer days with anything in them say nothing. */
const KNOWN_DAYS = 7
/** Smaller differences than this many alerts are chance, whatever the arithmetic says. */
const LEAST = 5
/** Standard deviations. */
const FAR = 3

/** Whether there is a past to compare with. */
export const isComparable = (past: readonly number[]): boolean => past.filter((count) => count > 0).length >= KNOWN_DAYS

/** The mean of the past, where a count is far above or below it; null where it is not. */
export function unusual(count: number, past: readonly number[]): { usual: number } | null {
  const usual = past.reduce((sum, one) => sum + one, 0) / Math.max(1, past.length)
  const variance = past.reduce((sum, one) => sum + (one - usual) ** 2, 0) / Math.max(1, past.length)
  // events that come by chance vary by their root even where the past was calm
  const deviation = Math.sqrt(Math.max(variance, usual))
  const distance = Math.abs(count - usual)
  return distance >= LEAST && distance > FAR * deviation ? { usual } : null
}
