import { queryOptions } from '@tanstack/react-query'
import { notices } from '#contract/calls/notices.ts'
import type { Api } from '#src/data/net/api.ts'
import { administrationKey, EVERY_MS, quietly } from '#src/features/administration/public.ts'

export const noticeQueries = {
  list: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'notices'],
      queryFn: ({ signal }) => api.send(notices.list, {}, quietly(signal, platform)),
      staleTime: EVERY_MS / 2,
    }),
}
