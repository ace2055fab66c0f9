import { useRows } from '#src/data/data.ts'
import { useStore } from 'zustand'
import type { CommandId } from '#src/commands/command.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { Details } from '#src/features/cases/public.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { remaining } from './steps.ts'
import { countOperations } from './count-operations.ts'
import type { Triage } from './triage.ts'

/** The maximum number of listed decisions. */
const LISTED = 10

interface SummaryProps<Row> {
  triage: Triage<Row>
  source: RowSource<Row>
  /** The rows of a run. */
  noun: readonly [one: string, many: string]
  leave: CommandId
  /** Leads back to where the run was left. */
  goOn: CommandId
}

/** The summary of a run: its results, and what can still be undone. */
export function Summary<Row>({ triage, source, noun, leave, goOn }: SummaryProps<Row>) {
  const { decided, ids, left, startedAt, shownAt, written, asides } = useStore(triage.store)
  const { undo, actions, registry } = useCommandLayer()
  useRows(source)
  const entries = useStore(undo.store, (state) => state.entries)
  const rows = new Set(decided.map(({ rowId }) => rowId)).size
  const minutes = Math.max(1, Math.round((shownAt - startedAt) / 60_000))
  const listed = entries.filter(({ group }) => group !== null && written.has(group)).slice(-LISTED)
  const { steps, unloaded } = remaining({ way: triage.way, ids, rowOf: (id) => source.rowOf(id) })
  const counts: [label: string, count: number][] = [
    ...countOperations([...written.values()].flat()),
    left ? ['Not decided', steps + unloaded] : ['Skipped', steps],
    ['Revisit later', asides],
  ]
  return (
    <div tabIndex={0} data-scrolls="" className="min-h-0 grow overflow-y-auto">
      <Empty title={left ? 'Triage paused' : 'Queue clear'}>
        <p>
          {countOf(decided.length, 'decision')} on {countOf(rows, ...noun)} in {countOf(minutes, 'minute')}.{' '}
          {!left && asides > 0 && 'What was moved to the end has been shown again. '}Unsent decisions can still be
          undone.
        </p>
        <section aria-label="Counts" className="mx-auto mt-4 w-fit text-start">
          <Details
            rows={counts.filter(([, count]) => count > 0).map(([label, count]) => [label, formatCount(count)])}
          />
        </section>
        {listed.length > 0 && (
          <ol aria-label="Decided last" className="mx-auto my-4 grid w-fit gap-1 text-start text-list">
            {listed.toReversed().map(({ label, group }, index) => (
              <li key={group} className="flex items-baseline gap-2">
                {index === 0 && (
                  <button type="button" className="flex items-center gap-1.5" onClick={actions.undo}>
                    <Kbd keys={registry.keyOf('app.undo') ?? []} /> undo
                  </button>
                )}
                {label}
              </li>
            ))}
          </ol>
        )}
        <div className="flex justify-center gap-2">
          {left && <CommandButton command={goOn}>Go on</CommandButton>}
          <CommandButton command={leave}>Back to the queue</CommandButton>
        </div>
      </Empty>
    </div>
  )
}
