/** Reads of the page Trend. */
import { queryOptions } from '@tanstack/react-query'
import { trend } from '#contract/calls/trend.ts'
import type { Api } from '#src/data/net/api.ts'
import type { Period } from './period.ts'

const STALE_MS = 60_000

/** Everything read of a platform's trend. */
export const trendKey = (platform: string) => ['trend', platform] as const

export const trendQueries = {
  period: (api: Api, platform: string, query: Period) =>
    queryOptions({
      queryKey: [...trendKey(platform), 'period', query],
      queryFn: ({ signal }) => api.send(trend.period, { query }, { signal, platform, quiet: true }),
      staleTime: STALE_MS,
    }),
  outlook: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...trendKey(platform), 'outlook'],
      queryFn: ({ signal }) => api.send(trend.outlook, {}, { signal, platform, quiet: true }),
      staleTime: STALE_MS,
    }),
}
