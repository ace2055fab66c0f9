/** Business hours of a platform and the time limits of work, from which due dates follow (ours). */
import * as z from 'zod/mini'
import { flat } from '#contract/model/common.ts'
import { ALERT_LEVELS } from '#contract/model/values.ts'

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const time = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time, HH:MM'))
const opening = z.object({ from: time, to: time })
export type Opening = z.infer<typeof opening>
/** The maximum number of openings a day. */
const OPENINGS_MAX = 6

/** A year of a platform that never closes has 8,784. */
export const HOURS_MAX = 8784
const hours = z.number().check(z.positive('must be more than 0'), z.maximum(HOURS_MAX, `at most ${HOURS_MAX} hours`))
const byLevel = z.object(
  Object.fromEntries(ALERT_LEVELS.map((level) => [level, z.nullable(hours)])) as Record<
    (typeof ALERT_LEVELS)[number],
    z.ZodMiniNullable<typeof hours>
  >,
)

export const businessHoursPolicy = z.object({
  /** The IANA name. */
  zone: z.string().check(z.maxLength(100)),
  /** By day, Monday first: its openings in their order, none on closed days. */
  week: z
    .array(z.array(opening).check(z.maxLength(OPENINGS_MAX, `at most ${OPENINGS_MAX} openings a day`)))
    .check(z.length(7)),
  holidays: z
    .array(z.object({ day: z.string(), name: z.string().check(flat, z.maxLength(100)) }))
    .check(z.maxLength(500, 'at most 500 holidays')),
  /** Business hours until something is due, by queue and level; null for no due date. */
  hours: z.object({ case: byLevel, accountAlert: byLevel }),
  /** Work counts as due soon this many business hours before its due date. */
  soon: z.number().check(z.minimum(0, 'at least 0'), z.maximum(HOURS_MAX, `at most ${HOURS_MAX} hours`)),
})
export type BusinessHoursPolicy = z.infer<typeof businessHoursPolicy>

const workday = [{ from: '09:00', to: '17:00' }]

/** The default policy. */
export const DEFAULT_BUSINESS_HOURS: BusinessHoursPolicy = {
  zone: 'UTC',
  week: [workday, workday, workday, workday, workday, [], []],
  holidays: [],
  hours: { case: { alert: 24, hardstop: 4 }, accountAlert: { alert: 40, hardstop: 8 } },
  soon: 2,
}

/** Minutes of a day. */
export function minutesOf(text: string): number {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return 60 * hour + minute
}

export function isZone(name: string): boolean {
  try {
    // offsets such as +02:00 are none of the database's names: they know no daylight saving
    return /^[A-Za-z]/.test(name) && Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const isDay = (day: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day

/** The faults of a policy, each with its path. */
export function faultsOfPolicy({ zone, week, holidays }: BusinessHoursPolicy): { place: string; text: string }[] {
  const faults: { place: string; text: string }[] = []
  if (!isZone(zone)) faults.push({ place: 'zone', text: 'there is no such time zone' })
  for (const [day, name] of WEEKDAYS.entries()) {
    const openings = week[day] ?? []
    if (openings.some(({ from, to }) => minutesOf(to) <= minutesOf(from)))
      faults.push({ place: `week.${day}`, text: `${name} closes before it opens` })
    else if (openings.some(({ from }, n) => minutesOf(from) < minutesOf(openings[n - 1]?.to ?? '00:00')))
      faults.push({ place: `week.${day}`, text: `${name} opens before the opening before has closed` })
  }
  if (week.every((day) => day.length === 0)) faults.push({ place: 'week', text: 'at least one day has to be open' })
  const seen = new Set<string>()
  for (const [n, { day }] of holidays.entries()) {
    if (!isDay(day)) faults.push({ place: `holidays.${n}`, text: `there is no day ${day}` })
    else if (seen.has(day)) faults.push({ place: `holidays.${n}`, text: `${day} is entered twice` })
    seen.add(day)
  }
  return faults
}
