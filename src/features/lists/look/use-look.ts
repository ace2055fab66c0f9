/** A list as its user wants to see it: the columns that were chosen, and a header that sorts and takes columns elsewhere. */
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { useData } from '#src/data/data.ts'
import type { HeaderControl, ListColumn } from '#src/ui/list/list.tsx'
import type { Narrowing } from '#src/features/lists/filter-control.ts'
import type { ListView } from '#src/features/lists/list-view.ts'
import { arrange, chosenColumns, type Look, type LookList } from './look.ts'

/** `all` has to be memoised. */
export function useLook<Row, F extends Look>(
  list: LookList,
  view: ListView<Row, F>,
  narrowing: Narrowing<F>,
  all: readonly ListColumn<Row>[],
): { columns: readonly ListColumn<Row>[]; header: HeaderControl } {
  const { user } = useData()
  const navigate = useNavigate()
  const { platform, filter } = useStore(view.store)
  const chosen = useSyncExternalStore(user.subscribe, () => chosenColumns(user, list, filter))
  const columns = useMemo(() => arrange(all, chosen), [all, chosen])
  const header = useMemo(() => {
    const go = (to: string) => void navigate({ to })
    const arranged = { user, list, narrowing, platform, filter }
    const acts = () => import('./arrange.ts')
    return {
      sort: filter.sort,
      async onSort(id: string) {
        const column = all.find((one) => one.id === id)
        const { nextSort } = await acts()
        if (column) go(narrowing.hrefOf(platform, { ...filter, sort: nextSort(column, filter.sort) }))
      },
      async onArrange(names: readonly string[]) {
        const { saveColumns, withWidths } = await acts()
        saveColumns(arranged, withWidths(arranged, names), go)
      },
    }
  }, [all, filter, list, narrowing, navigate, platform, user])
  return { columns, header }
}
