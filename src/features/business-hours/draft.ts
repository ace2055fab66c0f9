/** The business hours as they are typed, what is wrong with them, and how two states of them differ. Pure. */
import {
  businessHoursPolicy,
  faultsOfPolicy,
  HOURS_MAX,
  WEEKDAYS,
  type BusinessHoursPolicy,
  type Opening,
} from '#contract/model/business-hours/policy.ts'
import { WORK_QUEUES, type WorkQueue, ALERT_LEVELS, type AlertLevel } from '#contract/model/values.ts'

export interface Draft {
  zone: string
  /** By day: openings as `09:00–12:00, 13:00–17:00`; blank on closed days. */
  week: string[]
  /** A line each: the day, then its name. */
  holidays: string
  /** Blank for no due date. */
  hours: Record<WorkQueue, Record<AlertLevel, string>>
  soon: string
}

export const QUEUE_LABELS: Record<WorkQueue, string> = { case: 'Cases', accountAlert: 'Account alerts' }
export const LEVEL_LABELS: Record<AlertLevel, string> = { alert: 'alert', hardstop: 'hard stop' }

/** A day's openings as they are typed. */
const typed = (day: readonly Opening[]) => day.map(({ from, to }) => `${from}–${to}`).join(', ')
const textOf = (hours: number | null) => (hours === null ? '' : String(hours))
const byQueue = <Value>(of: (queue: WorkQueue, level: AlertLevel) => Value) =>
  Object.fromEntries(
    WORK_QUEUES.map((queue) => [queue, Object.fromEntries(ALERT_LEVELS.map((level) => [level, of(queue, level)]))]),
  ) as Record<WorkQueue, Record<AlertLevel, Value>>

export const draftOf = ({ zone, week, holidays, hours, soon }: BusinessHoursPolicy): Draft => ({
  zone,
  week: week.map(typed),
  holidays: holidays.map(({ day, name }) => `${day} ${name}`.trim()).join('\n'),
  hours: byQueue((queue, level) => textOf(hours[queue][level])),
  soon: String(soon),
})

const TIME = String.raw`(?:(?:[01]?\d|2[0-3]):[0-5]\d|24:00)`
const OPENING = new RegExp(`^(${TIME})\\s*(?:-|–|to)\\s*(${TIME})$`)

/** The openings of a day; undefined where they cannot be read. */
function openingsOf(text: string): Opening[] | undefined {
  const parts = text.split(/[,;]/).map((part) => part.trim())
  const read = parts.filter(Boolean).map((part) => OPENING.exec(part))
  if (read.includes(null)) return undefined
  return read.map((match) => ({ from: match?.[1]?.padStart(5, '0') ?? '', to: match?.[2]?.padStart(5, '0') ?? '' }))
}

const numberOf = (text: string) => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN)

/** Faults by field: `zone`, `week`, `week.0`, `holidays`, `case.alert` and so on, `soon`. */
export type Faults = Readonly<Record<string, string>>

/** The policy that was typed, or what has to be mended. */
export function readDraft(draft: Draft): { policy: BusinessHoursPolicy } | { faults: Faults } {
  const faults: Record<string, string> = {}
  const week = draft.week.map((text, n) => {
    const openings = openingsOf(text)
    if (!openings) faults[`week.${n}`] = 'Enter times as 09:00–12:00, 13:00–17:00, up to 24:00.'
    return openings ?? []
  })
  const holidays = draft.holidays
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ day: line.split(/\s/)[0] ?? '', name: line.split(/\s+/).slice(1).join(' ') }))
  const hours = byQueue((queue, level) => {
    const text = draft.hours[queue][level].trim()
    if (text === '') return null
    const value = numberOf(text)
    if (!(value > 0 && value <= HOURS_MAX))
      faults[`${queue}.${level}`] = `Enter hours, more than 0 and at most ${HOURS_MAX}.`
    return value
  })
  const soon = numberOf(draft.soon)
  if (!(soon <= HOURS_MAX)) faults['soon'] = `Enter hours, from 0 to ${HOURS_MAX}.`
  const policy: BusinessHoursPolicy = { zone: draft.zone.trim(), week, holidays, hours, soon }
  if (Object.keys(faults).length > 0) return { faults }
  for (const { place, text } of faultsOfPolicy(policy)) {
    const field = place.startsWith('holidays') ? 'holidays' : place
    faults[field] ??= `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  const limits = businessHoursPolicy.safeParse(policy)
  if (!limits.success) {
    for (const { path, message } of limits.error.issues) faults[String(path[0])] ??= `${message}.`
  }
  return Object.keys(faults).length > 0 ? { faults } : { policy }
}

const hoursInWords = (hours: number | null) => (hours === null ? 'no due date' : `${hours} h`)

/** A policy as facts, each with its label. */
export function factsOf({
  zone,
  week,
  holidays,
  hours,
  soon,
}: BusinessHoursPolicy): (readonly [label: string, text: string])[] {
  return [
    ['Time zone', zone],
    ...WEEKDAYS.map((name, n) => {
      const day = week[n] ?? []
      return [name, day.map(({ from, to }) => `${from} to ${to}`).join(', ') || 'closed'] as const
    }),
    ...WORK_QUEUES.flatMap((queue) =>
      ALERT_LEVELS.map(
        (level) => [`${QUEUE_LABELS[queue]}, ${LEVEL_LABELS[level]}`, hoursInWords(hours[queue][level])] as const,
      ),
    ),
    ['Due soon', `within ${soon} h`],
    ['Holidays', holidays.map(({ day, name }) => `${day} ${name}`.trim()).join(', ') || 'none'],
  ]
}

/** The differences of two policies, one per line. */
export function differencesOf(before: BusinessHoursPolicy, after: BusinessHoursPolicy): string[] {
  const now = factsOf(after)
  return factsOf(before).flatMap(([label, was], n) => {
    const is = now[n]?.[1] ?? ''
    return was === is ? [] : [`${label}: ${was} → ${is}`]
  })
}
