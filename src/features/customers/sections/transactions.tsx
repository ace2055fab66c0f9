// Every transaction of the customer, its own and those in which it is the counterparty, as pages are scrolled to.
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { customers } from '#contract/calls/customers.ts'
import type { CustomerTransaction } from '#contract/model/customer.ts'
import type { ActiveList } from '#src/commands/command.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useActiveList } from '#src/commands/provider.tsx'
import { useData, useRows } from '#src/data/data.ts'
import { createServerSource, useSource } from '#src/data/lists/server-source.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { useNames, type Names } from '#src/data/names.ts'
import { caseHref } from '#src/features/cases/public.ts'
import { useCustomers, useOpenRow, type CustomerView } from '#src/features/customers/customers.ts'
import type { Who } from '#src/features/customers/queries.ts'
import { focusListSearch, ListSearch, orderOf, SourceList, LoadError } from '#src/features/lists/public.ts'
import { formatAmount, moneyLines } from '#src/format/amount.ts'
import { countOf } from '#src/format/count.ts'
import { countryName } from '#src/format/country.ts'
import { humanise } from '#src/format/label.ts'
import { serviceShort } from '#src/format/name.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'

const columnsOf = (names: Names): readonly ListColumn<CustomerTransaction>[] => [
  { id: 'at', header: 'When (UTC)', width: 160, text: (row) => row.transactionUtcDate },
  { id: 'case', header: 'Case', width: 104, text: (row) => row.caseId ?? '–' },
  {
    id: 'service',
    header: 'Service',
    width: 126,
    text: (row) =>
      `${serviceShort(row.transactionType, names.services)} ${row.transactionDirection === 'incoming' ? 'in' : 'out'}`.trim(),
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 130,
    hideBelow: 1200,
    align: 'end',
    text: (row) => moneyLines(row.transactionAmount, row.transactionCurrency)[0] ?? '',
  },
  {
    id: 'usd',
    header: 'Amount USD',
    width: 104,
    align: 'end',
    text: (row) => formatAmount(row.transactionUsdAmount),
    spoken: (row) => `${formatAmount(row.transactionUsdAmount)} USD`,
  },
  { id: 'party', header: 'Counterparty', width: 130, grow: 3, text: (row) => row.counterPartyName },
  {
    id: 'country',
    header: 'Country',
    width: 100,
    hideBelow: 900,
    text: (row) => countryName(row.counterPartyCountry ?? '', names.countries),
  },
  { id: 'text', header: 'Description', width: 120, grow: 2, hideBelow: 1024, text: (row) => row.transactionDesc ?? '' },
  { id: 'status', header: 'Status', width: 90, hideBelow: 820, text: (row) => humanise(row.transactionStatus) },
]

export interface Narrowed {
  search: string
  direction: CustomerView['direction']
}

const DIRECTION_LABELS: Record<CustomerView['direction'], string> = {
  all: 'Both directions',
  incoming: 'Incoming',
  outgoing: 'Outgoing',
}

export function Transactions({ who }: { who: Who }) {
  const { store } = useCustomers()
  const [search, setSearch] = useState('')
  const direction = useStore(store, (state) => state.direction)
  const term = useDeferredValue(search.trim())
  const isSearching = useStore(store, (state) => state.isSearching)

  useEffect(() => {
    if (!isSearching) return
    focusListSearch()
    store.setState({ isSearching: false })
  }, [isSearching, store])

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div role="search" className="flex flex-none items-center gap-2 border-b border-line px-4 py-2">
        <ListSearch
          label="Search by id, counterparty or description"
          placeholder="Id, counterparty, description"
          list="Transactions"
          value={search}
          onChange={setSearch}
        />
        <CommandButton command="customer.direction">{DIRECTION_LABELS[direction]}</CommandButton>
      </div>
      <Found who={who} search={term} direction={direction} />
    </div>
  )
}

const keyOf = (row: CustomerTransaction) => row.transactionId

/** In place of the rows: the client has no transaction, or none that matches. */
export function NoTransactions({ search, direction }: Narrowed) {
  if (search === '' && direction === 'all')
    return <Empty title="No transactions">The client has not made or received a payment yet.</Empty>
  const what = direction === 'all' ? 'transaction' : `${direction} transaction`
  return <Empty title="No results">{search ? `No ${what} matches “${search}”.` : `The client has no ${what}.`}</Empty>
}

/** The rows of one search: another one is another list. */
function Found({ who: { platform, customerId }, search, direction }: Narrowed & { who: Who }) {
  const data = useData()
  const open = useCallback(
    () =>
      createServerSource<CustomerTransaction>(data, {
        load: (page, pageSize, { signal, isBackground }) => {
          const narrowed = { ...(search && { search }), ...(direction !== 'all' && { direction }) }
          const input = { params: { platform, customerId }, query: { page, pageSize, ...narrowed } }
          return data.api.send(customers.transactions, input, { signal, platform, quiet: isBackground })
        },
        keyOf,
      }),
    [data, platform, customerId, search, direction],
  )
  const source = useSource(open)
  return source && <Rows source={source} platform={platform} empty={<NoTransactions {...{ search, direction }} />} />
}

function Rows({
  source,
  platform,
  empty,
}: {
  source: RowSource<CustomerTransaction>
  platform: string
  empty: ReactNode
}) {
  useRows(source)
  const [state] = useState(createListState)
  const names = useNames()
  const navigate = useNavigate()
  const columns = useMemo(() => columnsOf(names), [names])
  const open = useOpenRow<CustomerTransaction>(
    useCallback(
      (row) => {
        if (row.caseId !== null) void navigate({ to: caseHref(platform, row.caseId) })
        else openDrawer('transaction', { label: `Transaction ${row.transactionId}`, row })
      },
      [navigate, platform],
    ),
  )
  useEffect(() => {
    state.reset(orderOf(source))
    return source.subscribe(() => state.refresh(orderOf(source)))
  }, [state, source])
  const active = useMemo<ActiveList>(
    () => ({
      name: 'Transactions',
      state,
      noun: ['transaction', 'transactions'],
      rowOf: (id) => source.rowOf(id),
    }),
    [state, source],
  )
  useActiveList(active)
  return (
    <div className="flex min-h-0 grow flex-col">
      <p className="flex-none px-4 py-1 text-label text-muted">
        {source.state === 'ready' &&
          source.total > 0 &&
          `${countOf(source.total, 'transaction')}${source.capped ? ' or more' : ''}, each with its case where it raised one`}
      </p>
      <div className="min-h-0 grow">
        <SourceList
          label="Transactions"
          columns={columns}
          list={state}
          source={source}
          keyOf={keyOf}
          onOpen={(row) => row && open(row)}
          context="customer list"
          autoFocus
          failed={(error) => <LoadError noun="transactions" error={error} />}
          empty={empty}
        />
      </div>
    </div>
  )
}
