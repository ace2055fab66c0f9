import { useQuery } from '@tanstack/react-query'
import { CASE_LABELS, type CaseItem } from '#contract/model/cases/case.ts'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { Unread } from '#src/ui/list/unread.tsx'
import { formatAmount } from '#src/format/amount.ts'
import { formatDateTime } from '#src/format/date.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'

const CASE_NOUN = ['case', 'cases'] as const

type Similar = Pick<CaseItem, 'id' | 'createAt' | 'data' | 'alerts' | 'statusCases' | 'manager'>

const columns: readonly ListColumn<Similar>[] = [
  { id: 'case', header: 'Case', width: 104, text: ({ id }) => id },
  { id: 'at', header: 'When', width: 172, text: ({ createAt }) => formatDateTime(createAt) },
  {
    id: 'usd',
    header: 'Amount USD',
    width: 100,
    align: 'end',
    text: ({ data }) => formatAmount(data.transactionUsdAmount),
    spoken: ({ data }) => `${formatAmount(data.transactionUsdAmount)} USD`,
  },
  { id: 'party', header: 'Counterparty', width: 120, grow: 2, text: ({ data }) => data.counterpartyName },
  {
    id: 'alerts',
    header: 'Alerts',
    width: 120,
    grow: 3,
    hideBelow: 820,
    text: ({ alerts }) => alerts.map(({ ruleName }) => ruleName).join(', '),
  },
  { id: 'end', header: 'Outcome', width: 110, grow: 1, text: ({ statusCases }) => CASE_LABELS[statusCases] },
  {
    id: 'who',
    header: 'Who',
    width: 110,
    hideBelow: 820,
    text: ({ manager }) => manager?.name ?? '–',
    spoken: ({ manager }) => manager?.name ?? 'nobody',
  },
]

const keyOf = ({ id }: Similar) => id

/** Earlier and later cases like this one, the latest first. */
export function SimilarCases({ caseId }: { caseId: string }) {
  const { api } = useData()
  const { runner } = useCommandLayer()
  const { data, isError } = useQuery(caseQueries.similar(api, caseId))
  if (isError) return <Padded>{<Unread />}</Padded>
  if (!data) return <Padded>{<Skeleton lines={5} />}</Padded>
  if (data.items.length === 0) return <Padded>No similar cases.</Padded>
  return (
    <ArrayList
      label="Similar transactions"
      noun={CASE_NOUN}
      rows={data.items}
      keyOf={keyOf}
      columns={columns}
      onOpen={() => runner.execute('alert.inspect', { source: 'pointer' })}
      context="case list"
      isSingle
    />
  )
}

const Padded = ({ children }: { children: React.ReactNode }) => <div className="p-4 text-muted">{children}</div>
