/** Background tasks of a platform, as query options. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { tasks } from '#contract/calls/tasks.ts'
import { isProcessing, type Task } from '#contract/model/task.ts'
import { TASK_POLL_SECONDS } from '#contract/model/values.ts'
import type { Api } from '#src/data/net/api.ts'

/** One task with the result of each alert; polled while it runs. */
export const taskQuery = (api: Api, { platform, uuid, status, done }: Task) =>
  queryOptions({
    queryKey: ['tasks', 'view', platform, uuid, status, done],
    queryFn: async ({ signal }) =>
      (await api.send(tasks.view, { params: { uuid } }, { signal, platform, quiet: true })).items[0] ?? null,
    staleTime: 30_000,
    // the last answer stays until there is a newer one
    placeholderData: keepPreviousData,
  })

/** The polling interval while a user waits, ms. */
export const WATCHED_MS = 2000

/** Polled every 30 seconds while one is in progress, or faster if a user waits. */
export const tasksQuery = (api: Api, platform: string, everyMs = TASK_POLL_SECONDS * 1000) =>
  queryOptions({
    queryKey: ['tasks', 'list', platform],
    queryFn: async ({ signal }) => (await api.send(tasks.list, {}, { signal, platform, quiet: true })).items,
    staleTime: 30_000,
    refetchInterval: ({ state }) => (isProcessing(state.data ?? []) ? everyMs : false),
  })
