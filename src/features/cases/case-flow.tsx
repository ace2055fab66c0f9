import { useQuery } from '@tanstack/react-query'
import { useData } from '#src/data/data.ts'
import { formatAmount } from '#src/format/amount.ts'
import { useNames } from '#src/data/names.ts'
import { serviceName } from '#src/format/name.ts'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Table } from '#src/ui/table.tsx'
import { Unread } from './preview.tsx'
import { caseQueries } from './queries.ts'

/** The money before and after: what both parties did around this transaction, oldest first. */
export function CaseFlow({ caseId }: { caseId: string }) {
  const { api } = useData()
  const names = useNames()
  const { data, isError } = useQuery(caseQueries.flow(api, caseId))
  if (!data) return <div className="p-4">{isError ? <Unread /> : <Skeleton lines={5} />}</div>
  return (
    <Table
      label="Flow of money"
      columns={['When', 'Direction', 'Party', 'Service', 'Amount USD', 'Transaction']}
      align={{ 4: 'end' }}
      rows={data.items.map((entry) => ({
        key: `${entry.transactionId} ${entry.customerId}`,
        isMarked: entry.isThis,
        cells: [
          <DateDisplay key="at" value={entry.at.date} />,
          entry.direction === 'incoming' ? '→ in' : '← out',
          entry.name,
          serviceName(entry.service, names.services),
          formatAmount(entry.usd),
          entry.isThis ? <strong key="this">{entry.transactionId} (this case)</strong> : entry.transactionId,
        ],
      }))}
    />
  )
}
