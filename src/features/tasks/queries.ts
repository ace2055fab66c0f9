/** Background tasks of a platform, as query options. */
import { queryOptions } from '@tanstack/react-query'
import { tasks } from '#contract/calls/tasks.ts'
import { isProcessing } from '#contract/model/task.ts'
import { TASK_POLL_SECONDS } from '#contract/model/values.ts'
import type { Api } from '#src/data/api.ts'

/** One of them with what became of each of its alerts. */
export const taskQuery = (api: Api, platform: string, uuid: string) =>
  queryOptions({
    queryKey: ['tasks', 'view', platform, uuid],
    queryFn: async ({ signal }) =>
      (await api.send(tasks.view, { params: { uuid } }, { signal, platform, quiet: true })).items[0] ?? null,
    staleTime: 30_000,
  })

/** Asked for again every 30 seconds while any is in progress (specification 2, section 4). */
export const tasksQuery = (api: Api, platform: string) =>
  queryOptions({
    queryKey: ['tasks', 'list', platform],
    queryFn: async ({ signal }) => (await api.send(tasks.list, {}, { signal, platform, quiet: true })).items,
    staleTime: 30_000,
    refetchInterval: ({ state }) => (isProcessing(state.data ?? []) ? TASK_POLL_SECONDS * 1000 : false),
  })
