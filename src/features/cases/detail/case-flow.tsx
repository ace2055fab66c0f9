// Payments before and after: counterparty, amount, and running balance.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useData } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import { moneyFlowRows } from '#src/features/cases/money-flow.ts'
import { customerHref } from '#src/features/cases/links.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { Unread } from '#src/ui/list/unread.tsx'
import { formatAmount } from '#src/format/amount.ts'
import { serviceName } from '#src/format/name.ts'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { Table } from '#src/ui/list/table.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'

interface CaseFlowProps {
  platform: string
  caseId: string
  customerId: string
}

/** Payments of customer and counterparty around this transaction, oldest first, from the customer's point of view. */
export function CaseFlow({ platform, caseId, customerId }: CaseFlowProps) {
  const { api } = useData()
  const names = useNames()
  const { data, isError } = useQuery(caseQueries.flow(api, caseId))
  if (!data) return <div className="p-4">{isError ? <Unread /> : <Skeleton lines={5} />}</div>
  return (
    <section
      aria-label="Flow of money"
      // it scrolls, and keys have to reach it
      tabIndex={0}
      data-scrolls="pages"
      className="h-full overflow-y-auto"
    >
      <Table
        label="Flow of money"
        columns={['When', 'Counterparty', 'Service', 'In, USD', 'Out, USD', 'Balance of these, USD', 'Transaction']}
        align={{ 3: 'end', 4: 'end', 5: 'end' }}
        rows={moneyFlowRows(data.items, customerId).map(({ entry, other, incoming, outgoing, balance }) => ({
          key: `${entry.transactionId} ${entry.customerId}`,
          isMarked: entry.isThis,
          cells: [
            <DateDisplay key="at" value={entry.at.date} />,
            other,
            serviceName(entry.service, names.services),
            incoming === null ? '' : formatAmount(incoming),
            outgoing === null ? '' : formatAmount(outgoing),
            balance === null ? '' : formatAmount(balance),
            entry.isThis ? (
              <strong key="this">{entry.transactionId} (this case)</strong>
            ) : (
              <Link
                key="transaction"
                to={`${customerHref(platform, entry.customerId)}?section=transactions`}
                className="text-accent"
              >
                {entry.transactionId}
              </Link>
            ),
          ],
        }))}
      />
    </section>
  )
}
