/** The trend of a platform's work for its managers (ours). Days are UTC. */
import * as z from 'zod/mini'
import { person } from '#contract/model/common.ts'

/** The longest period that is counted, in days. */
export const PERIOD_MAX = 366
/** The length of a forecast in days. */
export const AHEAD = 7

const share = z.object({ value: z.number(), low: z.number(), high: z.number() })

/** Decisions and hours with decisions, counted per person. */
const pace = { decisions: z.number(), hours: z.number() }

/** Decided work with a due date, and the late part of it. */
const inTime = z.object({ decided: z.number(), late: z.number() })

/** The decisions of a period. */
export const trendPeriod = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(z.object({ day: z.string(), ...pace, strs: z.number(), cases: inTime, accountAlerts: inTime })),
  people: z.array(z.object({ person, ...pace })),
  /** Alerts of closed cases by rule; `share` is that of cases without an STR, with its 95 % Wilson interval. */
  rules: z.array(
    z.object({ id: z.string(), name: z.string(), decided: z.number(), falsePositives: z.number(), share }),
  ),
})
export type TrendPeriod = z.infer<typeof trendPeriod>

/** The cases created and closed on a day and those open at its end, and how many days they take at the pace of the week before; null without one. */
const backlogDay = z.object({
  day: z.string(),
  arrived: z.number(),
  closed: z.number(),
  open: z.number(),
  daysToClear: z.nullable(z.number()),
})
export type BacklogDay = z.infer<typeof backlogDay>

export const forecastError = z.object({
  /** Mean absolute error of the days to clear, and the same of "as it is today". */
  meanDays: z.number(),
  naiveDays: z.number(),
  /** The first of them over the mean of what came, in percent. */
  percent: z.number(),
  /** The number of backtested daily forecasts. */
  tried: z.number(),
})
export type ForecastError = z.infer<typeof forecastError>

/** The time to clear the open cases, a week ahead, and their ages. */
export const trendOutlook = z.object({
  past: z.array(backlogDay),
  /** The day that has begun, so far, and what is open now. */
  today: z.omit(backlogDay, { daysToClear: true }),
  /** `low` and `high` hold four of five of what came in the past; null where too little is known of it. */
  ahead: z.array(z.extend(backlogDay, { low: z.nullable(z.number()), high: z.nullable(z.number()) })),
  /** The past error of the method; null with too little history. */
  error: z.nullable(forecastError),
  /** Open cases by age; the days are those on which they arrived, null for no end. */
  ages: z.array(z.object({ label: z.string(), from: z.nullable(z.string()), to: z.string(), count: z.number() })),
})
export type TrendOutlook = z.infer<typeof trendOutlook>
