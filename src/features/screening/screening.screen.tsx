// The hits of the sanctions screening over all customers of a platform, with both sides of the one at the cursor.
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { SanctionsHit } from '#contract/model/screening/sanctions-hit.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useRow, useRows } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { MatchComparison } from '#src/features/customers/public.ts'
import {
  activeListOf,
  ListFrame,
  SourceList,
  LoadError,
  useNarrowed,
  useDebouncedCursor,
} from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import { hitColumns } from './columns.tsx'
import { keyOf, useHitList } from './list.ts'

const noun = ['hit', 'hits'] as const

export function ScreeningScreen() {
  const { view, narrowing } = useHitList()
  const active = useMemo(() => activeListOf(view, { name: 'Sanctions hits', noun }), [view])
  const control = useNarrowed(view, narrowing, active)
  const source = useStore(view.store, (state) => state.source)
  return (
    <ListFrame
      area="screening"
      noun={noun}
      view={view}
      source={source}
      narrowing={narrowing}
      control={control}
      main={source && <Rows source={source} />}
      preview={source && <Comparison list={view.list} source={source} />}
    />
  )
}

function Rows({ source }: { source: RowSource<SanctionsHit> }) {
  useRows(source)
  const { view } = useHitList()
  const { runner } = useCommandLayer()
  return (
    <SourceList
      label="Sanctions hits"
      columns={hitColumns}
      list={view.list}
      source={source}
      keyOf={keyOf}
      onOpen={() => runner.execute('screening.customer', { source: 'pointer' })}
      context="screening list"
      autoFocus
      failed={<LoadError noun="sanctions hits" error={source.error} again="screening.showNew" />}
      empty={
        <Empty title="No results">
          <p>No sanctions hit matches this filter.</p>
          <CommandButton command="screening.clearFilter">Open hits</CommandButton>
        </Empty>
      }
    />
  )
}

function Comparison({ list, source }: { list: ListState; source: RowSource<SanctionsHit> }) {
  const row = useRow(source, useDebouncedCursor(list))
  return (
    <aside aria-label="Preview" tabIndex={0} className="flex h-full flex-col overflow-y-auto bg-raised">
      {row ? (
        <>
          <h2 className="px-4 pt-4 text-title font-semibold">{row.customerName}</h2>
          <MatchComparison key={row.id} match={row} who={row} />
          <footer className="flex flex-wrap gap-2 p-4 pt-0">
            <CommandButton command="screening.decide" variant="primary" />
            <CommandButton command="screening.customer" />
          </footer>
        </>
      ) : (
        <p className="p-4 text-muted">No hit selected</p>
      )}
    </aside>
  )
}
