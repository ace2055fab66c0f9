/** The schedules of rules: five fields of cron, UTC. */
import cron from 'cron-parser'

/** The last two moments of a schedule at or before `now`, the later first. Throws where it has none, ever. */
export function lastMoments(schedule: string, now: Date): readonly [Date, Date] {
  const moments = cron.parseExpression(schedule, { currentDate: new Date(now.getTime() + 1), tz: 'UTC' })
  return [moments.prev().toDate(), moments.prev().toDate()]
}

/** Five fields that some day fits: the library would also take seconds, names such as `@daily`, and 31 April or June. */
export function isSchedule(text: string): boolean {
  if (text.trim().split(/\s+/).length !== 5) return false
  try {
    // the library finds a day by iterating, which takes seconds for an impossible date
    const { month: months, dayOfMonth: days, dayOfWeek } = cron.parseExpression(text, { tz: 'UTC' }).fields
    const longest = Math.max(...months.map((month) => DAYS[month - 1] ?? 0))
    // a weekday makes up for a day that does not come
    if (dayOfWeek.length === WEEKDAYS && !days.some((day) => day === 'L' || day <= longest)) return false
    // some of what the library parses, such as `L` for a weekday, it cannot evaluate
    lastMoments(text, new Date())
    return true
  } catch {
    return false
  }
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** Sunday is there twice. */
const WEEKDAYS = 8
