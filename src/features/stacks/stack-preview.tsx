import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { useRows } from '#src/data/data.ts'
import { isFolded, type FoldedSource } from '#src/data/lists/folded-source.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { formatCount } from '#src/format/count.ts'
import { Tag } from '#src/ui/tag.tsx'
import { commonText, OUTLIER_LABELS } from './stacked-columns.tsx'
import type { Stacks } from './stacks.ts'

/** The maximum number of named members; the opened stack lists all. */
const NAMED = 30

interface StackPreviewProps<Row> {
  id: string
  source: FoldedSource<Row>
  stacks: Stacks<Row>
  /** The plural name of its rows: "Alerts". */
  many: string
  /** The title of the stack, from its first row: "3 similar alerts on Ada Byron". */
  title: (first: Row) => string
  about: (first: Row, count: number, isOneCustomer: boolean) => string
  /** The line that distinguishes a row from the others. */
  lineOf: (row: Row, isOneCustomer: boolean) => ReactNode
  /** Buttons for the whole stack. */
  buttons: ReactNode
}

/** The stack under the cursor: what its rows share, how many were reviewed, and which they are. */
export function StackPreview<Row>(props: StackPreviewProps<Row>) {
  // rows and stacks change without any prop changing, which the compiler must not cache
  'use no memo'
  const { id, source, stacks, many, title, about, lineOf, buttons } = props
  useRows(source)
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
        <h2 className="text-title font-semibold">{title(first)}</h2>
        <p className="text-muted">{about(first, stack.ids.length, isOneCustomer)}</p>
      </header>
      <p className="text-list">{commonText(stack)}</p>
      <p className="text-list">
        Reviewed {looked}, at least {needed} before all are decided
      </p>
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">{many}</h3>
        <ul className="grid gap-1 text-list">
          {stack.ids.slice(0, NAMED).map((one) => {
            const row = source.rowOf(one)
            return (
              row && (
                <li key={one}>
                  {lineOf(row, isOneCustomer)}
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
      <footer className="flex flex-wrap gap-2">{buttons}</footer>
    </div>
  )
}

/** The reason why a row is in no stack, where its column may be hidden. */
export function OutlierTag<Row>({ id, source }: { id: string; source: RowSource<Row> }) {
  // see above
  'use no memo'
  useRows(source)
  const why = isFolded(source) ? source.outlierOf(id) : undefined
  return why ? <Tag tone="warn">Outlier: {OUTLIER_LABELS[why]}</Tag> : null
}
