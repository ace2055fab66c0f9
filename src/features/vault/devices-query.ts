import { queryOptions } from '@tanstack/react-query'
import { sessions } from '#contract/calls/own-sessions.ts'
import { sync } from '#contract/calls/sync.ts'
import type { Api } from '#src/data/net/api.ts'

export const devicesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['devices'],
    queryFn: ({ signal }) => api.send(sync.devices, {}, { signal, platform: '', quiet: true }),
  })

export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.send(sessions.list, {}, { signal, platform: '', quiet: true }),
  })
