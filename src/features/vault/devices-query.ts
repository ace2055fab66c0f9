import { queryOptions } from '@tanstack/react-query'
import { sync } from '#contract/calls/sync.ts'
import type { Api } from '#src/data/api.ts'

export const devicesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['devices'],
    queryFn: ({ signal }) => api.send(sync.devices, {}, { signal, platform: '', quiet: true }),
  })
