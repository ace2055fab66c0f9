// The list of customers. It outlives this screen: see list-view.ts of the lists.
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { CustomerItem } from '#contract/model/customer.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useIsOnline, useRows } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { useNames } from '#src/data/names.ts'
import { activeListOf, ListFrame, SourceList, useNarrowed } from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import { fetchAhead } from '#src/ui/when-idle.ts'
import { customerColumns } from './columns.tsx'
import { useCustomerList } from './list.ts'
import { CustomerPreview } from './preview.tsx'
import { keyOf } from './source.ts'

const noun = ['client', 'clients'] as const

export function CustomersScreen() {
  const { view, narrowing, pack } = useCustomerList()
  const active = useMemo(() => activeListOf(view, { name: 'Clients', noun }), [view])
  useEffect(() => fetchAhead(pack), [pack])
  const control = useNarrowed(view, narrowing, active)
  const source = useStore(view.store, (state) => state.source)
  return (
    <ListFrame
      area="customers"
      noun={noun}
      view={view}
      source={source}
      narrowing={narrowing}
      control={control}
      main={source && <Rows source={source} />}
      preview={source && <CustomerPreview list={view.list} source={source} />}
    />
  )
}

function Rows({ source }: { source: RowSource<CustomerItem> }) {
  useRows(source)
  const { view, marks } = useCustomerList()
  const { runner } = useCommandLayer()
  const isOnline = useIsOnline()
  const names = useNames()
  const columns = useMemo(() => customerColumns(names), [names])
  return (
    <SourceList
      label="Clients"
      columns={columns}
      list={view.list}
      source={source}
      keyOf={keyOf}
      marks={marks}
      onOpen={() => runner.execute('customers.open', { source: 'pointer' })}
      context="customers list"
      autoFocus
      failed={
        <Empty title={isOnline ? 'The clients could not be read' : 'The clients need the network'}>
          <p>
            {isOnline ? source.error?.message : 'What you opened or saw before under another filter is on this device.'}
          </p>
          <CommandButton command="customers.showNew">Try again</CommandButton>
        </Empty>
      }
      empty={
        <Empty title="No client">
          <p>No client matches this filter.</p>
          <CommandButton command="customers.clearFilter">All clients</CommandButton>
        </Empty>
      }
    />
  )
}
