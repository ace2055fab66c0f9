/** The commands of the page Trend. */
import { defaultStringifySearch } from '@tanstack/react-router'
import { trend } from '#contract/calls/trend.ts'
import { defineArg, defineCommand, type Command } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { chartCommands } from '#src/features/charts/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { readDays } from '#src/format/day.ts'
import { dayOf, RANGE_HINT } from '#src/format/iso-day.ts'
import { lastDays, type Period } from './period.ts'
import { trendKey } from './queries.ts'
import { TREND } from './trend-charts.ts'

const PERIODS = [7, 30, 90, 365]

export function commands({ queries }: Pick<Data, 'queries'>): Command[] {
  const here = () => `/admin/${encodeURIComponent(currentPlatform())}/team/trend`
  const period = defineArg<'period', Period>({
    name: 'period',
    type: 'date',
    prompt: () => 'Show the period',
    source: (c) =>
      PERIODS.map((days) => {
        const value = lastDays(days, c.ports.now())
        return { id: String(days), value, title: `Last ${days} days`, detail: `${value.from} to ${value.to}` }
      }),
    typed: () => RANGE_HINT,
    create: (c, query) => {
      const value = readDays(query, dayOf(c.ports.now()))
      return value && { id: query, value, title: `${value.from} to ${value.to}` }
    },
  })
  return [
    defineCommand({
      id: 'nav.trend',
      title: 'Go to the trend of the team',
      shortTitle: 'Trend',
      group: 'Navigate',
      keywords:
        'manager, charts, throughput, false positives, backlog, forecast, ageing, aging, oversight, kpi, kpis, analytics, statistics, stats, metrics, performance, productivity, volume, reporting, mi, trends, insights, false positive rate',
      keys: ['g shift+r'],
      calls: [trend.period],
      offline: 'local',
      run: (c) => c.ports.navigate(here()),
    }),
    defineCommand({
      id: 'trend.period',
      title: 'Show another period…',
      shortTitle: 'Period…',
      group: 'View',
      keywords:
        'days, weeks, from, to, range, filter, date range, last month, last week, quarter, time frame, time period, dates',
      when: inView('trend'),
      keys: ['f'],
      args: [period],
      run: (c, { period: chosen }) => c.ports.navigate(here() + defaultStringifySearch(chosen)),
    }),
    ...chartCommands({
      charts: TREND,
      area: 'trend',
      noun: 'trend',
      refresh: () => void queries.invalidateQueries({ queryKey: trendKey(currentPlatform()) }),
    }),
  ]
}
