/** Reads of the business hours, and the rows of their page: each state with who set it, the latest first. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Output } from '#contract/call.ts'
import { clocks, type ClockPolicyChange } from '#contract/calls/clocks.ts'
import { DEFAULT_CLOCK_POLICY, type ClockPolicy } from '#contract/model/clocks/policy.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import type { Api } from '#src/data/net/api.ts'

const STALE_MS = 15_000

export type KeptHours = Output<typeof clocks.policy>

/** Everything read of a platform's business hours. */
export const hoursKey = (platform: string) => ['hours', platform] as const

export const hoursQueries = {
  policy: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...hoursKey(platform), 'policy'],
      queryFn: ({ signal }) => api.send(clocks.policy, {}, { signal, platform, quiet: true }),
      staleTime: STALE_MS,
    }),
  history: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...hoursKey(platform), 'history'],
      queryFn: ({ signal }) => api.send(clocks.history, {}, { signal, platform, quiet: true }),
      staleTime: STALE_MS,
    }),
  /** `policy` null while what is typed is none. */
  preview: (api: Api, platform: string, policy: ClockPolicy | null) =>
    queryOptions({
      queryKey: [...hoursKey(platform), 'preview', policy],
      queryFn: ({ signal }) =>
        api.send(
          clocks.preview,
          { body: { policy: policy ?? DEFAULT_CLOCK_POLICY } },
          { signal, platform, quiet: true },
        ),
      enabled: policy !== null,
      placeholderData: keepPreviousData,
      retry: false,
      staleTime: STALE_MS,
    }),
}

export interface HoursRow {
  version: number
  policy: ClockPolicy
  /** Null if no policy was saved: the default applies. */
  change: ClockPolicyChange | null
}

/** The versions of the policy, the current one first; the default if none was saved. */
export const hoursRows = (items: readonly ClockPolicyChange[]): readonly HoursRow[] => {
  const rows = items.map((change): HoursRow => ({ version: change.version, policy: change.after, change }))
  const first = items.at(-1)
  if (first && first.version > 1) return rows
  return [...rows, { version: 0, policy: first?.before ?? DEFAULT_CLOCK_POLICY, change: null }]
}

export const hoursRowKey = ({ version }: HoursRow): string => String(version)

/** The cursor outlives the screen. */
export const hoursList = createListState()
