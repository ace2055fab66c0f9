import { useEffect, useSyncExternalStore } from 'react'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useRows } from '#src/data/data.ts'
import type { FoldedSource } from '#src/data/lists/folded-source.ts'
import { Details } from '#src/features/cases/public.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { useAlertQueue } from './queue.ts'

/** The maximum number of named members; the opened stack lists all. */
const NAMED = 30

/** The stack under the cursor: what its alerts share, how many were reviewed, and which they are. */
export function StackPreview({ id, source }: { id: string; source: FoldedSource<AccountAlertItem> }) {
  // rows and stacks change without any prop changing, which the compiler must not cache
  'use no memo'
  useRows(source)
  const { stacks } = useAlertQueue()
  const reviewed = useSyncExternalStore(stacks.subscribe, stacks.looked)
  const stack = source.stackOf(id)
  useEffect(() => void source.isRead(id), [source, id])
  const first = source.rowOf(stack?.ids[0] ?? '')
  if (!stack || !first) return null
  const { looked, needed } = stacks.progress(id)
  const isOneCustomer = stack.by === 'customer'
  return (
    <div className="grid gap-4">
      <header className="grid gap-1">
        <h2 className="text-title font-semibold">{first.ruleName}</h2>
        <p className="text-muted">
          {countOf(stack.ids.length, 'similar alert')}
          {isOneCustomer && ` on ${first.customerName}`}
        </p>
      </header>
      <Details
        rows={[
          ['In common', isOneCustomer ? 'Rule and customer' : 'Rule, customer type and risk level'],
          ['Reviewed', `${looked}, at least ${needed} before all are decided`],
        ]}
      />
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Alerts</h3>
        <ul className="grid gap-1 text-list">
          {stack.ids.slice(0, NAMED).map((one) => {
            const row = source.rowOf(one)
            return (
              row && (
                <li key={one}>
                  {!isOneCustomer && <span className="font-medium">{row.customerName} </span>}
                  {row.text}
                  {reviewed.has(one) && <span className="text-done"> · reviewed</span>}
                </li>
              )
            )
          })}
          {stack.ids.length > NAMED && (
            <li className="text-muted">and {formatCount(stack.ids.length - NAMED)} more in the list</li>
          )}
        </ul>
      </section>
      <footer className="flex flex-wrap gap-2">
        <CommandButton command="accountAlert.resolve" variant="primary" />
        <CommandButton command="accountAlert.openStack" />
      </footer>
    </div>
  )
}
