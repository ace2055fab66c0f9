import type { CustomerItem } from '#contract/model/customer.ts'
import type { ViewFilter } from '#contract/model/view.ts'
import type { OfflineMarks } from '#src/data/offline/offline-marks.ts'
import type { OfflinePack } from '#src/data/offline/offline-pack.ts'
import type { ListView, Narrowing } from '#src/features/lists/public.ts'
import type { CustomerFilter } from './filter.ts'

/** The list of customers, once it was first wanted. */
export interface CustomerList {
  view: ListView<CustomerItem, CustomerFilter>
  narrowing: Narrowing<CustomerFilter>
  /** Which customers can be opened offline. */
  marks: OfflineMarks
  /** The filter as a saved view stores it. */
  current: () => ViewFilter
  /** Reads ahead; starts on the first call. */
  pack: () => Promise<OfflinePack>
}
