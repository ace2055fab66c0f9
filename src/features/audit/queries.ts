import { queryOptions } from '@tanstack/react-query'
import { audit } from '#contract/calls/audit.ts'
import type { Api } from '#src/data/net/api.ts'
import { administrationKey, EVERY_MS, quietly, SOON_MS } from '#src/features/administration/public.ts'

export const auditQueries = {
  entry: (api: Api, platform: string, n: number) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'entry', n],
      queryFn: ({ signal }) => api.send(audit.entry, { params: { n: String(n) } }, quietly(signal, platform)),
      staleTime: Infinity,
    }),
  choices: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'choices'],
      queryFn: ({ signal }) => api.send(audit.choices, {}, quietly(signal, platform)),
      staleTime: EVERY_MS,
    }),
  checks: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'checks'],
      queryFn: ({ signal }) => api.send(audit.checks, {}, quietly(signal, platform)),
      refetchInterval: (query) => (query.state.data?.items[0]?.status === 'running' ? SOON_MS : EVERY_MS),
    }),
}
