import { queryOptions } from '@tanstack/react-query'
import { policies } from '#contract/calls/policies.ts'
import type { Api } from '#src/data/net/api.ts'
import { administrationKey, EVERY_MS, quietly } from '#src/features/administration/public.ts'

export const policyQueries = {
  list: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'policies'],
      queryFn: ({ signal }) => api.send(policies.list, {}, quietly(signal, platform)),
      staleTime: EVERY_MS / 2,
    }),
}
