import type { StoreApi } from 'zustand/vanilla'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import type { ViewFilter } from '#contract/model/view.ts'
import type { OfflineMarks } from '#src/data/offline/offline-marks.ts'
import type { OfflinePack } from '#src/data/offline/offline-pack.ts'
import type { ListView, Narrowing } from '#src/features/lists/public.ts'
import type { Stacks } from '#src/features/stacks/public.ts'
import type { Facts } from '#src/features/templates/public.ts'
import type { Triage } from '#src/features/triage/public.ts'
import type { AlertFilter } from './filter.ts'

/** The current alert of triage, and the similar ones decided with it. */
export interface Front {
  id: string | null
  included: readonly string[]
}

export interface AlertQueue extends ListView<AccountAlertItem, AlertFilter> {
  readonly narrowing: Narrowing<AlertFilter>
  readonly triage: Triage<AccountAlertItem>
  readonly front: StoreApi<Front>
  readonly stacks: Stacks<AccountAlertItem>
  /** Which alerts can be opened offline. */
  readonly marks: OfflineMarks
  current: () => ViewFilter
  /** The template variables of the alert under the cursor. */
  factsAtHand: () => Facts | null
  /** The other open alerts of the same customer and rule, as far as they are known here. */
  similarTo: (row: AccountAlertItem) => readonly AccountAlertItem[]
  /** Finds out about them all; what cannot be asked leaves it at what is known. */
  loadSimilar: (row: AccountAlertItem) => Promise<readonly AccountAlertItem[]>
  /** Reads ahead; starts on the first call. */
  pack: () => Promise<OfflinePack>
}
