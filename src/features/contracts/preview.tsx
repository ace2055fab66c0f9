// One contract in full beside the list: its terms, its files and how its status changed.
import { useQuery } from '@tanstack/react-query'
import type { Contract, ContractDetail } from '#contract/model/contract.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData, useIsOnline, useRow } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { Details } from '#src/features/cases/public.ts'
import { useDebouncedCursor } from '#src/features/lists/public.ts'
import { humanise } from '#src/format/label.ts'
import { contractStatusLabel } from '#src/format/record-labels.ts'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { ContractStatusTag } from './columns.tsx'
import { detailQuery, fileHref } from './detail.ts'

interface PreviewProps {
  list: ListState
  source: RowSource<Contract>
}

/** The contract under the cursor, once the cursor has rested. */
export function ContractPreview({ list, source }: PreviewProps) {
  const id = useDebouncedCursor(list)
  const row = useRow(source, id)
  return (
    <PreviewPane empty="No contract selected" className="gap-3">
      {row && <OneContract key={row.id} row={row} />}
    </PreviewPane>
  )
}

function OneContract({ row }: { row: Contract }) {
  const { api } = useData()
  const isOnline = useIsOnline()
  const query = useQuery(detailQuery(api, row))
  useReasonsOf(String(query.data?.files.length))
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-title font-semibold">Contract {row.id}</h2>
        <ContractStatusTag status={row.status} />
      </header>
      <Details
        rows={[
          ['Client', row.customerName],
          ['Client ID', row.customerId],
          ['Type', humanise(row.type)],
          ['Created', row.createAt.date],
          ['Signed', row.signedAt?.date ?? 'Not signed'],
          ['Ends', row.endsAt?.date ?? 'No end date'],
        ]}
      />
      {query.data && <InFull detail={query.data} />}
      {query.isPending && !query.data && isOnline && <Skeleton lines={4} label="Loading the contract" />}
      {!query.data && (query.isError || !isOnline) && (
        <p className="text-list text-muted">
          {isOnline
            ? `The terms could not be read: ${query.error?.message}`
            : 'The terms are not saved on this device.'}
        </p>
      )}
      <footer className="flex flex-wrap gap-2">
        <CommandButton command="contract.customer" variant="primary" />
        <CommandButton command="contract.file" />
        <CommandButton command="contract.copyId" />
      </footer>
    </div>
  )
}

function InFull({ detail: { terms, files, history } }: { detail: ContractDetail }) {
  return (
    <>
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Terms</h3>
        {Object.keys(terms).length === 0 ? (
          <p className="text-list text-muted">No terms on record</p>
        ) : (
          <Details rows={Object.entries(terms).map(([name, value]) => [humanise(name), value])} />
        )}
      </section>
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Files</h3>
        {files.length === 0 && <p className="text-list text-muted">None</p>}
        <ul className="grid gap-1 text-list">
          {files.map(({ id, name }) => (
            <li key={id}>
              <a href={fileHref(id)} target="_blank" rel="noopener" className="text-accent underline">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">History</h3>
        <ol className="grid gap-1 text-list">
          {history.map(({ at, by, status }) => (
            <li key={`${at.date} ${status}`} className="flex flex-wrap gap-x-3">
              <span className="text-muted tabular-nums">{at.date}</span>
              <span>{contractStatusLabel(status)}</span>
              <span className="text-muted">{by}</span>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
