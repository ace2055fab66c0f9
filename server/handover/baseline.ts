/** Whether a number is far from what is usual. Pure. */

/** The number of earlier days that are compared. */
export const USUAL_DAYS = 28
/** The minimum number of days with data. */
const KNOWN_DAYS = 7
/** Smaller differences in alerts are random variation. */
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
