import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Calendar } from './calendar.ts'
import { dueAt, dueSoonAt, isRunning, pausesAfter, type DueHistory } from './due.ts'
import { DEFAULT_BUSINESS_HOURS, faultsOfPolicy, minutesOf, type BusinessHoursPolicy, type Opening } from './policy.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Changes of the clocks: forwards and backwards, by an hour and by half of one, twice within a month, and a day left out. */
const CHANGES: [zone: string, at: string][] = [
  ['America/Toronto', '2026-03-08T07:00Z'],
  ['America/Toronto', '2026-11-01T06:00Z'],
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['Africa/Casablanca', '2026-02-15T02:00Z'],
  ['Africa/Casablanca', '2026-03-22T02:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00Z'],
  ['Asia/Kathmandu', '2026-01-01T00:00Z'],
  ['UTC', '2025-12-31T23:00Z'],
]

const walls = new Map<string, { day: string; weekday: number; minute: number }>()
const formats = new Map<string, Intl.DateTimeFormat>()
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The time on the wall of an office. */
function wallOf(zone: string, at: number) {
  const key = `${zone} ${at}`
  const known = walls.get(key)
  if (known) return known
  const options = { timeZone: zone, hourCycle: 'h23', weekday: 'short' } as const
  const all = {
    ...options,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', all)
  formats.set(zone, format)
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const wall = {
    day: `${part['year']}-${part['month']}-${part['day']}`,
    weekday: WEEKDAYS.indexOf(part['weekday'] ?? ''),
    minute: Number(part['hour']) * 60 + Number(part['minute']),
  }
  walls.set(key, wall)
  return wall
}

/** Looks at every minute by itself. */
function slowDueAt({ zone, week, holidays }: BusinessHoursPolicy, { start, pauses }: DueHistory, minutes: number) {
  if (pauses.length % 2 === 1) return null
  let left = minutes
  for (let at = start; ; at += MINUTE) {
    if (left === 0) return at
    const isPaused = pauses.filter((pause) => pause <= at).length % 2 === 1
    if (isPaused) continue
    const { day, weekday, minute } = wallOf(zone, at)
    const open = week[weekday]
    if (!open || holidays.some((holiday) => holiday.day === day)) continue
    if (open.some(({ from, to }) => minute >= minutesOf(from) && minute < minutesOf(to))) left -= 1
  }
}

const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** A day with up to three openings, between which it may close for no time at all. */
const openings = fc
  .array(fc.integer({ min: 0, max: 1440 }), { maxLength: 6 })
  .map((times) => {
    const sorted = times.toSorted((a, b) => a - b)
    return Array.from({ length: Math.floor(sorted.length / 2) }, (_, n) => [sorted[2 * n] ?? 0, sorted[2 * n + 1] ?? 0])
  })
  .map((pairs) => pairs.flatMap(([from = 0, to = 0]) => (from < to ? [{ from: timeOf(from), to: timeOf(to) }] : [])))
const openFor = (day: Opening[]) => day.reduce((sum, { from, to }) => sum + minutesOf(to) - minutesOf(from), 0)
const anyWeek = fc
  .array(openings, { minLength: 7, maxLength: 7 })
  .filter((week) => week.filter((day) => openFor(day) > 60).length > 1)

const histories = fc
  .record({
    change: fc.constantFrom(...CHANGES),
    week: anyWeek,
    before: fc.integer({ min: -600, max: 4000 }),
    gaps: fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 6 }),
    holidays: fc.array(fc.integer({ min: -2, max: 4 }), { maxLength: 2 }),
    minutes: fc.integer({ min: 1, max: 1500 }),
  })
  .map(({ change: [zone, at], week, before, gaps, holidays, minutes }) => {
    const start = Date.parse(at) - before * MINUTE
    const pauses: number[] = []
    for (const gap of gaps) pauses.push((pauses.at(-1) ?? start) + gap * MINUTE)
    const dayOf = (days: number) => new Date(Date.parse(at) + days * 24 * HOUR).toISOString().slice(0, 10)
    const named = [...new Set(holidays)].map((days) => ({ day: dayOf(days), name: '' }))
    return { policy: { ...DEFAULT_BUSINESS_HOURS, zone, week, holidays: named }, history: { start, pauses }, minutes }
  })

test('agrees with a minute-by-minute calculation on 1,000 histories', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(histories, ({ policy, history, minutes }) => {
      const found = dueAt(new Calendar(policy), history, minutes / 60)
      expect(found === null ? null : Math.round(found)).toBe(slowDueAt(policy, history, minutes))
    }),
    { numRuns: 1000 },
  )
})

test('a time that ends with the open hours is due then, though its hours are no whole number', () => {
  const week = [[], [], [], [{ from: '15:27', to: '23:28' }], [], [], [{ from: '00:00', to: '01:01' }]]
  const policy = { ...DEFAULT_BUSINESS_HOURS, zone: 'Asia/Kathmandu', week, holidays: [] }
  const history = { start: at('2026-01-01T00:00'), pauses: [] }
  expect(dueAt(new Calendar(policy), history, 481 / 60)).toBe(at('2026-01-01T17:43'))
})

test(
  'counts the business minutes between two moments as a minute-by-minute calculation does',
  { timeout: 120_000 },
  () => {
    fc.assert(
      fc.property(histories, ({ policy, history: { start }, minutes }) => {
        const end = start + minutes * MINUTE
        let slow = 0
        for (let at = start; at < end; at += MINUTE) {
          const { day, weekday, minute } = wallOf(policy.zone, at)
          const open = policy.week[weekday]
          const isHoliday = policy.holidays.some((holiday) => holiday.day === day)
          const isOpen = open?.some(({ from, to }) => minute >= minutesOf(from) && minute < minutesOf(to))
          if (isOpen && !isHoliday) slow += MINUTE
        }
        expect(new Calendar(policy).between(start, end)).toBe(slow)
      }),
      { numRuns: 300 },
    )
  },
)

const at = (text: string) => Date.parse(`${text}Z`)
const office = new Calendar(DEFAULT_BUSINESS_HOURS)

test('work that arrives on Friday afternoon is due on Monday', () => {
  const history = { start: at('2026-11-20T16:00'), pauses: [] }
  expect(dueAt(office, history, 4)).toBe(at('2026-11-23T12:00'))
  expect(dueSoonAt(office, history, 4, 2)).toBe(at('2026-11-23T10:00'))
})

test('a lunch break does not count, and work that arrives in it begins after it', () => {
  const halves = [
    { from: '09:00', to: '12:00' },
    { from: '13:00', to: '17:00' },
  ]
  const calendar = new Calendar({ ...DEFAULT_BUSINESS_HOURS, week: DEFAULT_BUSINESS_HOURS.week.with(1, halves) })
  expect(dueAt(calendar, { start: at('2026-11-24T10:00'), pauses: [] }, 4)).toBe(at('2026-11-24T15:00'))
  expect(dueAt(calendar, { start: at('2026-11-24T12:30'), pauses: [] }, 1)).toBe(at('2026-11-24T14:00'))
  expect(dueAt(calendar, { start: at('2026-11-24T09:00'), pauses: [] }, 3)).toBe(at('2026-11-24T12:00'))
  expect(dueSoonAt(calendar, { start: at('2026-11-24T10:00'), pauses: [] }, 4, 3)).toBe(at('2026-11-24T11:00'))
})

test('a deadline that ends exactly at closing time is at closing time, not at the next opening', () => {
  expect(dueAt(office, { start: at('2026-11-24T09:00'), pauses: [] }, 8)).toBe(at('2026-11-24T17:00'))
})

test('pauses while it waits, and has no due date then', () => {
  const start = at('2026-11-24T09:00')
  const asked = pausesAfter([], false, at('2026-11-24T10:00'))
  expect(dueAt(office, { start, pauses: asked }, 4)).toBeNull()
  const answered = pausesAfter(asked, true, at('2026-11-25T09:30'))
  expect(dueAt(office, { start, pauses: answered }, 4)).toBe(at('2026-11-25T12:30'))
})

test('keeps the due date it had before it waited', () => {
  const pauses = [at('2026-11-24T15:00'), at('2026-11-26T15:00')]
  expect(dueAt(office, { start: at('2026-11-24T09:00'), pauses }, 4)).toBe(at('2026-11-24T13:00'))
})

test('a calendar that is always closed gives no due date', () => {
  const closed = new Calendar({ ...DEFAULT_BUSINESS_HOURS, week: DEFAULT_BUSINESS_HOURS.week.map(() => []) })
  expect(dueAt(closed, { start: at('2026-11-24T09:00'), pauses: [] }, 1)).toBeNull()
})

test('a stop is recorded once, and never before the previous one', () => {
  expect(pausesAfter([], true, 5)).toEqual([])
  expect(pausesAfter([5], false, 7)).toEqual([5])
  expect(pausesAfter([5], true, 3)).toEqual([5, 5])
  expect(isRunning({ pauses: [5, 7] })).toBe(true)
})

test('refuses an impossible policy', () => {
  const placesOf = (change: Partial<BusinessHoursPolicy>) =>
    faultsOfPolicy({ ...DEFAULT_BUSINESS_HOURS, ...change }).map(({ place }) => place)
  const { week } = DEFAULT_BUSINESS_HOURS
  expect(placesOf({})).toEqual([])
  expect(placesOf({ zone: 'Mars/Olympus' })).toEqual(['zone'])
  expect(placesOf({ zone: '+02:00' })).toEqual(['zone'])
  expect(placesOf({ week: week.with(1, [{ from: '17:00', to: '09:00' }]) })).toEqual(['week.1'])
  const morning = { from: '09:00', to: '12:00' }
  expect(placesOf({ week: week.with(1, [morning, { from: '11:00', to: '17:00' }]) })).toEqual(['week.1'])
  expect(placesOf({ week: week.with(1, [{ from: '13:00', to: '17:00' }, morning]) })).toEqual(['week.1'])
  expect(placesOf({ week: week.with(1, [morning, { from: '12:00', to: '17:00' }]) })).toEqual([])
  expect(placesOf({ week: week.map(() => []) })).toEqual(['week'])
  expect(placesOf({ holidays: [{ day: '2026-02-30', name: '' }] })).toEqual(['holidays.0'])
  const twice = { day: '2026-12-25', name: '' }
  expect(placesOf({ holidays: [twice, twice] })).toEqual(['holidays.1'])
})
