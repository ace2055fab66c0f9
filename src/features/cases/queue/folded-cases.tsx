// Draws a folded case queue: the rows that stand for stacks, and the stack under the cursor.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { isFolded, type StackRow } from '#src/data/lists/folded-source.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { useCases } from '#src/features/cases/cases.ts'
import {
  commonText,
  samplingQuery,
  similarText,
  stackedColumns,
  StackPreview,
  treeOf,
  type Stacks,
} from '#src/features/stacks/public.ts'
import { formatAmount } from '#src/format/amount.ts'
import { countOf } from '#src/format/count.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import type { Queue } from './queue.ts'
import { CaseList, type CaseListProps } from './case-list.tsx'

const keyOf = (row: CaseItem) => row.id

const rulesIn = ({ alerts }: CaseItem) => [...new Set(alerts.map(({ ruleName }) => ruleName))].join(', ')

const WORDS = {
  id: similarText,
  party: ({ by, ids }: StackRow, row: CaseItem) =>
    by === 'customer'
      ? `${row.data.clientName}: ${commonText({ by })}`
      : `${countOf(ids.length, 'client')}: ${commonText({ by })}`,
  rule: (_: StackRow, row: CaseItem) => rulesIn(row),
}

export function FoldedCaseList({ instead }: Pick<CaseListProps, 'instead'>) {
  const { queue } = useCases()
  const { api } = useData()
  useQuery(samplingQuery(api, queue.store.getState().platform))
  return queue.stacks ? <Stacked stacks={queue.stacks} instead={instead} /> : <CaseList instead={instead} />
}

function Stacked({ stacks, instead }: Pick<CaseListProps, 'instead'> & { stacks: Stacks<CaseItem> }) {
  const { list } = useCases().queue
  const looked = useSyncExternalStore(stacks.subscribe, stacks.looked)
  const folded = useMemo(
    () => ({
      tree: treeOf({ stacks, list }),
      // the number of reviewed rows is shown in the stack's row
      columns: (shown: readonly ListColumn<CaseItem>[]) =>
        looked && stackedColumns(shown, { stacks, keyOf, words: WORDS, notes: ['party', 'rule'] }),
    }),
    [stacks, list, looked],
  )
  return <CaseList instead={instead} folded={folded} />
}

/** The stack under the cursor, where there is one. */
export function CaseStack({ id, source, queue }: { id: string; source: RowSource<CaseItem>; queue: Queue }) {
  const { stacks } = queue
  if (!stacks || !isFolded(source)) return null
  return (
    <StackPreview
      {...{ id, source, stacks }}
      many="Cases"
      title={rulesIn}
      about={({ data }, count, isOneCustomer) =>
        `${countOf(count, 'similar case')}${isOneCustomer ? ` of ${data.clientName}` : ''}`
      }
      lineOf={({ id: caseId, data }, isOneCustomer) => (
        <>
          <span className="font-medium">{caseId}</span> {!isOneCustomer && `${data.clientName} `}
          {formatAmount(data.transactionUsdAmount)} USD, {data.counterpartyName}
        </>
      )}
      buttons={
        <>
          <CommandButton command="alert.resolve" variant="primary" />
          <CommandButton command="queue.openStack" />
        </>
      }
    />
  )
}
