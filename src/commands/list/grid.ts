/** Ties a list's state to the grid that draws it: `<List {...useGrid(state)} />`. */
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useCommandLayer } from '#src/commands/provider.tsx'
import type { ListPress } from '#src/ui/list/list.tsx'
import type { ListState } from './list-state.ts'

function setPageSize(state: ListState, rows: number): void {
  state.pageSize = rows
}

/** Cursor, selection and page size for the grid, and the effect of pressing a row. */
export function useGrid(state: ListState) {
  const { keyboard } = useCommandLayer()
  const isFocusMoved = useStore(keyboard.store, ({ options }) => options.isFocusMoved)
  return useMemo(
    () => ({
      cursor: { subscribe: state.cursor.subscribe, get: () => state.cursor.getState().index },
      selection: { subscribe: state.selection.subscribe, has: (id: string) => state.isSelected(id) },
      onPageSize: (rows: number) => setPageSize(state, rows),
      onPointerCursor: (index: number, { extend, toggle }: ListPress) => {
        state.moveTo(index)
        if (extend) state.selectToCursor()
        else if (toggle) state.toggle()
      },
      isFocusMoved,
    }),
    [state, isFocusMoved],
  )
}

/** The order's version, for lists whose rows are all there. */
export function useOrderVersion(state: ListState) {
  return useMemo(
    () => ({ subscribe: state.order.subscribe, getSnapshot: () => state.order.getState().version }),
    [state],
  )
}
