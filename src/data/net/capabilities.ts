/** The server's additions to the catalogue (decision 0113). */
import { queryOptions } from '@tanstack/react-query'
import { capabilities } from '#contract/calls/capabilities.ts'
import type { Output } from '#contract/call.ts'
import type { Api } from './api.ts'
import { ApiError } from './errors.ts'

export type Capabilities = Output<typeof capabilities>

/** A server that speaks the catalogue and no more: no keys, no batch, no feed, no reasons. */
export const PLAIN: Capabilities = {
  version: '',
  ops: false,
  feed: false,
  reasons: [],
  holdSeconds: 10,
  fourEyes: [],
  demo: false,
}

/** Asked once a start, and known from the last start before that. */
export function capabilitiesQuery(api: Api) {
  return queryOptions({
    queryKey: ['capabilities'],
    queryFn: async ({ signal }): Promise<Capabilities> => {
      try {
        return await api.send(capabilities, {}, { signal, quiet: true })
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'missing') return PLAIN
        throw error
      }
    },
    staleTime: 3_600_000,
    meta: { boot: true },
  })
}
