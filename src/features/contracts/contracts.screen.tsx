// Contracts with customers, for administrators: search, list, and one contract in full beside it.
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Contract } from '#contract/model/contract.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useRows } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { activeListOf, ListFrame, SourceList, LoadError, useNarrowed } from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import { contractColumns } from './columns.tsx'
import { keyOf, useContractList } from './list.ts'
import { ContractPreview } from './preview.tsx'

const noun = ['contract', 'contracts'] as const

export function ContractsScreen() {
  const { view, narrowing } = useContractList()
  const active = useMemo(() => activeListOf(view, { name: 'Contracts', noun }), [view])
  const control = useNarrowed(view, narrowing, active)
  const source = useStore(view.store, (state) => state.source)
  return (
    <ListFrame
      area="contract"
      noun={noun}
      view={view}
      source={source}
      narrowing={narrowing}
      control={control}
      main={source && <Rows source={source} />}
      preview={source && <ContractPreview list={view.list} source={source} />}
    />
  )
}

function Rows({ source }: { source: RowSource<Contract> }) {
  useRows(source)
  const { view } = useContractList()
  const { runner } = useCommandLayer()
  return (
    <SourceList
      label="Contracts"
      columns={contractColumns}
      list={view.list}
      source={source}
      keyOf={keyOf}
      onOpen={() => runner.execute('contract.customer', { source: 'pointer' })}
      context="contracts list"
      autoFocus
      failed={<LoadError noun="contracts" error={source.error} again="contract.showNew" />}
      empty={
        <Empty title="No results">
          <p>No contract matches this filter.</p>
          <CommandButton command="contract.clearFilter">All contracts</CommandButton>
        </Empty>
      }
    />
  )
}
