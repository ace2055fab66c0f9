import { Link } from '@tanstack/react-router'
import { CASE_LABELS, type CaseItem } from '#contract/model/cases/case.ts'
import { caseHref } from '#src/features/cases/links.ts'
import { formatAmount } from '#src/format/amount.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Table } from '#src/ui/list/table.tsx'
import { closeDrawer } from '#src/ui/overlay/drawer-store.ts'

type Shown = Pick<CaseItem, 'id' | 'platform' | 'createAt' | 'data' | 'alerts' | 'statusCases'>

/** A few cases, each a link to its screen. */
export function CaseTable({ label, cases }: { label: string; cases: readonly Shown[] }) {
  return (
    <Table
      label={label}
      columns={['Case', 'When', 'Amount USD', 'Counterparty', 'Alerts', 'Outcome']}
      align={{ 2: 'end' }}
      rows={cases.map(({ id, platform, createAt, data, alerts, statusCases }) => ({
        key: id,
        cells: [
          <Link key="case" to={caseHref(platform, id)} onClick={closeDrawer} className="underline">
            {id}
          </Link>,
          formatDateTime(createAt),
          formatAmount(data.transactionUsdAmount),
          data.counterpartyName,
          alerts.map(({ ruleName }) => ruleName).join(', '),
          CASE_LABELS[statusCases],
        ],
      }))}
    />
  )
}
