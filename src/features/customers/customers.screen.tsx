// The list of customers, with those of them that can be opened without a network marked.
import { useEffect, useMemo } from 'react'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useNames } from '#src/data/names.ts'
import { ListScreen, LoadError } from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import { fetchAhead } from '#src/ui/when-idle.ts'
import { customerColumns } from './columns.tsx'
import { useCustomerList } from './list.ts'
import { CustomerPreview } from './preview.tsx'
import { keyOf } from './source.ts'

const noun = ['client', 'clients'] as const

export function CustomersScreen() {
  const { view, narrowing, marks, pack } = useCustomerList()
  useEffect(() => fetchAhead(pack), [pack])
  const names = useNames()
  const columns = useMemo(() => customerColumns(names), [names])
  return (
    <ListScreen
      area="customers"
      name="Clients"
      noun={noun}
      view={view}
      narrowing={narrowing}
      keyOf={keyOf}
      columns={columns}
      marks={marks}
      open="customers.open"
      context="customers list"
      preview={(source) => <CustomerPreview list={view.list} source={source} />}
      failed={(error) => (
        <LoadError
          noun="clients"
          error={error}
          offline="What you opened or saw before under another filter is on this device."
          again="customers.showNew"
        />
      )}
      empty={
        <Empty title="No client">
          <p>No client matches this filter.</p>
          <CommandButton command="customers.clearFilter">All clients</CommandButton>
        </Empty>
      }
    />
  )
}
