/** The expiry of an allowlist. Pure. */
import { ALLOWLIST_WARN_DAYS, type Allowlist, type AllowlistExpiry } from '#contract/model/rules/allowlist.ts'
import { countOf } from '#src/format/count.ts'

const DAY_MS = 86_400_000

type Period = Pick<Allowlist, 'startDate' | 'endDate'>

/** Days from one day to another; negative for the past. */
const daysTo = (day: string, today: string): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY_MS)

/** The last day counts as a day on which it holds. The server judges the same way (`expiryOn`). */
export function expiryOf({ startDate, endDate }: Period, today: string): AllowlistExpiry {
  if (startDate > today) return 'coming'
  if (endDate === null) return 'open'
  const left = daysTo(endDate, today)
  if (left < 0) return 'ended'
  return left <= ALLOWLIST_WARN_DAYS ? 'ending' : 'running'
}

export function expiryText(period: Period, today: string): string {
  const { startDate, endDate } = period
  const expiry = expiryOf(period, today)
  if (expiry === 'coming') return `begins in ${countOf(daysTo(startDate, today), 'day')}`
  if (endDate === null) return 'no end'
  const left = daysTo(endDate, today)
  if (expiry === 'ended') return left === -1 ? 'ended yesterday' : `ended ${countOf(-left, 'day')} ago`
  return left === 0 ? 'ends today' : `ends in ${countOf(left, 'day')}`
}
