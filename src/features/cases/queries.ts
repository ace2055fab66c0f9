/** Reads about cases, as query options: keys, calls and how long an answer is good. */
import { queryOptions } from '@tanstack/react-query'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { wholeCase } from '#contract/model/cases/case.ts'
import { listCases } from '#src/data/lists/list-cases.ts'
import type { Api } from '#src/data/net/api.ts'
import { markRead, readAt } from '#src/data/net/read-time.ts'
import { toQuery, type CaseFilter } from '#src/features/cases/queue/filter.ts'

const MINUTE = 60_000

export const missingStepsKey = ['cases', 'missingSteps'] as const

export const caseQueries = {
  view: (api: Api, caseId: string) =>
    queryOptions({
      queryKey: ['cases', 'view', caseId],
      queryFn: async ({ signal }) => {
        const reply = await api.send(cases.view, { params: { caseId } }, { signal })
        return markRead(wholeCase(reply), readAt(reply))
      },
      meta: { persist: true, about: caseId },
      staleTime: MINUTE / 2,
    }),
  /** The number of cases matching a filter, independent of the queue. */
  count: (api: Api, platform: string, filter: CaseFilter) =>
    queryOptions({
      queryKey: ['cases', 'count', platform, filter],
      queryFn: async ({ signal, client: queries }) => {
        const query = toQuery(filter, platform)
        const how = { signal, quiet: true }
        const { total, capped = false } = await listCases({ api, queries }, query, { page: 1, pageSize: 1 }, how)
        return { total, capped }
      },
      staleTime: MINUTE / 6,
    }),
  alerts: (api: Api, caseId: string) =>
    queryOptions({
      queryKey: ['alerts', 'list', caseId],
      queryFn: ({ signal }) => api.send(alerts.list, { query: { caseId } }, { signal }),
      meta: { persist: true, about: caseId },
      staleTime: MINUTE / 2,
    }),
  /** The outstanding procedure steps of its rules. */
  missingSteps: (api: Api, caseId: string) =>
    queryOptions({
      queryKey: [...missingStepsKey, caseId],
      queryFn: async ({ signal }) => {
        // not in the first load
        const { rules } = await import('#contract/calls/rules/rules.ts')
        return (await api.send(rules.validateProcedures, { params: { caseId } }, { signal, quiet: true })).missing
      },
      meta: { persist: true },
      staleTime: MINUTE / 2,
    }),
  similar: (api: Api, caseId: string) =>
    queryOptions({
      queryKey: ['cases', 'similar', caseId],
      queryFn: ({ signal }) => api.send(cases.similar, { params: { caseId } }, { signal }),
      staleTime: MINUTE,
    }),
  flow: (api: Api, caseId: string) =>
    queryOptions({
      queryKey: ['cases', 'flow', caseId],
      queryFn: ({ signal }) => api.send(cases.flow, { params: { caseId } }, { signal }),
      staleTime: MINUTE,
    }),
  rules: (api: Api, caseId: string) =>
    queryOptions({
      queryKey: ['cases', 'rules', caseId],
      queryFn: ({ signal }) => api.send(cases.rules, { params: { caseId } }, { signal }),
      meta: { persist: true },
      staleTime: 5 * MINUTE,
    }),
  /** The reports that name the case; empty where a server keeps none. Not kept: what is reported stays with the server. */
  forms: (api: Api, caseId: string) =>
    queryOptions({
      queryKey: ['forms', 'case', caseId],
      queryFn: async ({ signal }) => {
        // not in the first load
        const { documentForms } = await import('#contract/calls/document-forms.ts')
        return (await api.send(documentForms.byCase, { params: { caseId } }, { signal, quiet: true })).items
      },
      staleTime: MINUTE / 2,
    }),
  allowlists: (api: Api, alertId: string) =>
    queryOptions({
      queryKey: ['alerts', 'allowlists', alertId],
      queryFn: ({ signal }) => api.send(allowlists.onAlert, { params: { alertId } }, { signal, quiet: true }),
      meta: { persist: true },
      staleTime: 5 * MINUTE,
    }),
}
