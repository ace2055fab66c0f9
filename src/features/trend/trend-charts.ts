/** The charts of the page Trend: their rows, and the queue that each row leads to. */
import { defaultStringifySearch } from '@tanstack/react-router'
import type { TrendOutlook, TrendPeriod } from '#contract/model/trend.ts'
import { createCharts, type Chart, type ChartRow } from '#src/features/charts/public.ts'
import { countOf, formatCount } from '#src/format/count.ts'

type Queue = 'cases' | 'account-alerts'

/** A queue narrowed by a filter. */
const queueAt = (platform: string, queue: Queue, filter: object) =>
  `/admin/${encodeURIComponent(platform)}/${queue}/${defaultStringifySearch(filter)}`

const decimal = (value: number) => value.toFixed(1)
const percent = (share: number) => `${Math.round(share * 100)} %`

/** A row that knows its filter of the queue. */
interface TrendRow extends ChartRow {
  filter: object | null
}

const chart = ({ queue = 'cases', ...init }: Omit<Chart, 'hrefOf'> & { queue?: Queue }): Chart => ({
  ...init,
  hrefOf: (platform, row) => {
    const { filter } = row as TrendRow
    return filter && queueAt(platform, queue, filter)
  },
})

const IN_TIME = { of: 'Day', columns: ['Decided', 'Late'], counted: 'In time', isSeries: true } as const

export const TREND_CHARTS = [
  chart({
    id: 'decisions',
    title: 'Decisions an hour by day',
    of: 'Day',
    columns: ['Decisions', 'Hours with a decision'],
    counted: 'An hour',
    isSeries: true,
  }),
  chart({
    id: 'people',
    title: 'Decisions an hour by person',
    of: 'Person',
    columns: ['Decisions', 'Hours with a decision'],
    counted: 'An hour',
  }),
  chart({
    id: 'falsePositives',
    title: 'False positives by rule',
    of: 'Rule',
    columns: ['Closed', '95 % interval'],
    counted: 'False',
  }),
  chart({
    id: 'clearing',
    title: 'Days to clear, with the week ahead',
    of: 'Day',
    columns: ['New', 'Closed', 'Open', 'Range'],
    counted: 'Days',
    isSeries: true,
  }),
  chart({ id: 'ages', title: 'Open cases by age', of: 'Age' }),
  chart({ id: 'strs', title: 'STRs by day', of: 'Day', isSeries: true }),
  chart({ id: 'cases', title: 'Cases decided in time', ...IN_TIME }),
  chart({ id: 'accountAlerts', title: 'Account alerts decided in time', queue: 'account-alerts', ...IN_TIME }),
] as const
export const TREND = createCharts('Trend', TREND_CHARTS)

const pace = ({ decisions, hours }: { decisions: number; hours: number }) => {
  const count = hours === 0 ? 0 : decisions / hours
  return { count, text: decimal(count), cells: [formatCount(decisions), formatCount(hours)] }
}

/** The share that was decided in time, where something was due; it leads to what was decided on the day. */
function inTimeRow(day: string, { decided, late }: TrendPeriod['days'][number]['cases'], status: string): TrendRow {
  const share = decided === 0 ? 0 : (decided - late) / decided
  return {
    key: day,
    label: day,
    count: share,
    text: decided === 0 ? '–' : percent(share),
    cells: [formatCount(decided), formatCount(late)],
    filter: { status, endS: day, endE: day },
  }
}

/** Rows of a period, the latest day first, as it is what is looked for. */
export function periodRows({ from, to, days, people, rules }: TrendPeriod) {
  const closed = { status: '', endS: from, endE: to }
  return {
    decisions: days.toReversed().map(({ day, ...one }): TrendRow => ({
      key: day,
      label: day,
      ...pace(one),
      filter: { status: '', endS: day, endE: day },
    })),
    people: people.map(({ person, ...one }): TrendRow => ({
      key: person.id,
      label: person.name,
      ...pace(one),
      filter: { ...closed, user: person.id },
    })),
    falsePositives: rules.map(({ id, name, decided, share }): TrendRow => ({
      key: id,
      label: name,
      count: share.value,
      text: percent(share.value),
      cells: [formatCount(decided), `${percent(share.low)} to ${percent(share.high)}`],
      filter: { ...closed, status: 'on', rule: id },
    })),
    cases: days.toReversed().map(({ day, cases }) => inTimeRow(day, cases, '')),
    accountAlerts: days.toReversed().map(({ day, accountAlerts }) => inTimeRow(day, accountAlerts, 'all')),
    strs: days.toReversed().map(({ day, strs }): TrendRow => ({
      key: day,
      label: day,
      count: strs,
      filter: { status: 'str', endS: day, endE: day },
    })),
  }
}

type Ahead = TrendOutlook['ahead'][number]

function clearingRow({
  day,
  arrived,
  closed,
  open,
  daysToClear,
  ...rest
}: Ahead | TrendOutlook['past'][number]): TrendRow {
  const isExpected = 'low' in rest
  const range =
    isExpected && rest.low !== null && rest.high !== null ? `${decimal(rest.low)} to ${decimal(rest.high)}` : ''
  const figures = [arrived, closed, open].map((n) => (isExpected ? `~${formatCount(n)}` : formatCount(n)))
  return {
    key: day,
    label: isExpected ? `${day}, expected` : day,
    count: daysToClear ?? 0,
    text: daysToClear === null ? '–' : decimal(daysToClear),
    cells: [...figures, range],
    isExpected,
    filter: isExpected ? null : { status: '', timeS: day, timeE: day },
  }
}

export function outlookRows({ past, today, ahead, ages }: TrendOutlook) {
  const soFar: TrendRow = {
    ...clearingRow({ ...today, daysToClear: null }),
    key: `${today.day} so far`,
    label: `${today.day}, so far`,
  }
  return {
    clearing: [...ahead.toReversed().map(clearingRow), soFar, ...past.toReversed().map(clearingRow)],
    ages: ages.map(({ label, from, to, count }): TrendRow => ({
      key: label,
      label,
      count,
      filter: { status: 'New & Await', ...(from !== null && { timeS: from }), timeE: to },
    })),
  }
}

/** The method of the forecast, and its past error. */
export function forecastNote({ ahead, error }: TrendOutlook): string {
  if (ahead.length === 0) return 'A forecast needs four weeks of cases.'
  const method =
    'New cases count on the day they were created. Forecast: the average of the same weekday in the last four weeks, today no less than so far.'
  if (!error) return `${method} There is not enough history for a backtest.`
  const { meanDays, percent: missed, naiveDays, tried } = error
  return `${method} Backtest over ${countOf(tried, 'day')}: mean absolute error ${meanDays.toFixed(2)} days (${Math.round(missed)} %), against ${naiveDays.toFixed(2)} for “same as today”.`
}
