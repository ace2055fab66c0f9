/** The screening lists as rows: those in force, and those of the settings that could not be read. */
import { queryOptions } from '@tanstack/react-query'
import type { Output } from '#contract/call.ts'
import { screening } from '#contract/calls/screening.ts'
import type { BrokenList, ScreeningList, ScreeningThreshold } from '#contract/model/screening/screening.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import type { Api } from '#src/data/net/api.ts'
import { administrationKey } from '#src/features/administration/public.ts'

/** The source of the added names. */
export const ADVERSE = 'adverse'

export interface ListRow {
  key: string
  name: string
  /** Null where nothing of it is in force. */
  list: ScreeningList | null
  /** The reason why its newest file is not in force. */
  broken: BrokenList | null
  thresholds: readonly ScreeningThreshold[]
}

export const listsState = createListState()
export const rowKey = ({ key }: ListRow): string => key

const EVERY_MS = 30_000
const how = (signal: AbortSignal, platform: string) => ({ signal, platform, quiet: true })

export const screeningQueries = {
  rows: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'screening lists'],
      queryFn: async ({ signal }) => {
        const [lists, thresholds] = await Promise.all([
          api.send(screening.lists, {}, how(signal, platform)),
          api.send(screening.thresholds, {}, how(signal, platform)),
        ])
        return rowsOf(lists, thresholds.items)
      },
      refetchInterval: EVERY_MS,
      staleTime: EVERY_MS / 2,
    }),
  /** The changes of a list's newest version; only the hits of a version change. */
  changes: (api: Api, platform: string, { source, version }: Pick<ScreeningList, 'source' | 'version'>) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'screening changes', source, version],
      queryFn: ({ signal }) => api.send(screening.changes, { params: { source } }, how(signal, platform)),
      staleTime: EVERY_MS,
    }),
  names: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...administrationKey(platform), 'adverse names'],
      queryFn: ({ signal }) => api.send(screening.adverseNames, {}, how(signal, platform)),
      staleTime: EVERY_MS / 2,
    }),
}

/** A row for each list in force, then for each place of the settings that nothing is in force of. */
export function rowsOf(
  { items, broken }: Output<typeof screening.lists>,
  thresholds: readonly ScreeningThreshold[],
): ListRow[] {
  const inForce = items.map((list) => ({
    key: list.source,
    name: list.name,
    list,
    broken: broken.find(({ source }) => source === list.source) ?? null,
    thresholds: thresholds.filter(({ source }) => source === list.source),
  }))
  const without = broken.filter(({ source }) => !items.some((list) => list.source === source))
  return [
    ...inForce,
    ...without.map((one) => ({
      key: `broken ${one.place}`,
      name: one.place,
      list: null,
      broken: one,
      thresholds: [],
    })),
  ]
}
