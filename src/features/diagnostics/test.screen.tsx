// The test page, for administrators: whether this window, this device and the server work together, and why not.
import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData, useEngineStatus } from '#src/data/data.ts'
import { Details } from '#src/features/cases/public.ts'
import { Table } from '#src/ui/list/table.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { errorLog } from './error-log.ts'
import { readFacts } from './facts.ts'

/** The key of the facts; the command that checks again invalidates it. */
export const FACTS_KEY = 'diagnostics'

export function TestScreen() {
  const data = useData()
  const status = useEngineStatus()
  const now = useNow()
  const query = useQuery({
    // the outbox facts follow the outbox
    queryKey: [FACTS_KEY, status, Math.floor(now / 10_000)],
    queryFn: () => readFacts(data),
    placeholderData: (before) => before,
    // reads this device: never kept from running by a lost network
    networkMode: 'always',
  })
  return (
    <section
      aria-label="Test page"
      data-kb-context="test"
      tabIndex={-1}
      className="flex h-full min-h-0 flex-col overflow-y-auto"
    >
      <header className="flex flex-none flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <h2 className="text-title font-semibold">Test</h2>
        <p className="min-w-0 grow text-muted">Connection, device and server. Nothing here names a customer.</p>
        <CommandButton command="test.check" variant="primary" />
        <CommandButton command="test.bundle" />
        <CommandButton command="nav.gallery" />
      </header>
      {query.data ? (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] gap-6 p-4">
          {query.data.map(({ title, facts }) => (
            <section key={title} aria-label={title} className="grid content-start gap-2">
              <h3 className="font-semibold">{title}</h3>
              <Details rows={facts} />
            </section>
          ))}
        </div>
      ) : (
        <div className="p-4">
          <Skeleton lines={8} label="Checking" />
        </div>
      )}
      <Errors />
    </section>
  )
}

function Errors() {
  const errors = useStore(errorLog, (state) => state.errors)
  return (
    <section aria-label="Last errors" className="grid content-start gap-2 p-4">
      <h3 className="font-semibold">Last errors of this window</h3>
      {errors.length === 0 ? (
        <p className="text-list text-muted">None since this window was opened</p>
      ) : (
        <Table
          label="Last errors"
          columns={['Time (UTC)', 'Kind', 'Status', 'What failed']}
          rows={errors.map(({ at, kind, text, status }, index) => ({
            key: `${at} ${index}`,
            cells: [
              new Date(at).toISOString().slice(0, 19).replace('T', ' '),
              kind === 'call' ? 'Call' : 'Program',
              status ?? '–',
              text,
            ],
          }))}
        />
      )}
    </section>
  )
}
