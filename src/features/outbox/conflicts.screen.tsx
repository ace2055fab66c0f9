// The conflicts screen: rejected operations one at a time, with before, now, yours, and the answers.
import { useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { ActiveList } from '#src/commands/command.ts'
import { useGrid, useOrderVersion } from '#src/commands/list/grid.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useActiveList } from '#src/commands/provider.tsx'
import type { PendingOp } from '#src/data/engine-client/pending.ts'
import { PageFrame } from '#src/features/lists/public.ts'
import { shortAge } from '#src/format/age.ts'
import { countOf } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { List, type ListColumn } from '#src/ui/list/list.tsx'
import { Choices, Comparison } from './comparison.tsx'
import { useOutbox } from './outbox-context.ts'
import { aboutOf, STATE_LABELS } from './states.ts'

const columns: readonly ListColumn<PendingOp>[] = [
  { id: 'target', header: 'On', width: 110, text: aboutOf },
  { id: 'label', header: 'What', width: 160, grow: 2, text: (row) => row.label },
  { id: 'state', header: 'State', width: 150, grow: 1, text: (row) => STATE_LABELS[row.state] },
  { id: 'age', header: 'Age', width: 60, align: 'end', text: ({ op }) => shortAge(Date.now() - op.at) },
]

export function ConflictsScreen() {
  const outbox = useOutbox()
  const { desk } = outbox
  const rows = useSyncExternalStore(outbox.subscribe, outbox.stuck)
  const activeList = useMemo<ActiveList>(
    () => ({ name: 'Conflicts', state: desk, noun: ['operation', 'operations'], rowOf: outbox.rowOf }),
    [desk, outbox],
  )
  useActiveList(activeList)
  const grid = useGrid(desk)
  const version = useOrderVersion(desk)
  const under = rows[useStore(desk.cursor, (cursor) => cursor.index)]

  return (
    <PageFrame
      name="Conflicts"
      summary={`${countOf(rows.length, 'decision')} rejected by the server`}
      actions={<CommandButton command="nav.outbox" variant="quiet" />}
    >
      {rows.length === 0 ? (
        <Empty title="No conflicts">
          <p>Every decision was accepted, or is still being sent.</p>
        </Empty>
      ) : (
        <div className="beside beside-list [--columns:minmax(320px,2fr)_minmax(0,3fr)]">
          <div className="min-h-0 border-e border-line">
            <List
              label="Rejected decisions"
              columns={columns}
              rowCount={rows.length}
              idAt={(index) => rows[index]?.op.opId}
              rowAt={(index) => rows[index]}
              {...grid}
              version={version}
              onOpen={(index) => desk.moveTo(index)}
              context="conflicts list"
              autoFocus
            />
          </div>
          {under && (
            <div className="grid min-h-0 content-start gap-4 overflow-y-auto p-4">
              <Comparison entry={under} />
              <Choices entry={under}>
                <CommandButton command="outbox.discard" variant="danger" />
              </Choices>
            </div>
          )}
        </div>
      )}
    </PageFrame>
  )
}
