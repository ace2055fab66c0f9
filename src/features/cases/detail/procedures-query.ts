/** The steps that the rule of an alert asks for, as it is read, and what is left of them. */
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#src/data/net/api.ts'

/** An alert, and whether it is on a client's account. */
export interface ProcedureAlert {
  alertId: string
  isOnAccount: boolean
}

export const proceduresQuery = (api: Api, { alertId, isOnAccount }: ProcedureAlert) =>
  queryOptions({
    queryKey: ['alerts', 'procedures', alertId],
    queryFn: async ({ signal }) => {
      // not in the first load
      const { rules } = await import('#contract/calls/rules/rules.ts')
      const input = { params: { alertId } }
      const how = { signal, quiet: true }
      const { items } = isOnAccount
        ? await api.send(rules.accountAlertProcedures, input, how)
        : await api.send(rules.alertProcedures, input, how)
      return items
    },
    meta: { persist: true },
    staleTime: 30_000,
  })
