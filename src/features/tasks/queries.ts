/** Background tasks of a platform, as query options. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { tasks } from '#contract/calls/tasks.ts'
import { isProcessing, type Task } from '#contract/model/task.ts'
import { TASK_POLL_SECONDS } from '#contract/model/values.ts'
import type { Api } from '#src/data/api.ts'

/** One of them with what became of each of its alerts; asked for anew as it goes on. */
export const taskQuery = (api: Api, { platform, uuid, status, done }: Task) =>
  queryOptions({
    queryKey: ['tasks', 'view', platform, uuid, status, done],
    queryFn: async ({ signal }) =>
      (await api.send(tasks.view, { params: { uuid } }, { signal, platform, quiet: true })).items[0] ?? null,
    staleTime: 30_000,
    // what was told stands until there is more
    placeholderData: keepPreviousData,
  })

/** Asked for again every 30 seconds while any is in progress (specification 2, section 4). */
export const tasksQuery = (api: Api, platform: string) =>
  queryOptions({
    queryKey: ['tasks', 'list', platform],
    queryFn: async ({ signal }) => (await api.send(tasks.list, {}, { signal, platform, quiet: true })).items,
    staleTime: 30_000,
    refetchInterval: ({ state }) => (isProcessing(state.data ?? []) ? TASK_POLL_SECONDS * 1000 : false),
  })
