/** Reads of the business hours, and the rows of their page: each state with who set it, the latest first. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Output } from '#contract/call.ts'
import { businessHours, type BusinessHoursChange } from '#contract/calls/business-hours.ts'
import { DEFAULT_BUSINESS_HOURS, type BusinessHoursPolicy } from '#contract/model/business-hours/policy.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import type { Api } from '#src/data/net/api.ts'

const STALE_MS = 15_000

export type KeptBusinessHours = Output<typeof businessHours.policy>

/** Everything read of a platform's business hours. */
export const businessHoursKey = (platform: string) => ['hours', platform] as const

export const businessHoursQueries = {
  policy: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...businessHoursKey(platform), 'policy'],
      queryFn: ({ signal }) => api.send(businessHours.policy, {}, { signal, platform, quiet: true }),
      staleTime: STALE_MS,
    }),
  history: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...businessHoursKey(platform), 'history'],
      queryFn: ({ signal }) => api.send(businessHours.history, {}, { signal, platform, quiet: true }),
      staleTime: STALE_MS,
    }),
  /** `policy` null while what is typed is none. */
  preview: (api: Api, platform: string, policy: BusinessHoursPolicy | null) =>
    queryOptions({
      queryKey: [...businessHoursKey(platform), 'preview', policy],
      queryFn: ({ signal }) =>
        api.send(
          businessHours.preview,
          { body: { policy: policy ?? DEFAULT_BUSINESS_HOURS } },
          { signal, platform, quiet: true },
        ),
      enabled: policy !== null,
      placeholderData: keepPreviousData,
      retry: false,
      staleTime: STALE_MS,
    }),
}

export interface BusinessHoursRow {
  version: number
  policy: BusinessHoursPolicy
  /** Null if no policy was saved: the default applies. */
  change: BusinessHoursChange | null
}

/** The versions of the policy, the current one first; the default if none was saved. */
export const businessHoursRows = (items: readonly BusinessHoursChange[]): readonly BusinessHoursRow[] => {
  const rows = items.map((change): BusinessHoursRow => ({ version: change.version, policy: change.after, change }))
  const first = items.at(-1)
  if (first && first.version > 1) return rows
  return [...rows, { version: 0, policy: first?.before ?? DEFAULT_BUSINESS_HOURS, change: null }]
}

export const businessHoursRowKey = ({ version }: BusinessHoursRow): string => String(version)

/** The cursor outlives the screen. */
export const businessHoursList = createListState()
