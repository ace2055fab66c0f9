/** Lists that only the server changes, one a window: created with its first use, and there as long as the window is. */
import type { Data } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import type { FilterKind } from './filter.ts'
import { createNarrowing, type FilterChoices, type Narrowing } from './filter-control.ts'
import { createListView, type ListView } from './list-view.ts'

export interface ReadList<Row, F> {
  view: ListView<Row, F>
  narrowing: Narrowing<F>
}

interface ReadListInit<Row, F> {
  filter: FilterKind<F>
  /** Below the platform's address: `contracts/`. */
  path: string
  /** The rows of a platform through a filter. */
  open: (data: Data, platform: string, filter: F) => RowSource<Row>
  /** Further filter options, beyond those of all lists. */
  choose?: (choices: FilterChoices) => FilterChoices
}

/** Creates a window's list; `choices` are its filter options. */
export function defineReadList<Row, F extends object>(init: ReadListInit<Row, F>) {
  const { filter: kind, path, open, choose = (choices) => choices } = init
  const lists = new WeakMap<Data, ReadList<Row, F>>()
  return (data: Data, choices: FilterChoices): ReadList<Row, F> => {
    const list = lists.get(data) ?? {
      view: createListView(kind.defaults, (platform, filter: F) => open(data, platform, filter)),
      narrowing: createNarrowing({
        ...choose(choices),
        kind,
        pathOf: (platform) => `/admin/${encodeURIComponent(platform)}/${path}`,
      }),
    }
    lists.set(data, list)
    return list
  }
}
