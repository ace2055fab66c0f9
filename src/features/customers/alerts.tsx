// The alerts on the profile, and how many there are in each state.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AccountAlertItem } from '#contract/model/account-alert.ts'
import { sortAlertsInfo } from '#contract/model/customer.ts'
import { ArrayList } from '#src/commands/array-list.tsx'
import { useFlag } from '#src/commands/provider.tsx'
import { useData, useFoldEach } from '#src/data/data.ts'
import { alertColumnsOfCustomer } from '#src/features/account-alerts/public.ts'
import { formatCount } from '#src/format/count.ts'
import { alertStatusLabel } from '#src/format/label.ts'
import { openDrawer } from '#src/ui/drawer-store.ts'
import { Empty } from '#src/ui/empty.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useOpenRow } from './customers.ts'
import { Part } from './part.tsx'
import { customerQueries, type Who } from './queries.ts'

const keyOf = (row: AccountAlertItem) => row.id
const noun = ['alert', 'alerts'] as const
const openAlert = (row: AccountAlertItem) => openDrawer('account alert', row)
const NONE: readonly AccountAlertItem[] = []

export function Alerts({ who }: { who: Who }) {
  const { api } = useData()
  const now = useNow()
  const query = useQuery(customerQueries.alerts(api, who))
  const summary = useQuery(customerQueries.alertSummary(api, who))
  const columns = useMemo(() => alertColumnsOfCustomer(now), [now])
  const openRow = useOpenRow(openAlert)
  // they are decided here by the commands of their queue
  useFlag('alertCursor')
  const rows = useFoldEach('accountAlertItem', query.data?.items ?? NONE)
  const isPlain = query.data?.decided !== undefined
  return (
    <Part
      noun="alerts"
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={<Empty title={isPlain ? 'No open alert on this profile' : 'No alert on this profile'} />}
    >
      {() => (
        <div className="flex h-full min-h-0 flex-col">
          {summary.data && (
            <p className="flex-none border-b border-line px-4 py-2 text-list text-muted">
              {sortAlertsInfo(summary.data.items)
                .map(({ status, count }) => `${alertStatusLabel(status)} ${formatCount(count)}`)
                .join(' · ')}
              {isPlain && ' · this server tells of open ones alone'}
            </p>
          )}
          <div className="min-h-0 grow">
            <ArrayList
              label="Alerts"
              noun={noun}
              rows={rows}
              keyOf={keyOf}
              columns={columns}
              onOpen={openRow}
              context="customer list"
            />
          </div>
        </div>
      )}
    </Part>
  )
}
