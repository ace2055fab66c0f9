// Contracts with customers, for administrators: search, list, and one contract in full beside it.
import { ListScreen } from '#src/features/lists/public.ts'
import { contractColumns } from './columns.tsx'
import { keyOf, useContractList } from './list.ts'
import { ContractPreview } from './preview.tsx'

const noun = ['contract', 'contracts'] as const

export function ContractsScreen() {
  const { view, narrowing } = useContractList()
  return (
    <ListScreen
      area="contract"
      name="Contracts"
      noun={noun}
      view={view}
      narrowing={narrowing}
      keyOf={keyOf}
      columns={contractColumns}
      open="contract.customer"
      context="contracts list"
      unfiltered="All contracts"
      preview={(source) => <ContractPreview list={view.list} source={source} />}
    />
  )
}
