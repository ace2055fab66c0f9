import { queryOptions } from '@tanstack/react-query'
import { access } from '#contract/calls/access.ts'
import type { Api } from '#src/data/net/api.ts'
import { administrationKey, EVERY_MS, quietly } from '#src/features/administration/public.ts'

export const accessQueries = {
  list: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'access'],
      queryFn: ({ signal }) => api.send(access.list, {}, quietly(signal, platform)),
      staleTime: EVERY_MS / 2,
    }),
}
