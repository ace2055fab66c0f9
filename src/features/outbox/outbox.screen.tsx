// The inspector: everything that is not on the server yet and why, and what is over.
import { useParams } from '@tanstack/react-router'
import { useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { ActiveList } from '#src/commands/command.ts'
import { useGrid, useOrderVersion } from '#src/commands/list/grid.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useActiveList, useCommandLayer } from '#src/commands/provider.tsx'
import { useEngineStatus, useReplica } from '#src/data/data.ts'
import type { EngineStatus } from '#src/data/engine-client/engine-client.ts'
import type { PendingOp } from '#src/data/engine-client/pending.ts'
import { PageFrame } from '#src/features/lists/public.ts'
import { TaskList } from '#src/features/tasks/public.ts'
import { shortAge } from '#src/format/age.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { List, type ListColumn } from '#src/ui/list/list.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { inProgress } from './bulk-progress.ts'
import { OverList } from './history-list.tsx'
import { OpDetails } from './op-details.tsx'
import { useOutbox } from './outbox-context.ts'
import type { Outbox } from './outbox.ts'
import { aboutOf, isStuck, isTrouble, STATE_LABELS } from './states.ts'

const columns: readonly ListColumn<PendingOp>[] = [
  {
    id: 'mark',
    header: 'Marks',
    isHeaderHidden: true,
    width: 26,
    text: () => '',
    spoken: (row) => (isTrouble(row) ? 'conflict' : ''),
    render: (row) =>
      isTrouble(row) ? (
        <span className="text-stop">
          <ToneMark tone="stop" />
        </span>
      ) : null,
  },
  { id: 'label', header: 'What', width: 220, grow: 2, text: (row) => row.label },
  { id: 'target', header: 'On', width: 130, text: aboutOf },
  { id: 'state', header: 'State', width: 200, grow: 1, text: (row) => STATE_LABELS[row.state] },
  { id: 'why', header: 'Because', width: 180, grow: 2, text: (row) => row.error?.message ?? '' },
  { id: 'attempts', header: 'Tries', width: 60, align: 'end', text: (row) => String(row.attempts) },
  { id: 'age', header: 'Age', width: 70, align: 'end', text: ({ op }) => shortAge(Date.now() - op.at) },
]

export function OutboxScreen() {
  const outbox = useOutbox()
  const { platform = '' } = useParams({ strict: false })
  const status = useEngineStatus()
  const count = useSyncExternalStore(outbox.subscribe, () => outbox.rows().length)
  // one command can write several operations: a decision on an alert, and the recommendation on its case
  const commands = useSyncExternalStore(outbox.subscribe, () => new Set(outbox.rows().map(({ group }) => group)).size)
  const tab = useStore(outbox.view, (view) => view.tab)
  const stuck = status.dead + status.conflict

  return (
    <PageFrame
      name="Outbox"
      summary={
        <>
          {countOf(status.unsent, 'operation')}
          {commands > 0 && commands < status.unsent && ` of ${countOf(commands, 'command')}`} not sent
          {status.held > 0 && `, ${status.held} held for undo`}
          {stuck > 0 && `, ${formatCount(stuck)} conflicts`}
        </>
      }
      actions={
        <>
          <Kept status={status} />
          <OnDevice />
          {stuck > 0 && <CommandButton command="nav.conflicts" />}
          <CommandButton command="outbox.sendNow" />
        </>
      }
    >
      <UnderWay outbox={outbox} />
      <div className="border-b border-line px-4 py-2 empty:hidden">
        <TaskList platform={platform} />
      </div>
      <Tabs
        label="Outbox"
        value={tab}
        onChange={(next) => outbox.view.setState({ tab: next })}
        tabs={[
          { value: 'unsent', label: 'Not sent', count, keys: ['1'] },
          { value: 'over', label: 'Last 7 days', keys: ['2'] },
        ]}
      >
        {tab === 'unsent' ? <Unsent outbox={outbox} /> : <OverList />}
      </Tabs>
    </PageFrame>
  )
}

/** The progress of bulk changes. */
function UnderWay({ outbox: { bulks } }: { outbox: Outbox }) {
  const shown = inProgress(useSyncExternalStore(bulks.subscribe, bulks.underWay))
  if (shown.length === 0) return null
  return (
    <ul aria-label="Under way" className="grid flex-none gap-1 border-b border-line bg-raised px-4 py-2 text-list">
      {shown.map(({ group, label, total, done, refused }) => (
        <li key={group} className="flex items-center gap-3">
          <span className="min-w-0 truncate">{label}</span>
          <progress aria-label={label} max={total} value={done} className="w-40 flex-none" />
          <span className="flex-none text-muted">
            {formatCount(done)} of {formatCount(total)} sent
            {refused.length > 0 && `, ${formatCount(refused.length)} rejected`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Unsent({ outbox }: { outbox: Outbox }) {
  const { list } = outbox
  const rows = useSyncExternalStore(outbox.subscribe, outbox.rows)

  const activeList = useMemo<ActiveList>(
    () => ({ name: 'Outbox', state: list, noun: ['operation', 'operations'], rowOf: outbox.rowOf }),
    [list, outbox],
  )
  useActiveList(activeList)
  const grid = useGrid(list)
  const { runner } = useCommandLayer()
  const version = useOrderVersion(list)
  const under = rows[useStore(list.cursor, (cursor) => cursor.index)]

  if (rows.length === 0) {
    return (
      <Empty title="Everything is on the server">
        <p>Nothing is waiting on this device.</p>
      </Empty>
    )
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-40 grow">
        <List
          label="Operations"
          columns={columns}
          rowCount={rows.length}
          idAt={(index) => rows[index]?.op.opId}
          rowAt={(index) => rows[index]}
          {...grid}
          version={version}
          onOpen={(index) => {
            list.moveTo(index)
            runner.execute('outbox.open', { source: 'pointer' })
          }}
          context="outbox list"
          autoFocus
        />
      </div>
      {under && (
        <footer className="grid flex-none gap-3 border-t border-line bg-raised p-4">
          <OpDetails entry={under} rows={rows} />
          <div key={`${under.op.opId} ${under.state}`} className="flex flex-wrap gap-2">
            {isStuck(under) && <CommandButton command="outbox.open" variant="primary" />}
            <CommandButton command="outbox.retry" />
            <CommandButton command="outbox.edit" />
            <CommandButton command="outbox.discard" />
            <CommandButton command="outbox.copy" />
          </div>
        </footer>
      )}
    </div>
  )
}

/** The persistence of this device's storage. */
function Kept({ status: { storage, persisted } }: { status: EngineStatus }) {
  if (storage === 'unavailable') return <p className="text-muted">This browser saves nothing: online only</p>
  if (persisted === null) return null
  return (
    <p className="text-muted">
      {persisted ? 'Storage is persistent' : 'The browser may clear its storage when the disk is full'}
    </p>
  )
}

/** The records that can be used offline. */
function OnDevice() {
  const replica = useReplica()
  const now = useNow()
  if (!replica || replica.phase === 'empty') return null
  const { phase, rows, total, asOf } = replica
  return (
    <p className="text-muted">
      {phase === 'filling'
        ? `Fetching open cases: ${formatCount(rows)} of ${formatCount(total)}`
        : `${countOf(rows, 'open case')} on this device${asOf === null || now - asOf < 60_000 ? '' : `, ${shortAge(now - asOf)} old`}`}
    </p>
  )
}
