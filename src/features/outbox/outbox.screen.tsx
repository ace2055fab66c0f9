// Everything that is not on the server yet, and why.
import { useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { ActiveList } from '#src/commands/command.ts'
import { CommandButton } from '#src/commands/command-button.tsx'
import { useGrid, useOrderVersion } from '#src/commands/grid.ts'
import { useActiveList } from '#src/commands/provider.tsx'
import { useEngineStatus, useReplica } from '#src/data/data.ts'
import type { PendingOp } from '#src/data/pending.ts'
import { shortAge } from '#src/format/age.ts'
import { countOf } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { List, type ListColumn } from '#src/ui/list.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { useOutbox } from './outbox-context.ts'
import { isStuck, STATE_WORDS } from './outbox.ts'
import { textOf } from './commands.ts'

const columns: readonly ListColumn<PendingOp>[] = [
  {
    id: 'mark',
    header: 'Marks',
    isHeaderHidden: true,
    width: 26,
    text: () => '',
    spoken: (row) => (isStuck(row) ? 'needs you' : ''),
    render: (row) =>
      isStuck(row) ? (
        <span className="text-stop">
          <ToneMark tone="stop" />
        </span>
      ) : null,
  },
  { id: 'label', header: 'What', width: 220, grow: 2, text: (row) => row.label },
  { id: 'target', header: 'On', width: 130, text: ({ op }) => op.target.caseId ?? op.target.customerId },
  { id: 'state', header: 'State', width: 200, grow: 1, text: (row) => STATE_WORDS[row.state] },
  { id: 'why', header: 'Because', width: 180, grow: 2, text: (row) => row.error?.message ?? '' },
  { id: 'attempts', header: 'Tries', width: 60, align: 'end', text: (row) => String(row.attempts) },
  { id: 'age', header: 'Age', width: 70, align: 'end', text: ({ op }) => shortAge(Date.now() - op.at) },
]

export function OutboxScreen() {
  const outbox = useOutbox()
  const { list } = outbox
  const status = useEngineStatus()
  const rows = useSyncExternalStore(outbox.subscribe, outbox.rows)

  const activeList = useMemo<ActiveList>(
    () => ({ name: 'Outbox', state: list, noun: ['operation', 'operations'], rowOf: outbox.rowOf }),
    [list, outbox],
  )
  useActiveList(activeList)
  const grid = useGrid(list)
  const version = useOrderVersion(list)
  const under = rows[useStore(list.cursor, (cursor) => cursor.index)]

  return (
    <section aria-label="Outbox" className="flex h-full min-h-0 flex-col">
      <header className="flex flex-none flex-wrap items-baseline gap-4 border-b border-line px-4 py-3">
        <h2 className="text-title font-semibold">Outbox</h2>
        <p className="text-muted">
          {countOf(status.unsent, 'operation')} not sent
          {status.held > 0 && `, ${status.held} held for undo`}
          {status.dead + status.conflict > 0 && `, ${status.dead + status.conflict} need you`}
          {status.persisted === false && '. The browser may clear its storage when the disk is full'}
        </p>
        <span className="grow" />
        <OnDevice />
        <CommandButton command="outbox.sendNow" />
      </header>
      {rows.length === 0 ? (
        <Empty title="Everything is on the server">
          <p>Nothing is waiting on this device.</p>
        </Empty>
      ) : (
        <div className="min-h-0 grow">
          <List
            label="Operations"
            columns={columns}
            rowCount={rows.length}
            idAt={(index) => rows[index]?.op.opId}
            rowAt={(index) => rows[index]}
            {...grid}
            version={version}
            onOpen={(index) => list.moveTo(index)}
            context="outbox list"
            autoFocus
          />
        </div>
      )}
      {under && (
        <footer className="grid flex-none gap-3 border-t border-line bg-raised p-4">
          <p className="whitespace-pre-wrap">{textOf(under.op.body) || under.label}</p>
          <div className="flex gap-2">
            <CommandButton command="outbox.retry" />
            <CommandButton command="outbox.discard" />
            <CommandButton command="outbox.copy" />
          </div>
        </footer>
      )}
    </section>
  )
}

/** What can be worked on without a network. */
function OnDevice() {
  const replica = useReplica()
  if (!replica || replica.phase === 'empty') return null
  const { phase, rows, total, asOf } = replica
  return (
    <p className="text-muted">
      {phase === 'filling'
        ? `Fetching open cases: ${rows.toLocaleString('en')} of ${total.toLocaleString('en')}`
        : `${countOf(rows, 'open case')} on this device${asOf === null ? '' : `, ${shortAge(Date.now() - asOf)} old`}`}
    </p>
  )
}
