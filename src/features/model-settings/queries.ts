/** Reads of model config sets, as query options; kept for a start without a network. */
import { queryOptions } from '@tanstack/react-query'
import { configSets } from '#contract/calls/rules/config-sets.ts'
import { sortConfigSets } from '#contract/model/config-set.ts'
import type { Api } from '#src/data/net/api.ts'

const MINUTE = 60_000

export const modelSettingQueries = {
  /** Newest id first. */
  list: (api: Api, platform: string) =>
    queryOptions({
      queryKey: ['configSets', 'list', platform],
      queryFn: async ({ signal }) =>
        sortConfigSets((await api.send(configSets.list, { params: { platform } }, { signal })).items),
      meta: { persist: true },
      staleTime: MINUTE,
    }),
  view: (api: Api, platform: string, configId: string) =>
    queryOptions({
      queryKey: ['configSets', 'view', platform, configId],
      queryFn: async ({ signal }) =>
        (await api.send(configSets.view, { params: { platform, configId } }, { signal })).configSet,
      meta: { persist: true },
      staleTime: MINUTE / 2,
    }),
  history: (api: Api, platform: string, configId: string) =>
    queryOptions({
      queryKey: ['configSets', 'history', platform, configId],
      queryFn: ({ signal }) =>
        api.send(configSets.history, { params: { platform, configId } }, { signal, platform, quiet: true }),
      staleTime: MINUTE / 2,
    }),
}
