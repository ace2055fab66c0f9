/** Reads about allowlists, as query options. */
import { queryOptions } from '@tanstack/react-query'
import type { Input } from '#contract/call.ts'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import type { AllowlistBody, AllowlistExpiry } from '#contract/model/rules/allowlist.ts'
import type { Api } from '#src/data/net/api.ts'

const MINUTE = 60_000

export type ListQuery = NonNullable<Input<typeof allowlists.list>['query']>

export const allowlistQueries = {
  /** The number in an expiry state. */
  count: (api: Api, platform: string, query: ListQuery, expiry: AllowlistExpiry) =>
    queryOptions({
      queryKey: ['allowlists', 'count', platform, query, expiry],
      queryFn: async ({ signal }) => {
        const only = { query: { ...query, expiry, pageSize: 1 } }
        return (await api.send(allowlists.list, only, { signal, platform, quiet: true })).total
      },
      staleTime: MINUTE,
    }),
  view: (api: Api, platform: string, id: string) =>
    queryOptions({
      queryKey: ['allowlists', 'view', platform, id],
      queryFn: ({ signal }) => api.send(allowlists.view, { params: { id } }, { signal, platform }),
      meta: { persist: true },
      staleTime: MINUTE / 2,
    }),
  /** A version never changes. */
  version: (api: Api, platform: string, versionId: string) =>
    queryOptions({
      queryKey: ['allowlists', 'version', platform, versionId],
      queryFn: ({ signal }) => api.send(allowlists.version, { params: { id: versionId } }, { signal, platform }),
      staleTime: Infinity,
    }),
  history: (api: Api, platform: string, id: string) =>
    queryOptions({
      queryKey: ['allowlists', 'history', platform, id],
      queryFn: ({ signal }) => api.send(allowlists.history, { params: { id } }, { signal, platform, quiet: true }),
      staleTime: MINUTE / 2,
    }),
  /** The alerts that a draft would resolve; faults are the error. */
  dryRun: (api: Api, body: AllowlistBody) =>
    queryOptions({
      queryKey: ['allowlists', 'dryRun', body],
      queryFn: ({ signal }) => api.send(allowlists.dryRun, { body }, { signal, platform: body.platform, quiet: true }),
      staleTime: MINUTE / 2,
      gcTime: MINUTE,
      retry: false,
    }),
  /** The suggestion for an alert: of the current rule, so never cached. */
  suggestion: (api: Api, platform: string, alertId: string) =>
    queryOptions({
      queryKey: ['allowlists', 'suggestion', platform, alertId],
      queryFn: ({ signal }) =>
        api.send(allowlists.suggestion, { params: { alertId } }, { signal, platform, quiet: true }),
      staleTime: 0,
      gcTime: 0,
    }),
  covered: (api: Api, platform: string, versionId: string) =>
    queryOptions({
      queryKey: ['allowlists', 'covered', platform, versionId],
      queryFn: ({ signal }) =>
        api.send(allowlists.coveredAlerts, { params: { versionId } }, { signal, platform, quiet: true }),
      staleTime: MINUTE / 2,
    }),
  remaining: (api: Api, platform: string) =>
    queryOptions({
      queryKey: ['allowlists', 'remaining', platform],
      queryFn: ({ signal }) => api.send(allowlists.remainingAlerts, {}, { signal, platform, quiet: true }),
      staleTime: MINUTE,
    }),
  fields: (api: Api, platform: string, ruleId: string) =>
    queryOptions({
      queryKey: ['allowlists', 'fields', platform, ruleId],
      queryFn: ({ signal }) =>
        api.send(allowlists.ruleFilters, { params: { ruleId } }, { signal, platform, quiet: true }),
      staleTime: 60 * MINUTE,
    }),
}
