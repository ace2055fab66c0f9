/** Reads of quality reviews. */
import { queryOptions } from '@tanstack/react-query'
import { quality } from '#contract/calls/quality.ts'
import type { Api } from '#src/data/net/api.ts'

const STALE_MS = 30_000

/** All quality reviews of a platform. */
export const qualityKey = (platform: string) => ['quality', platform] as const

export const qualityQueries = {
  people: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...qualityKey(platform), 'people'],
      queryFn: ({ signal }) => api.send(quality.people, {}, { signal, platform, quiet: true }),
      staleTime: STALE_MS,
    }),
  reviews: (api: Api, platform: string, show: 'read' | 'findings') =>
    queryOptions({
      queryKey: [...qualityKey(platform), 'reviews', show],
      queryFn: ({ signal }) => api.send(quality.reviews, { query: { show } }, { signal, platform, quiet: true }),
      staleTime: STALE_MS,
    }),
  policy: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...qualityKey(platform), 'policy'],
      queryFn: ({ signal }) => api.send(quality.policy, {}, { signal, platform, quiet: true }),
      staleTime: STALE_MS,
    }),
}
