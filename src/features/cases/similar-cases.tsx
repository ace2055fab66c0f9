import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { CASE_LABELS } from '#contract/model/case.ts'
import { useData } from '#src/data/data.ts'
import { formatAmount } from '#src/format/amount.ts'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Table } from '#src/ui/table.tsx'
import { caseHref } from './links.ts'
import { Unread } from './preview.tsx'
import { caseQueries } from './queries.ts'

/** Earlier and later cases like this one, the latest first. */
export function SimilarCases({ caseId }: { caseId: string }) {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const { data, isError } = useQuery(caseQueries.similar(api, caseId))
  if (isError) return <Padded>{<Unread />}</Padded>
  if (!data) return <Padded>{<Skeleton lines={5} />}</Padded>
  if (data.items.length === 0) return <Padded>Nothing like this case so far.</Padded>
  return (
    <Table
      label="Similar transactions"
      columns={['Case', 'When', 'Amount USD', 'Other party', 'Alerts', 'Outcome', 'Who']}
      align={{ 2: 'end' }}
      rows={data.items.map((item) => ({
        key: item.id,
        cells: [
          <Link key="id" to={caseHref(platform, item.id)} className="text-accent underline underline-offset-2">
            {item.id}
          </Link>,
          <DateDisplay key="at" value={item.createAt.date} />,
          formatAmount(item.data.transactionUsdAmount),
          item.data.counterpartyName,
          item.alerts.map((alert) => alert.ruleName).join(', '),
          CASE_LABELS[item.statusCases],
          item.manager?.name ?? '–',
        ],
      }))}
    />
  )
}

const Padded = ({ children }: { children: React.ReactNode }) => <div className="p-4 text-muted">{children}</div>
