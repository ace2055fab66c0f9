// The allowlists of a platform: what each leaves alone, for whom, until when, and what is still open under it.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { allowlists as calls } from '#contract/calls/rules/allowlists.ts'
import type { Allowlist, AllowlistExpiry } from '#contract/model/rules/allowlist.ts'
import { PAGE_SIZES } from '#contract/model/values.ts'
import type { ActiveList } from '#src/commands/command.ts'
import { useGrid } from '#src/commands/list/grid.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useActiveList, useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useIsOnline, useRows, versionOf } from '#src/data/data.ts'
import { createServerSource, useSource } from '#src/data/lists/server-source.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { dayOf } from '#src/features/allowlists/editor/draft.ts'
import { FilterChip, ListSearch, orderOf, PageFrame, LoadError } from '#src/features/lists/public.ts'
import { TaskList } from '#src/features/tasks/public.ts'
import { countOf } from '#src/format/count.ts'
import { formatCount } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { List } from '#src/ui/list/list.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useDebounced } from '#src/ui/use-debounced.ts'
import { useAllowlists } from './allowlists.ts'
import { columnsAt } from './columns.tsx'
import { allowlistFilter, toQuery, type AllowlistFilter } from './filter.ts'
import { listHref } from './links.ts'
import { allowlistQueries } from './queries.ts'

/** Typing that pauses for so long is searched for, ms. */
const SEARCH_REST_MS = 150
const keyOf = ({ id }: Allowlist) => id
const names = new WeakMap<object, number>()
let sources = 0
/** Other lists have components of their own. */
function nameOf(source: object): number {
  const name = names.get(source) ?? (sources += 1)
  names.set(source, name)
  return name
}

export function AllowlistsScreen() {
  const { platform = '' } = useParams({ strict: false })
  const address = useSearch({ strict: false })
  const { store } = useAllowlists()
  const data = useData()
  const typed = useStore(store, (state) => state.typed)
  const search = useDebounced(typed, SEARCH_REST_MS)
  const at = JSON.stringify(address)
  const filter = useMemo(() => ({ ...allowlistFilter.read(JSON.parse(at)), search }), [at, search])
  useEffect(() => store.setState({ filter }), [store, filter])

  const open = useCallback(
    () =>
      createServerSource<Allowlist>(data, {
        load: (page, pageSize, { signal, isBackground }) =>
          data.api.send(
            calls.list,
            { query: { ...toQuery(filter, platform), page, pageSize } },
            { signal, platform, quiet: isBackground },
          ),
        keyOf,
        pageSize: PAGE_SIZES.allowlists,
      }),
    [data, platform, filter],
  )
  const source = useSource(open)
  return (
    <PageFrame
      name="Allow lists"
      summary="Suppressions by rule, client and period"
      actions={
        <>
          <CommandButton command="allowlist.new" variant="primary" />
          <div className="w-full empty:hidden">
            <TaskList platform={platform} />
          </div>
        </>
      }
    >
      <FilterBar filter={filter} platform={platform} source={source} />
      <div className="min-h-0 grow">
        {source && <Rows key={nameOf(source)} source={source} platform={platform} filter={filter} />}
      </div>
    </PageFrame>
  )
}

interface FilterBarProps {
  filter: AllowlistFilter
  platform: string
  source: RowSource<Allowlist> | null
}

function FilterBar({ filter, platform, source }: FilterBarProps) {
  const { store } = useAllowlists()
  const typed = useStore(store, (state) => state.typed)
  const navigate = useNavigate()
  const remove = (name: keyof AllowlistFilter) => {
    void navigate({ to: listHref(platform, { ...filter, [name]: '' }) })
  }
  const chips = allowlistFilter.active(filter).filter((name) => name !== 'search')
  return (
    <div className="flex h-10 flex-none items-center gap-2 border-b border-line px-3 text-list">
      <ListSearch
        label="Search by name, rule, client or comment"
        list="Allow lists"
        placeholder="Name, rule, client, comment"
        value={typed}
        onChange={(typed) => store.setState({ typed })}
      />
      <ul aria-label="Filter" className="flex min-w-0 items-center gap-1.5 overflow-hidden empty:hidden">
        {chips.map((name) => (
          <FilterChip
            key={name}
            label={`Remove filter ${allowlistFilter.fields[name].label}`}
            onRemove={() => remove(name)}
          >
            <FilterWords name={name} filter={filter} source={source} />
          </FilterChip>
        ))}
      </ul>
      <CommandButton command="allowlist.addFilter" variant="quiet">
        Filter
      </CommandButton>
      {allowlistFilter.active(filter).length > 0 && (
        <CommandButton command="allowlist.clearFilter" variant="quiet">
          Clear
        </CommandButton>
      )}
      <span className="grow" />
      <Counts filter={filter} platform={platform} />
      {source && <Total key={nameOf(source)} source={source} />}
    </div>
  )
}

interface FilterWordsProps {
  name: keyof AllowlistFilter
  filter: AllowlistFilter
  source: RowSource<Allowlist> | null
}

/** Rules and clients by the names that their rows have. */
function FilterWords({ name, filter, source }: FilterWordsProps) {
  const row = source?.rowAt(0)
  const isNamed =
    (name === 'rule' || name === 'customerId') && row?.[name === 'rule' ? 'ruleId' : name] === filter[name]
  const named = isNamed && (name === 'rule' ? row.ruleName : row.customerName)
  return <>{named || allowlistFilter.chipText(name, filter, {})}</>
}

/** Counts of expiring allowlists, each a filter. */
function Counts({ filter, platform }: { filter: AllowlistFilter; platform: string }) {
  const { api, capabilities } = useData()
  const isOnline = useIsOnline()
  const query = toQuery({ ...filter, expiry: '' }, platform)
  const enabled = isOnline && filter.expiry === '' && capabilities().version !== ''
  const ending = useQuery({ ...allowlistQueries.count(api, platform, query, 'ending'), enabled })
  const ended = useQuery({ ...allowlistQueries.count(api, platform, query, 'ended'), enabled })
  const navigate = useNavigate()
  const only = (expiry: AllowlistExpiry) => void navigate({ to: listHref(platform, { ...filter, expiry }) })
  if (!enabled) return null
  return (
    <>
      {ending.data ? (
        <button type="button" className="chip" onClick={() => only('ending')}>
          <Tag tone="warn">{ending.data === 1 ? 'One ends soon' : `${formatCount(ending.data)} end soon`}</Tag>
        </button>
      ) : null}
      {ended.data ? (
        <button type="button" className="chip" onClick={() => only('ended')}>
          {formatCount(ended.data)} ended
        </button>
      ) : null}
    </>
  )
}

function Total({ source }: { source: RowSource<Allowlist> }) {
  useRows(source)
  if (source.state !== 'ready') return null
  return <span className="whitespace-nowrap text-muted">{countOf(source.total, 'allow list')}</span>
}

interface RowsProps {
  source: RowSource<Allowlist>
  platform: string
  filter: AllowlistFilter
}

function Rows({ source, platform, filter }: RowsProps) {
  useRows(source)
  const { api } = useData()
  const { list } = useAllowlists()
  const { runner } = useCommandLayer()
  const today = dayOf(useNow())
  const remaining = useQuery(allowlistQueries.remaining(api, platform))
  const open = useMemo(
    () => remaining.data && new Map(remaining.data.items.map(({ allowlistId, count }) => [allowlistId, count])),
    [remaining.data],
  )
  const columns = useMemo(() => columnsAt(today, open), [today, open])
  useMadeAnew(source)

  useEffect(() => {
    list.reset(orderOf(source))
    return source.subscribe(() => list.refresh(orderOf(source)))
  }, [list, source])
  const active = useMemo<ActiveList>(
    () => ({
      name: 'Allow lists',
      state: list,
      noun: ['allow list', 'allow lists'],
      rowOf: (id) => source.rowOf(id),
      isSingle: true,
    }),
    [list, source],
  )
  useActiveList(active)
  const { selection: _, ...grid } = useGrid(list)
  const stores = useMemo(
    () => ({
      version: { subscribe: source.subscribe, getSnapshot: versionOf(source) },
      idAt: (index: number) => source.idAt(index),
      rowAt: (index: number) => source.rowAt(index),
      ensure: (from: number, to: number) => source.ensure(from, to),
    }),
    [source],
  )
  if (source.state === 'failed') {
    return <LoadError noun="allow lists" error={source.error} again="allowlist.refresh" />
  }
  if (source.state === 'ready' && source.total === 0) {
    const isNarrowed = allowlistFilter.active(filter).length > 0
    return (
      <Empty title={isNarrowed ? 'No allow list matches this filter' : 'No allow list'}>
        {isNarrowed ? (
          <CommandButton command="allowlist.clearFilter" />
        ) : (
          <p>Every hit of every rule is raised. On an alert, l adds one with its fields filled.</p>
        )}
      </Empty>
    )
  }
  return (
    <List
      label="Allow lists"
      columns={columns}
      rowCount={source.total}
      isCountExact={!source.capped}
      {...grid}
      {...stores}
      onOpen={(index) => {
        list.moveTo(index)
        runner.execute('allowlist.open', { source: 'pointer' })
      }}
      context="allowlists list"
      autoFocus
    />
  )
}

/** This window's changes appear at once. */
function useMadeAnew(source: RowSource<Allowlist>): void {
  const { store } = useAllowlists()
  const writes = useStore(store, (state) => state.writes)
  const shown = useRef(writes)
  useEffect(() => {
    if (shown.current !== writes) source.remake()
    shown.current = writes
  }, [source, writes])
}
