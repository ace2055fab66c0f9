import { useQuery } from '@tanstack/react-query'
import type { AccountAlertItem } from '#contract/model/account-alert.ts'
import { CommandButton } from '#src/commands/command-button.tsx'
import { useData, useFold, useRow } from '#src/data/data.ts'
import type { RowSource } from '#src/data/row-source.ts'
import { Facts, MissingAlertSteps, NoteList } from '#src/features/cases/public.ts'
import { useRestedCursor } from '#src/features/lists/public.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { AlertDetails, AlertTags, CustomerInShort, PrecedentLine } from './parts.tsx'
import { accountAlertQueries } from './queries.ts'
import { useAlertQueue } from './queue.ts'

/** The alert under the cursor, once the cursor has rested: from the row at once, the rest when it is there. */
export function AlertPreview({ source }: { source: RowSource<AccountAlertItem> }) {
  const id = useRestedCursor(useAlertQueue().list)
  const row = useRow(source, id)
  return (
    <aside aria-label="Preview" tabIndex={0} className="flex h-full flex-col overflow-y-auto bg-raised p-4">
      {row ? <OneAlert key={row.id} row={row} /> : <p className="text-muted">Nothing under the cursor</p>}
    </aside>
  )
}

function OneAlert({ row }: { row: AccountAlertItem }) {
  const { api } = useData()
  const query = useQuery(accountAlertQueries.view(api, row))
  const alert = useFold('alert', query.data)
  return (
    <div className="grid gap-4">
      <header className="grid gap-1">
        <h2 className="text-title font-semibold">{row.ruleName}</h2>
        <p className="text-muted">{row.customerName}</p>
        <AlertTags row={row} />
      </header>
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Why</h3>
        <p className="text-list">{row.text}</p>
        {alert && <Facts facts={alert.triggerInfo.facts} />}
      </section>
      {alert && <MissingAlertSteps alert={alert} />}
      <AlertDetails row={row} />
      <PrecedentLine row={row} />
      <CustomerInShort row={row} />
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Notes</h3>
        {alert ? (
          <NoteList notes={alert.notes} />
        ) : query.isError ? (
          <p className="text-list text-muted">Not on this device, and the server does not answer.</p>
        ) : (
          <Skeleton lines={2} />
        )}
      </section>
      <footer className="flex flex-wrap gap-2">
        <CommandButton command="accountAlert.resolve" variant="primary" />
        <CommandButton command="accountAlert.inspect" />
        <CommandButton command="accountAlert.comment" />
      </footer>
    </div>
  )
}
