import { useQuery } from '@tanstack/react-query'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData, useFold, useRow } from '#src/data/data.ts'
import { isFolded, type FoldedSource } from '#src/data/lists/folded-source.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { AlertDetails, AlertTags, CustomerInShort, PrecedentLine } from '#src/features/account-alerts/alert-parts.tsx'
import { accountAlertQueries } from '#src/features/account-alerts/queries.ts'
import { Facts, MissingAlertSteps, NoteList } from '#src/features/cases/public.ts'
import { PartyTags } from '#src/features/facts/public.ts'
import { useDebouncedCursor } from '#src/features/lists/public.ts'
import { OutlierTag, StackPreview, useLookedAt } from '#src/features/stacks/public.ts'
import { countOf } from '#src/format/count.ts'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Unread } from '#src/ui/list/unread.tsx'
import { useAlertQueue } from './queue.ts'

/** The alert under the cursor, once the cursor has rested: from the row at once, the rest when it is there. */
export function AlertPreview({ source }: { source: RowSource<AccountAlertItem> }) {
  const id = useDebouncedCursor(useAlertQueue().list)
  const row = useRow(source, id)
  return (
    <PreviewPane empty="Nothing selected">
      {row ? (
        <OneAlert key={row.id} {...{ row, source }} />
      ) : (
        id !== null && isFolded(source) && source.stackOf(id) && <AlertStack key={id} id={id} source={source} />
      )}
    </PreviewPane>
  )
}

function AlertStack({ id, source }: { id: string; source: FoldedSource<AccountAlertItem> }) {
  const { stacks } = useAlertQueue()
  return (
    <StackPreview
      {...{ id, source, stacks }}
      many="Alerts"
      title={(first) => first.ruleName}
      about={(first, count, isOneCustomer) =>
        `${countOf(count, 'similar alert')}${isOneCustomer ? ` on ${first.customerName}` : ''}`
      }
      lineOf={(row, isOneCustomer) => (
        <>
          {!isOneCustomer && <span className="font-medium">{row.customerName} </span>}
          {row.text}
        </>
      )}
      buttons={
        <>
          <CommandButton command="accountAlert.resolve" variant="primary" />
          <CommandButton command="accountAlert.openStack" />
        </>
      }
    />
  )
}

function OneAlert({ row, source }: { row: AccountAlertItem; source: RowSource<AccountAlertItem> }) {
  const { api } = useData()
  const query = useQuery(accountAlertQueries.view(api, row))
  const alert = useFold('alert', query.data)
  useLookedAt(useAlertQueue().stacks, row.id, alert !== undefined)
  return (
    <div className="grid gap-4">
      <header className="grid gap-1">
        <h2 className="text-title font-semibold">{row.ruleName}</h2>
        <p className="text-muted">{row.customerName}</p>
        <AlertTags row={row} />
        <OutlierTag id={row.id} source={source} />
        <PartyTags kind="alert" id={row.id} platform={row.platform} />
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
        {alert ? <NoteList notes={alert.notes} /> : query.isError ? <Unread /> : <Skeleton lines={2} />}
      </section>
      <footer className="flex flex-wrap gap-2">
        <CommandButton command="accountAlert.resolve" variant="primary" />
        <CommandButton command="accountAlert.inspect" />
        <CommandButton command="accountAlert.comment" />
        <CommandButton command="accountAlert.release" />
        <CommandButton command="accountAlert.escalate" />
        <CommandButton command="accountAlert.customer" />
      </footer>
    </div>
  )
}
