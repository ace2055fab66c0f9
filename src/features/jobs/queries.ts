import { queryOptions } from '@tanstack/react-query'
import { jobs } from '#contract/calls/jobs.ts'
import type { Api } from '#src/data/net/api.ts'
import { administrationKey, EVERY_MS, quietly, SOON_MS } from '#src/features/administration/public.ts'

export const jobQueries = {
  list: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'jobs'],
      queryFn: ({ signal }) => api.send(jobs.list, {}, quietly(signal, platform)),
      refetchInterval: EVERY_MS / 3,
      staleTime: SOON_MS,
    }),
}
