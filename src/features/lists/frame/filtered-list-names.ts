/** The names of the commands that every filtered list has. */
export type FilteredListNames =
  | 'addFilter'
  | 'clearFilter'
  | 'closePreview'
  | 'keepSelection'
  | 'preview'
  | 'removeFilter'
  | 'search'
  | 'showNew'
