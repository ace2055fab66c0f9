import type { CustomerItem } from '#contract/model/customer.ts'
import type { ViewFilter } from '#contract/model/view.ts'
import type { OfflineMarks } from '#src/data/offline/offline-marks.ts'
import type { OfflinePack } from '#src/data/offline/read-ahead-plan.ts'
import type { ListView, Narrowing } from '#src/features/lists/public.ts'
import type { CustomerFilter } from './filter.ts'

/** The list of customers, once it was first wanted. */
export interface CustomerList {
  view: ListView<CustomerItem, CustomerFilter>
  narrowing: Narrowing<CustomerFilter>
  /** Who can be opened without a network. */
  marks: OfflineMarks
  /** What it is narrowed to, as a saved view keeps it. */
  current: () => ViewFilter
  /** What reads ahead; begins with the first time it is asked for. */
  pack: () => Promise<OfflinePack>
}
