/** How much of a stack is reviewed before it is decided, as a query. */
import { queryOptions } from '@tanstack/react-query'
import { stacks } from '#contract/calls/cases/stacks.ts'
import type { Api } from '#src/data/net/api.ts'

const MINUTE = 60_000

export const samplingQuery = (api: Api, platform: string) =>
  queryOptions({
    queryKey: ['stacks', 'sampling', platform],
    queryFn: ({ signal }) => api.send(stacks.sampling, { query: { platform } }, { signal, platform, quiet: true }),
    meta: { persist: true },
    staleTime: MINUTE,
  })
