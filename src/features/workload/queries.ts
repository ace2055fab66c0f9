/** Reads of the team: who has how much, and the oldest of it. */
import { queryOptions } from '@tanstack/react-query'
import type { Input } from '#contract/call.ts'
import { team } from '#contract/calls/team.ts'
import type { Api } from '#src/data/net/api.ts'

const EVERY_MS = 30_000

/** Everything read of a platform's team. */
export const workloadKey = (platform: string) => ['team', platform] as const

export const workloadQueries = {
  load: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...workloadKey(platform), 'load'],
      queryFn: ({ signal }) => api.send(team.load, {}, { signal, platform, quiet: true }),
      refetchInterval: EVERY_MS,
      staleTime: EVERY_MS / 2,
    }),
  overview: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...workloadKey(platform), 'overview'],
      queryFn: ({ signal }) => api.send(team.overview, {}, { signal, platform, quiet: true }),
      refetchInterval: EVERY_MS,
      staleTime: EVERY_MS / 2,
    }),
  /** `person` null: unassigned work. */
  work: (api: Api, platform: string, person: string | null) =>
    queryOptions({
      queryKey: [...workloadKey(platform), 'work', person],
      queryFn: ({ signal }) =>
        api.send(team.work, { query: person === null ? {} : { person } }, { signal, platform, quiet: true }),
      staleTime: EVERY_MS / 2,
    }),
  autoAssign: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...workloadKey(platform), 'auto'],
      queryFn: ({ signal }) => api.send(team.autoAssign, {}, { signal, platform, quiet: true }),
      staleTime: 0,
    }),
  planAuto: (api: Api, platform: string, body: Input<typeof team.planAuto>['body']) =>
    queryOptions({
      queryKey: [...workloadKey(platform), 'planAuto', body],
      queryFn: ({ signal }) => api.send(team.planAuto, { body }, { signal, platform, quiet: true }),
      retry: false,
      staleTime: 0,
    }),
  plan: (api: Api, platform: string, body: Input<typeof team.planSpread>['body']) =>
    queryOptions({
      queryKey: [...workloadKey(platform), 'plan', body],
      queryFn: ({ signal }) => api.send(team.planSpread, { body }, { signal, platform, quiet: true }),
      enabled: body.to.length > 0,
      retry: false,
      staleTime: 0,
    }),
}
