/** Reads of Administration. */
import { queryOptions } from '@tanstack/react-query'
import { access } from '#contract/calls/administration/access.ts'
import { audit } from '#contract/calls/administration/audit.ts'
import { jobs, notices, policies } from '#contract/calls/administration/maintenance.ts'
import type { Api } from '#src/data/net/api.ts'

const EVERY_MS = 30_000
/** While a job is under way, which takes seconds. */
const SOON_MS = 2000

/** Everything read of Administration on a platform. */
export const administrationKey = (platform: string) => ['administration', platform] as const

const how = (signal: AbortSignal, platform: string) => ({ signal, platform, quiet: true })

export const administrationQueries = {
  presence: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'presence'],
      queryFn: ({ signal }) => api.send(access.presence, {}, how(signal, platform)),
      refetchInterval: EVERY_MS,
      staleTime: EVERY_MS / 2,
    }),
  access: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'access'],
      queryFn: ({ signal }) => api.send(access.list, {}, how(signal, platform)),
      staleTime: EVERY_MS / 2,
    }),
  entry: (api: Api, platform: string, n: number) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'entry', n],
      queryFn: ({ signal }) => api.send(audit.entry, { params: { n: String(n) } }, how(signal, platform)),
      staleTime: Infinity,
    }),
  choices: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'choices'],
      queryFn: ({ signal }) => api.send(audit.choices, {}, how(signal, platform)),
      staleTime: EVERY_MS,
    }),
  checks: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'checks'],
      queryFn: ({ signal }) => api.send(audit.checks, {}, how(signal, platform)),
      refetchInterval: (query) => (query.state.data?.items[0]?.status === 'running' ? SOON_MS : EVERY_MS),
    }),
  jobs: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'jobs'],
      queryFn: ({ signal }) => api.send(jobs.list, {}, how(signal, platform)),
      refetchInterval: EVERY_MS / 3,
      staleTime: SOON_MS,
    }),
  notices: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'notices'],
      queryFn: ({ signal }) => api.send(notices.list, {}, how(signal, platform)),
      staleTime: EVERY_MS / 2,
    }),
  policies: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'policies'],
      queryFn: ({ signal }) => api.send(policies.list, {}, how(signal, platform)),
      staleTime: EVERY_MS / 2,
    }),
}
