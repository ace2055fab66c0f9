/** Query options of a customer's data. Data needed offline are stored encrypted. */
import { queryOptions } from '@tanstack/react-query'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { customers } from '#contract/calls/customers.ts'
import { documentForms } from '#contract/calls/document-forms.ts'
import { listCases } from '#src/data/lists/list-cases.ts'
import { statusQuery } from '#contract/model/cases/case.ts'
import { FORM_TYPES } from '#contract/model/forms/document-form.ts'
import type { Api, SendOptions } from '#src/data/net/api.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { accountAlertQueries } from '#src/features/account-alerts/public.ts'

const MINUTE = 60_000

/** The customer. */
export interface Who {
  platform: string
  customerId: string
}

const keyOf = (part: string, { platform, customerId }: Who) => ['customers', part, platform, customerId] as const

/** A read stored for an offline start, unless stated otherwise. `minutes` is its validity. */
const reading =
  <T>(part: string, minutes: number, load: (api: Api, who: Who, how: SendOptions) => Promise<T>, persist = true) =>
  (api: Api, who: Who) =>
    queryOptions({
      queryKey: keyOf(part, who),
      // while reading ahead there is no user to redirect
      queryFn: ({ signal, meta }) => load(api, who, { signal, quiet: meta?.isAhead ? true : 'section' }),
      meta: persist ? { persist } : {},
      staleTime: minutes * MINUTE,
    })

export const customerQueries = {
  /** The screen's main data: a failure has the effect of the catalogue of errors. */
  info: reading('info', 1, (api, who, { signal }) =>
    api.send(customers.info, { params: { ...who } }, signal ? { signal } : {}),
  ),
  /** The same without an open customer: beside a list, or read ahead. */
  infoBeside: reading('info', 1, (api, who, how) =>
    api.send(customers.info, { params: { ...who } }, { ...how, quiet: true }),
  ),
  alerts: accountAlertQueries.ofCustomer,
  alertSummary: reading('alertSummary', 0.5, (api, who, how) =>
    api.send(accountAlerts.summary, { params: { ...who } }, how),
  ),
  /** Their latest cases, of every status. */
  cases: (api: Api, { platform, customerId }: Who, pageSize: number) =>
    queryOptions({
      queryKey: [...keyOf('cases', { platform, customerId }), pageSize],
      queryFn: ({ signal, client: queries }) => {
        const query = { platform, customerId, ...statusQuery('') }
        return listCases({ api, queries }, query, { page: 1, pageSize }, { signal, quiet: true })
      },
      meta: { persist: true },
      staleTime: MINUTE,
    }),
  riskProfile: reading('riskProfile', 5, (api, who, how) =>
    api.send(customers.riskProfile, { params: { ...who } }, how),
  ),
  sanctions: reading('sanctions', 1, (api, who, how) => api.send(customers.sanctions, { params: { ...who } }, how)),
  documents: reading(
    'documents',
    1,
    (api, who, how) => api.send(customers.documents, { params: { ...who } }, how),
    false,
  ),
  /** SAR and EDD forms, of every type. */
  forms: reading(
    'forms',
    1,
    async (api, who, how) => {
      const ofType = FORM_TYPES.map((type) => api.send(documentForms.byCustomer, { params: { ...who, type } }, how))
      return (await Promise.all(ofType)).flatMap(({ items }) => items)
    },
    false,
  ),
  notes: reading('notes', 0.5, readNotes),
  tree: reading('tree', 5, (api, who, how) => api.send(customers.companyTree, { params: { ...who } }, how)),
  log: reading('log', 1, (api, who, how) => api.send(customers.log, { params: { ...who } }, how)),
  /** Null where a server keeps no sums. */
  activity: reading('activity', 5, (api, who, how) =>
    api.send(customers.activity, { params: { ...who } }, how).catch((error: unknown) => {
      if (statusOf(error) === 404) return null
      throw error
    }),
  ),
}

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : null)

/**
 * Retried on a 500; any other answer counts as no notes (docs/design/specification.md#calls,
 * docs/design/specification.md#errors). Without an answer it fails, so that earlier notes stay.
 */
async function readNotes(api: Api, who: Who, how: SendOptions) {
  const read = () => api.send(customers.notes, { params: { ...who } }, how)
  try {
    return await read().catch((error: unknown) => {
      if (statusOf(error) === 500) return read()
      throw error
    })
  } catch (error) {
    if (statusOf(error) === null) throw error
    return { items: [] }
  }
}
