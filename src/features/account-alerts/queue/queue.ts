/** The queue of account alerts: made when it is first wanted, there as long as the window is; and triage over it. */
import { createStore } from 'zustand/vanilla'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { createAccountAlertSource } from '#src/data/lists/account-alert-source.ts'
import { createFoldedAlerts } from '#src/data/lists/folded-rows.ts'
import { OfflineMarks } from '#src/data/offline/offline-marks.ts'
import type { OfflinePack } from '#src/data/offline/offline-pack.ts'
import { ruleChoices } from '#src/data/rule-names.ts'
import { accountAlertsHref, type AccountAlerts, useAccountAlerts } from '#src/features/account-alerts/account-alerts.ts'
import { accountAlertQueries } from '#src/features/account-alerts/queries.ts'
import { accountAlertTriageSteps } from '#src/features/account-alerts/triage-steps.ts'
import { createListView, createNarrowing } from '#src/features/lists/public.ts'
import { createReviewed, createStacks, samplingQuery } from '#src/features/stacks/public.ts'
import { accountNoteFacts } from '#src/features/templates/public.ts'
import { createTriage } from '#src/features/triage/public.ts'
import type { AlertQueue, Front } from './alert-queue.ts'
import { alertFilter, stillMatches, toQuery, type AlertFilter } from './filter.ts'

/** The queue of a window's account alerts. */
export function alertQueue(accountAlerts: AccountAlerts): AlertQueue {
  accountAlerts.queue ??= create(accountAlerts)
  return accountAlerts.queue
}

const hasSimilar = (one: AccountAlertItem, other: AccountAlertItem) =>
  one.id !== other.id && one.customerId === other.customerId && one.ruleId === other.ruleId && isOpenAlert(other.status)

function create(accountAlerts: AccountAlerts): AlertQueue {
  const { data, ports } = accountAlerts
  const { pending, queries, api } = data
  const view = createListView(alertFilter.defaults, (platform, filter: AlertFilter) =>
    (filter.fold ? createFoldedAlerts : createAccountAlertSource)(data, {
      platform,
      query: toQuery(filter),
      belongs: stillMatches(filter),
    }),
  )
  const { list } = view
  const sampling = () => {
    const { platform } = view.store.getState()
    return queries.getQueryData(samplingQuery(api, platform).queryKey)
  }
  const stacks = createStacks({
    view,
    many: 'alerts',
    rulesOf: (row) => [row.ruleId],
    sampling,
    reviewed: createReviewed(data.user, 'accountAlerts', () => view.store.getState().platform),
    dwellMs: ports.dwellMs,
  })
  const front = createStore<Front>(() => ({ id: null, included: [] }))
  /** Rows that the list has not loaded. */
  const beyond = new Map<string, AccountAlertItem>()
  const rowOf = (id: string) => {
    const other = beyond.get(id)
    return view.rowOf(id) ?? (other && pending.foldOnce('accountAlertItem', other))
  }
  const triage = createTriage({
    way: accountAlertTriageSteps,
    pins: ports.pins,
    rowOf,
    now: () => Date.now(),
    dwellMs: ports.dwellMs,
    weightOf: ports.weightOf,
    onStep(step) {
      front.setState({ id: step?.rowId ?? null, included: [] })
      if (step) list.moveToId(step.rowId)
      list.shownAt = Date.now()
    },
  })

  const similarTo = (row: AccountAlertItem) => {
    const { source } = view.store.getState()
    const loaded = source ? source.between(0, source.total - 1) : []
    return [...new Set([...loaded, ...beyond.keys()])].flatMap((id) => {
      const other = rowOf(id)
      return other && hasSimilar(row, other) ? [other] : []
    })
  }
  let reading: Promise<OfflinePack> | undefined
  const queue: AlertQueue = {
    ...view,
    rowOf,
    narrowing: createNarrowing({
      ...ports,
      kind: alertFilter,
      pathOf: accountAlertsHref,
      async lookups(platform) {
        const [known, rule] = await Promise.all([ports.lookups(platform), ruleChoices(data, platform, 'account')])
        return { ...known, rule }
      },
    }),
    triage,
    stacks,
    front,
    marks: new OfflineMarks(),
    current: () => alertFilter.differing(view.store.getState().filter),
    factsAtHand() {
      const row = rowOf(list.cursor.getState().id ?? '')
      return row ? accountNoteFacts(row, ports.writing()) : null
    },
    similarTo,
    async loadSimilar(row) {
      // offline the rows that are here have to do
      const found = await queries
        .fetchQuery({ ...accountAlertQueries.ofCustomer(api, row), retry: false })
        .catch(() => null)
      for (const other of found?.items ?? []) if (hasSimilar(row, other)) beyond.set(other.id, other)
      return similarTo(row)
    },
    pack: () =>
      (reading ??= import('./offline.ts').then(({ startOfflinePack }) => startOfflinePack(accountAlerts, queue))),
  }
  return queue
}

/** The queue of this window's account alerts. Throws outside `StatesProvider`. */
export const useAlertQueue = (): AlertQueue => alertQueue(useAccountAlerts())
