// A fully loaded list: with its own cursor and selection, and the one that commands act on.
import { useLayoutEffect, useMemo, useState } from 'react'
import type { ActiveList } from '#src/commands/command.ts'
import type { KeyContext } from '#src/commands/dispatcher/key-context.ts'
import { arrayOrder } from '#src/commands/list-order.ts'
import { useActiveList } from '#src/commands/provider.tsx'
import { List, type ListColumn } from '#src/ui/list/list.tsx'
import { useGrid, useOrderVersion } from './grid.ts'
import { createListState, type ListState } from './list-state.ts'

export interface ArrayListProps<Row> {
  /** Accessible name: 'Documents'. */
  label: string
  noun: ActiveList['noun']
  /** The same array as long as nothing has changed. */
  rows: readonly Row[]
  /** A constant or memoised, as the columns. */
  keyOf: (row: Row) => string
  columns: readonly ListColumn<Row>[]
  /** Enter is for a command; this is the double click. The cursor is on the row already. */
  onOpen?: (row: Row) => void
  /** Written to `data-kb-context`. */
  context: KeyContext
  /** Keeps cursor and selection beyond the list's lifetime. */
  state?: ListState
  autoFocus?: boolean
  /** Without a selection: commands act on the row under the cursor. */
  isSingle?: boolean
}

export function ArrayList<Row>(props: ArrayListProps<Row>) {
  const { label, noun, rows, keyOf, columns, onOpen, context, state, autoFocus = true, isSingle = false } = props
  const [own] = useState(createListState)
  const list = state ?? own
  const byId = useMemo(() => new Map(rows.map((row) => [keyOf(row), row])), [rows, keyOf])
  const ids = useMemo(() => [...byId.keys()], [byId])

  useLayoutEffect(() => list.refresh(arrayOrder(ids)), [list, ids])
  const active = useMemo<ActiveList>(
    () => ({ name: label, state: list, noun, rowOf: (id) => byId.get(id), isSingle }),
    [label, list, noun, byId, isSingle],
  )
  useActiveList(active)
  const { selection, ...grid } = useGrid(list)
  const version = useOrderVersion(list)
  return (
    <List
      label={label}
      columns={columns}
      rowCount={ids.length}
      idAt={(index) => ids[index]}
      rowAt={(index) => byId.get(ids[index] ?? '')}
      {...grid}
      {...(!isSingle && { selection })}
      version={version}
      onOpen={(index) => {
        list.moveTo(index)
        const row = byId.get(ids[index] ?? '')
        if (row !== undefined) onOpen?.(row)
      }}
      context={context}
      autoFocus={autoFocus}
    />
  )
}
