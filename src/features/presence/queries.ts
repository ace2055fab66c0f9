import { queryOptions } from '@tanstack/react-query'
import { access } from '#contract/calls/access.ts'
import type { Api } from '#src/data/net/api.ts'
import { administrationKey, EVERY_MS, quietly } from '#src/features/administration/public.ts'

export const presenceQueries = {
  list: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'presence'],
      queryFn: ({ signal }) => api.send(access.presence, {}, quietly(signal, platform)),
      refetchInterval: EVERY_MS,
      staleTime: EVERY_MS / 2,
    }),
}
