// Lists that can be narrowed, for the features that have some.
export { createCsvDownload } from './csv-download.ts'
export { dueColumn } from './look/due-column.tsx'
export { defineFilter, type Choice, type Lookups } from './filter.ts'
export {
  assignField,
  choice,
  choicesOf,
  columnsField,
  countries,
  customerFields,
  days,
  dueField,
  foldField,
  LEVEL_CHOICES,
  matching,
  oneOf,
  range,
  search,
  several,
  TYPE_CHOICES,
  typed,
  text,
} from './filter-fields.ts'
export { filterCommands } from './filter-commands.ts'
export { frameCommands } from './frame-commands.ts'
export { ListScreen } from './frame/list-screen.tsx'
export { FilterChip } from './filter-chip.tsx'
export { keepOfflineCommand } from './keep-offline-command.ts'
export { focusListSearch, ListSearch } from './list-search.tsx'
export { createListView, idAtRead, orderOf, type ListView, type Open } from './list-view.ts'
export { createNarrowing, filterAddress, type FilterChoices, type Narrowing } from './filter-control.ts'
export { lookCommands } from './look/look-commands.ts'
export { bySort, chosenColumns } from './look/look.ts'
export { neighbourCommands, openNeighbour } from './neighbour.ts'
export { nextRows } from './next-rows.ts'
export { defineReadList, type ReadList } from './read-list.ts'
export { refreshCommand } from './refresh-command.ts'
export { createPrivateFilters } from './private-filters.ts'
export { riskColumn } from './look/risk-column.ts'
export { searchCommand } from './search-command.ts'
export { quickFilterCommands } from './frame/quick-filter-commands.ts'
export { rowCommands } from './row-commands.ts'
export { PageFrame } from './frame/page-frame.tsx'
export { PageRows, type PageRowsProps } from './frame/page-rows.tsx'
export { SourceList } from './frame/source-list.tsx'
export { LoadError } from './frame/load-error.tsx'
export { useLook } from './look/use-look.ts'
export { whenLoaded } from './when-loaded.ts'
export { useDebouncedCursor } from './use-debounced-cursor.ts'
export { type FilterArea } from './filter-commands.ts'
export { type FilteredListNames } from './frame/filtered-list-names.ts'
