/** Reads about account alerts and whose they are, as query options; all are kept for a start without a network. */
import { queryOptions } from '@tanstack/react-query'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { customers } from '#contract/calls/customers.ts'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import type { Api } from '#src/data/net/api.ts'
import { ApiError } from '#src/data/net/errors.ts'

const MINUTE = 60_000
/** A limit above any customer's number of alerts. */
const MOST = 500

/** The customer. */
export type AlertCustomer = Pick<AccountAlertItem, 'platform' | 'customerId'>

/** The alerts on a customer's account, newest first. */
export interface CustomerAlerts {
  items: AccountAlertItem[]
  /** On a catalogue-only server, which lists open ones alone: the number of decided ones, by rule. */
  decided?: Readonly<Record<string, number>>
}

export const accountAlertQueries = {
  /** An alert, whole: what it saw, its notes and files. */
  view: (api: Api, { id, platform }: Pick<AccountAlertItem, 'id' | 'platform'>) =>
    queryOptions({
      queryKey: ['alerts', 'view', id],
      queryFn: ({ signal }) => api.send(alerts.view, { params: { alertId: id } }, { signal, platform, quiet: true }),
      meta: { persist: true, about: id },
      staleTime: MINUTE / 2,
    }),
  /** All alerts on a customer's account, including decided ones; without the queue, those of the catalogue. */
  ofCustomer: (api: Api, { platform, customerId }: AlertCustomer) =>
    queryOptions({
      queryKey: ['customers', 'alerts', platform, customerId],
      queryFn: async ({ signal }): Promise<CustomerAlerts> => {
        const how = { signal, platform, quiet: true }
        try {
          return await api.send(accountAlerts.queue, { query: { platform, customerId, pageSize: MOST } }, how)
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 404)) throw error
          return (await import('#src/features/account-alerts/queue/catalogue-alerts.ts')).catalogueAlerts(
            api,
            { platform, customerId },
            how,
          )
        }
      },
      meta: { persist: true },
      staleTime: MINUTE / 2,
    }),
  /** The customer, as its own screen reads it. */
  customer: (api: Api, { platform, customerId }: AlertCustomer) =>
    queryOptions({
      queryKey: ['customers', 'info', platform, customerId],
      queryFn: ({ signal }) =>
        api.send(customers.info, { params: { platform, customerId } }, { signal, platform, quiet: true }),
      meta: { persist: true },
      staleTime: MINUTE,
    }),
}
