/** Reads of handovers. */
import { queryOptions } from '@tanstack/react-query'
import { handover } from '#contract/calls/handover.ts'
import type { Api } from '#src/data/net/api.ts'

/** Everything read of a platform's handovers. */
export const handoverKey = (platform: string) => ['handover', platform] as const

export const handoverQuery = (api: Api, platform: string) =>
  queryOptions({
    queryKey: [...handoverKey(platform), 'list'],
    queryFn: ({ signal }) => api.send(handover.list, {}, { signal, platform, quiet: true }),
    staleTime: 30_000,
  })
