/** The panels of the dashboard: what each counts, and which list a row of it leads to. */
import { queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import { defaultStringifySearch } from '@tanstack/react-router'
import { metrics } from '#contract/calls/metrics.ts'
import type { Api } from '#src/data/net/api.ts'
import { customersHref } from '#src/features/cases/public.ts'
import { createCharts, type Chart, type ChartRow } from '#src/features/charts/public.ts'

type Rows = readonly ChartRow[]

interface Panel extends Chart {
  /** Under its title: how the lists behind its rows count. */
  note?: string
  query: (api: Api, platform: string) => UseQueryOptions<Rows, Error, Rows, readonly string[]>
}

/** Every query of the dashboard begins with it. */
export const DASHBOARD_KEY = 'dashboard'

/** Metrics change with every decision; the event stream invalidates them, and this is the fallback without one. */
const STALE_MS = 30_000

const admin = (platform: string) => `/admin/${encodeURIComponent(platform)}`
const casesAt = (platform: string, filter: object) => `${admin(platform)}/cases/${defaultStringifySearch(filter)}`
const accountAlertsAt = (platform: string, filter: object) =>
  `${admin(platform)}/account-alerts/${defaultStringifySearch(filter)}`

/** The queue of active cases. */
export const activeCasesHref = (platform: string) => casesAt(platform, { status: 'New & Await' })

type Counts = 'alert' | 'cases' | 'casesByManagers' | 'alertByRules' | 'accountAlert' | 'newCustomersByRule'

const counting = (name: Counts) => (api: Api, platform: string) =>
  queryOptions({
    queryKey: [DASHBOARD_KEY, name, platform],
    queryFn: async ({ signal }): Promise<Rows> =>
      (await api.send(metrics[name], { params: { platform } }, { signal, platform, quiet: true })).items,
    meta: { persist: true },
    staleTime: STALE_MS,
  }) as ReturnType<Panel['query']>

const newCases: Panel['query'] = (api, platform) =>
  queryOptions({
    queryKey: [DASHBOARD_KEY, 'newCases', platform],
    queryFn: async ({ signal }): Promise<Rows> => {
      const { items } = await api.send(metrics.newCases, { params: { platform } }, { signal, platform, quiet: true })
      // the latest day first, as it is what is looked for
      return items.toReversed().map(({ day, count }) => ({ key: day, label: day, count }))
    },
    meta: { persist: true },
    staleTime: STALE_MS,
  }) as ReturnType<Panel['query']>

export const PANELS: readonly Panel[] = [
  {
    id: 'casesByManagers',
    title: 'Open cases by manager',
    of: 'Manager',
    query: counting('casesByManagers'),
    hrefOf: (platform, { key }) =>
      casesAt(platform, { status: 'New & Await', ...(key === '' ? { assign: '1' } : { user: key }) }),
  },
  {
    id: 'alertByRules',
    title: 'Open alerts by rule',
    of: 'Rule',
    query: counting('alertByRules'),
    // a rule raises at most one alert on a case: the numbers are the same
    hrefOf: (platform, { key }) => casesAt(platform, { status: '', alertStatus: 'open', rule: key }),
  },
  {
    id: 'cases',
    title: 'Cases by status',
    of: 'Status',
    query: counting('cases'),
    hrefOf: (platform, { key }) => casesAt(platform, { status: key }),
  },
  {
    id: 'alert',
    title: 'Transaction alerts by status',
    of: 'Status',
    query: counting('alert'),
    note: 'A row leads to the cases of its alerts, which are fewer where a case has several.',
    hrefOf: (platform, { key }) => casesAt(platform, { status: '', alertStatus: key }),
  },
  {
    id: 'accountAlert',
    title: 'Account alerts by status',
    of: 'Status',
    query: counting('accountAlert'),
    hrefOf: (platform, { key }) => accountAlertsAt(platform, { status: key }),
  },
  {
    id: 'newCases',
    title: 'New cases by day, 30 days',
    of: 'Day',
    isSeries: true,
    query: newCases,
    hrefOf: (platform, { key }) => casesAt(platform, { status: '', timeS: key, timeE: key }),
  },
  {
    id: 'newCustomersByRule',
    title: 'Clients with a first alert by rule, 30 days',
    of: 'Rule',
    query: counting('newCustomersByRule'),
    hrefOf: (platform, { key }) => customersHref(platform) + defaultStringifySearch({ firstAlert: key }),
  },
]

export const DASHBOARD = createCharts('Dashboard', PANELS)

/** The two totals above the panels. */
export const totalsQuery = (api: Api, platform: string) =>
  queryOptions({
    queryKey: [DASHBOARD_KEY, 'platform', platform],
    queryFn: ({ signal }) => api.send(metrics.platform, { params: { platform } }, { signal, platform, quiet: true }),
    meta: { persist: true },
    staleTime: STALE_MS,
  })
