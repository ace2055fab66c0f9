// The alerts on the profile, and how many there are in each state.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { sortAlertsInfo } from '#contract/model/customer.ts'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useFlag } from '#src/commands/provider.tsx'
import { useData, useFoldEach } from '#src/data/data.ts'
import { alertColumnsOfCustomer } from '#src/features/account-alerts/public.ts'
import { CaseTable } from '#src/features/cases/public.ts'
import { useOpenRow } from '#src/features/customers/customers.ts'
import { customerQueries, type Who } from '#src/features/customers/queries.ts'
import { formatCount, formatTotal } from '#src/format/count.ts'
import { alertStatusLabel } from '#src/format/label.ts'
import { Empty } from '#src/ui/empty.tsx'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { useNow } from '#src/ui/use-now.ts'
import { SectionPart } from './section.tsx'

const keyOf = (row: AccountAlertItem) => row.id
const noun = ['alert', 'alerts'] as const
const openAlert = (row: AccountAlertItem) => openDrawer('account alert', row)
const NONE: readonly AccountAlertItem[] = []

/** The maximum number of cases beside the account alerts. */
const SHOWN = 20

/** The customer's cases, whose alerts are on transactions. */
function CustomerCases({ who }: { who: Who }) {
  const { api } = useData()
  const { data } = useQuery(customerQueries.cases(api, who, SHOWN))
  if (!data) return null
  return (
    <section aria-label="Cases" className="max-h-1/2 flex-none overflow-y-auto border-t border-line">
      <div className="flex items-baseline gap-3 px-4 py-2">
        <h3 className="text-label font-medium text-muted">
          {data.total === 0 ? 'No cases' : `Cases (alerts on transactions): ${formatTotal(data)}`}
        </h3>
        <span className="grow" />
        <CommandButton command="customer.cases" variant="quiet">
          Show in the queue
        </CommandButton>
      </div>
      {data.items.length > 0 && <CaseTable label="Cases of the customer" cases={data.items} />}
    </section>
  )
}

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
    <SectionPart
      noun="alerts"
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <>
          <Empty title={isPlain ? 'No open account alerts' : 'No account alerts'} />
          <CustomerCases who={who} />
        </>
      }
    >
      {() => (
        <div className="flex h-full min-h-0 flex-col">
          {summary.data && (
            <p className="flex-none border-b border-line px-4 py-2 text-list text-muted">
              {sortAlertsInfo(summary.data.items)
                .map(({ status, count }) => `${alertStatusLabel(status)} ${formatCount(count)}`)
                .join(' · ')}
              {isPlain && ' · this server reports open ones only'}
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
          <CustomerCases who={who} />
        </div>
      )}
    </SectionPart>
  )
}
