/** Query options of rules. The list and a rule are stored encrypted for a day offline. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Input } from '#contract/call.ts'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import { configSets } from '#contract/calls/rules/config-sets.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import type { FilterField } from '#contract/model/rules/allowlist.ts'
import type { RuleFigures } from '#contract/model/rules/rule.ts'
import type { RuleArea } from '#contract/model/values.ts'
import { PAGE_SIZES } from '#contract/model/values.ts'
import type { Api } from '#src/data/net/api.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The query of the list of rules. */
export type RulesQuery = Omit<NonNullable<Input<typeof rules.list>['query']>, 'page' | 'pageSize' | 'platform'>

const persist = { persist: true } as const

export const ruleQueries = {
  list: (api: Api, platform: string, query: RulesQuery) =>
    queryOptions({
      queryKey: ['rules', 'list', platform, query],
      queryFn: ({ signal }) =>
        api.send(rules.list, { query: { ...query, platform, page: 1, pageSize: PAGE_SIZES.rules } }, { signal }),
      // the rows stay on screen until those of the next filter are there
      placeholderData: keepPreviousData,
      staleTime: MINUTE,
      // a search text may be a name, and is requested once
      ...(query.search === undefined && { meta: persist }),
    }),
  view: (api: Api, platform: string, ruleId: string) =>
    queryOptions({
      queryKey: ['rules', 'view', platform, ruleId],
      queryFn: ({ signal }) => api.send(rules.view, { params: { ruleId } }, { signal, platform }),
      staleTime: MINUTE / 2,
      meta: persist,
    }),
  revisions: (api: Api, platform: string, ruleId: string) =>
    queryOptions({
      queryKey: ['rules', 'revisions', platform, ruleId],
      queryFn: ({ signal }) => api.send(rules.revisions, { params: { ruleId } }, { signal, platform, quiet: true }),
      staleTime: MINUTE / 2,
    }),
  /** A revision never changes. */
  revision: (api: Api, platform: string, revisionId: string) =>
    queryOptions({
      queryKey: ['rules', 'revision', platform, revisionId],
      queryFn: ({ signal }) => api.send(rules.revision, { params: { revisionId } }, { signal, platform, quiet: true }),
      staleTime: Infinity,
    }),
  shadow: (api: Api, platform: string, ruleId: string, revisionId: string) =>
    queryOptions({
      queryKey: ['rules', 'shadow', platform, ruleId, revisionId],
      queryFn: ({ signal }) => api.send(rules.shadow, { params: { ruleId } }, { signal, platform, quiet: true }),
      staleTime: MINUTE,
    }),
  /** Figures of each rule: its alerts, STRs, and what was cleared or is open. */
  figures: (api: Api, platform: string) =>
    queryOptions({
      queryKey: ['rules', 'figures', platform],
      queryFn: ({ signal }) => api.send(rules.figures, {}, { signal, platform, quiet: true }),
      select: ({ items }): ReadonlyMap<string, RuleFigures> => new Map(items.map((one) => [one.ruleId, one])),
      staleTime: 5 * MINUTE,
    }),
  backtest: (api: Api, platform: string, uuid: string) =>
    queryOptions({
      queryKey: ['rules', 'backtest', platform, uuid],
      queryFn: ({ signal }) => api.send(rules.backtestView, { params: { uuid } }, { platform, signal, quiet: true }),
      staleTime: 500,
    }),
  /** The rule types that rules of an area may have. */
  types: (api: Api, area: RuleArea) =>
    queryOptions({
      queryKey: ['rules', 'types', area],
      queryFn: async ({ signal }) => {
        const how = { signal, quiet: true }
        if (area === 'transaction') return (await api.send(rules.criteria, {}, how)).items
        if (area === 'schedule') return (await api.send(rules.scheduleCriteria, {}, how)).items
        return (await api.send(rules.info, { params: { ruleType: area } }, how)).ruleInfo
      },
      staleTime: HOUR,
      meta: persist,
    }),
  comparisons: (api: Api) =>
    queryOptions({
      queryKey: ['rules', 'comparisons'],
      queryFn: async ({ signal }) => (await api.send(rules.comparisons, {}, { signal, quiet: true })).items,
      staleTime: HOUR,
      meta: persist,
    }),
  /** The fields of customer filters: customer, account, contract. */
  customerFields: (api: Api) =>
    queryOptions({
      queryKey: ['rules', 'fields', 'customer'],
      queryFn: ({ signal }) =>
        joined(
          [allowlists.customerScheduleFilters, allowlists.contractFiltersExtended].map(async (call) => {
            return (await api.send(call, {}, { signal, quiet: true })).items
          }),
        ),
      staleTime: HOUR,
      meta: persist,
    }),
  /** Additional fields for transaction filters. */
  transactionFields: (api: Api) =>
    queryOptions({
      queryKey: ['rules', 'fields', 'transaction'],
      queryFn: async ({ signal }) =>
        (await api.send(allowlists.transactionFiltersExtended, {}, { signal, quiet: true })).items,
      staleTime: HOUR,
      meta: persist,
    }),
  configSets: (api: Api, platform: string) =>
    queryOptions({
      queryKey: ['configSets', 'list', platform, 'of rules'],
      queryFn: async ({ signal }) =>
        (await api.send(configSets.list, { params: { platform } }, { signal, quiet: true })).items,
      staleTime: MINUTE,
    }),
  ticketTemplates: (api: Api, platform: string) =>
    queryOptions({
      queryKey: ['helpdesk', 'templates', platform, 'of rules'],
      queryFn: async ({ signal }) => {
        const { helpdesk } = await import('#contract/calls/helpdesk.ts')
        return (await api.send(helpdesk.templates, { params: { platform } }, { signal, quiet: true })).items
      },
      staleTime: MINUTE,
    }),
}

async function joined(lists: readonly Promise<FilterField[]>[]): Promise<FilterField[]> {
  const all = (await Promise.all(lists)).flat()
  return [...new Map(all.map((field) => [field.name, field])).values()]
}
