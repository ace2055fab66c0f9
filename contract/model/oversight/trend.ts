/** How the work of a platform goes over time, as its managers see it (ours). Days are days of UTC. */
import * as z from 'zod/mini'
import { person } from '#contract/model/common.ts'

/** The longest period that is counted, in days. */
export const PERIOD_MAX = 366
/** A forecast is of so many days. */
export const AHEAD = 7

const share = z.object({ value: z.number(), low: z.number(), high: z.number() })

/** Decisions, and the hours in which somebody decided: each person counts for himself. */
const pace = { decisions: z.number(), hours: z.number() }

/** What was decided of what had a due date, and how much of it late. */
const inTime = z.object({ decided: z.number(), late: z.number() })

/** What was decided in a period. */
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

/** The open cases at the end of a day, and how many days they take at the pace of the week before; null without one. */
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
  /** How many forecasts of a day were tried. */
  tried: z.number(),
})
export type ForecastError = z.infer<typeof forecastError>

/** How long the open cases take, a week ahead, and how old they are. */
export const trendOutlook = z.object({
  past: z.array(backlogDay),
  /** `low` and `high` hold four of five of what came in the past; null where too little is known of it. */
  ahead: z.array(z.extend(backlogDay, { low: z.nullable(z.number()), high: z.nullable(z.number()) })),
  /** What the method would have missed by in the past; null where there is too little of it. */
  error: z.nullable(forecastError),
  /** Open cases by age; the days are those on which they arrived, null for no end. */
  ages: z.array(z.object({ label: z.string(), from: z.nullable(z.string()), to: z.string(), count: z.number() })),
})
export type TrendOutlook = z.infer<typeof trendOutlook>
