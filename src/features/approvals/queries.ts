/** Reads of what waits for a second person. */
import { queryOptions } from '@tanstack/react-query'
import { approvals } from '#contract/calls/cases/approvals.ts'
import type { Api } from '#src/data/net/api.ts'

const KEY = 'approvals'
const EVERY_MS = 30_000

/** Everything read of approvals on a platform. */
export const approvalsKey = (platform: string) => [KEY, platform] as const

export const approvalQueries = {
  list: (api: Api, platform: string, status: 'open' | 'decided') =>
    queryOptions({
      queryKey: [...approvalsKey(platform), 'list', status],
      queryFn: ({ signal }) => api.send(approvals.list, { query: { status } }, { signal, platform, quiet: true }),
      refetchInterval: EVERY_MS,
      staleTime: EVERY_MS / 2,
    }),
  count: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...approvalsKey(platform), 'count'],
      queryFn: ({ signal }) => api.send(approvals.count, {}, { signal, platform, quiet: true }),
      refetchInterval: EVERY_MS * 2,
      staleTime: EVERY_MS,
      // a server of the catalogue alone has none
      retry: false,
    }),
}
