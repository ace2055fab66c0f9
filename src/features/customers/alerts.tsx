// The alerts on the profile, and how many there are in each state.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { accountAlertKey, type AccountAlertItem } from '#contract/model/account-alert.ts'
import { isOpenAlert } from '#contract/model/alert.ts'
import { fromStamp } from '#contract/model/common.ts'
import { sortAlertsInfo } from '#contract/model/customer.ts'
import { ArrayList } from '#src/commands/array-list.tsx'
import { useData, useFoldEach } from '#src/data/data.ts'
import { shortAge } from '#src/format/age.ts'
import { alertStatusLabel } from '#src/format/label.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { Part } from './part.tsx'
import { customerQueries, type Who } from './queries.ts'

const keyOf = (row: AccountAlertItem) => row.id
const noun = ['alert', 'alerts'] as const
const nothing = () => undefined
const NONE: readonly AccountAlertItem[] = []

const columnsAt = (now: number): readonly ListColumn<AccountAlertItem>[] => [
  {
    id: 'mark',
    header: 'Marks',
    isHeaderHidden: true,
    width: 26,
    text: () => '',
    spoken: (row) => (row.alertLevel === 'hardstop' ? 'hard stop' : ''),
    render: (row) => {
      const tone = !isOpenAlert(row.status) ? 'done' : row.alertLevel === 'hardstop' ? 'stop' : 'warn'
      return (
        <span className={{ done: 'text-done', stop: 'text-stop', warn: 'text-warn' }[tone]}>
          <ToneMark tone={tone} />
        </span>
      )
    },
  },
  { id: 'id', header: 'ID', width: 90, text: (row) => row.id },
  { id: 'rule', header: 'Rule', width: 200, grow: 3, text: (row) => row.ruleName },
  { id: 'status', header: 'Status', width: 150, text: (row) => alertStatusLabel(accountAlertKey(row)) },
  { id: 'age', header: 'Age', width: 68, align: 'end', text: (row) => shortAge(now - fromStamp(row.createAt)) },
  { id: 'who', header: 'Who', width: 130, text: (row) => row.manager?.name ?? '–' },
]

export function Alerts({ who }: { who: Who }) {
  const { api } = useData()
  const now = useNow()
  const query = useQuery(customerQueries.alerts(api, who))
  const summary = useQuery(customerQueries.alertSummary(api, who))
  const columns = useMemo(() => columnsAt(now), [now])
  const rows = useFoldEach('accountAlertItem', query.data?.items ?? NONE)
  return (
    <Part
      noun="alerts"
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={<Empty title="No alert on this profile" />}
    >
      {() => (
        <div className="flex h-full min-h-0 flex-col">
          {summary.data && (
            <p className="flex-none border-b border-line px-4 py-2 text-list text-muted">
              {sortAlertsInfo(summary.data.items)
                .map(({ status, count }) => `${alertStatusLabel(status)} ${count.toLocaleString('en')}`)
                .join(' · ')}
            </p>
          )}
          <div className="min-h-0 grow">
            <ArrayList
              label="Alerts"
              noun={noun}
              rows={rows}
              keyOf={keyOf}
              columns={columns}
              onOpen={nothing}
              context="customer list"
            />
          </div>
        </div>
      )}
    </Part>
  )
}
