// The owners of a company, as an ARIA tree: one tab stop, a list cursor, arrows to fold.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { CompanyNode } from '#contract/model/customer.ts'
import type { ActiveList } from '#src/commands/command.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import { arrayOrder } from '#src/commands/list-order.ts'
import { useActiveList } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import { customerHref } from '#src/features/cases/public.ts'
import { useCustomers, useOpenRow } from '#src/features/customers/customers.ts'
import { customerQueries, type Who } from '#src/features/customers/queries.ts'
import { countryLabel } from '#src/format/country.ts'
import { personRoleLabel } from '#src/format/record-labels.ts'
import { capitalise } from '#src/format/name.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Aged, SectionPart } from './section.tsx'
import { turn, visibleLines, type TreeLine } from './tree.ts'

export function Company({ who }: { who: Who }) {
  const { api } = useData()
  const query = useQuery(customerQueries.tree(api, who))
  return (
    <SectionPart
      noun="company structure"
      query={query}
      isEmpty={(root) => root === null}
      empty={<Empty title="No structure">No ownership data</Empty>}
    >
      {(root) => (
        <div className="grid content-start gap-2 p-4">
          <Aged query={query} />
          {root && <Tree key={who.customerId} root={root} platform={who.platform} />}
        </div>
      )}
    </SectionPart>
  )
}

function Tree({ root, platform }: { root: CompanyNode; platform: string }) {
  const { store } = useCustomers()
  const navigate = useNavigate()
  const base = useId()
  const [state] = useState(createListState)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => visibleLines(root, turned), [root, turned])
  const cursor = useStore(state.cursor, ({ id }) => id)

  useLayoutEffect(() => state.refresh(arrayOrder(lines.map(({ id }) => id))), [state, lines])
  const active = useMemo<ActiveList>(
    () => ({
      name: 'Company structure',
      state,
      noun: ['person or company', 'people and companies'],
      rowOf: (id) => lines.find((line) => line.id === id),
    }),
    [state, lines],
  )
  useActiveList(active)
  const open = useOpenRow<TreeLine>(
    useCallback(
      ({ node: { customerId } }) => {
        if (customerId !== null) void navigate({ to: customerHref(platform, customerId) })
      },
      [navigate, platform],
    ),
  )
  useEffect(() => {
    const here = () => lines.find((line) => line.id === state.cursor.getState().id)
    store.setState({
      fold: (isOpening) => {
        const line = here()
        if (!line) return
        if (line.hasChildren && line.isOpen !== isOpening) setTurned((was) => turn(was, line.id))
        else if (isOpening) state.moveToId(line.isOpen ? `${line.id}.0` : line.id)
        else if (line.parent !== null) state.moveToId(line.parent)
      },
    })
    return () => store.setState({ fold: null })
  }, [store, state, lines])

  return (
    <ul
      role="tree"
      aria-label="Company structure"
      // the keys are commands; the tree only shows the cursor
      tabIndex={0}
      data-kb-context="customer list"
      aria-activedescendant={cursor === null ? undefined : `${base}${cursor}`}
      className="tree"
    >
      {lines.map((line) => (
        <TreeItem
          key={line.id}
          id={`${base}${line.id}`}
          line={line}
          isCurrent={line.id === cursor}
          onPress={() => state.moveToId(line.id)}
          onFold={() => setTurned((was) => turn(was, line.id))}
          onOpen={() => open(line)}
        />
      ))}
    </ul>
  )
}

interface TreeItemProps {
  id: string
  line: TreeLine
  isCurrent: boolean
  onPress: () => void
  onFold: () => void
  onOpen: () => void
}

function TreeItem({ id, line, isCurrent, onPress, onFold, onOpen }: TreeItemProps) {
  const names = useNames()
  const { node, level, place, size, hasChildren, isOpen } = line
  const facts = [
    node.role && personRoleLabel(node.role),
    node.share !== null && `${node.share} %`,
    capitalise(node.type),
    countryLabel(node.country, names.countries),
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree's keys are commands
    <li
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={size}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isCurrent}
      className="tree-item"
      style={{ paddingInlineStart: level * 20 - 12 }}
      onClick={onPress}
      onDoubleClick={onOpen}
    >
      <span aria-hidden="true" className="tree-fold" onClick={hasChildren ? onFold : undefined}>
        {hasChildren ? (isOpen ? '▾' : '▸') : ''}
      </span>
      <span className={node.customerId === null ? '' : 'font-medium'}>{node.name}</span>
      <span className="text-muted">{facts.filter(Boolean).join(' · ')}</span>
    </li>
  )
}
