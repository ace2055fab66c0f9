/** The parts of the window that the soak uses. */
import type { Page } from '@playwright/test'
import type { CaseDetail, CaseItem } from '#contract/model/cases/case.ts'
import type { OpDraft } from '#contract/ops/op.ts'
import type { Books } from '#tests/support/ledger.ts'

/** An operation whose taking in a client confirmed. */
export interface Taken {
  opId: string
  kind: string
  caseId: string
}

/** The sources of the invariants. */
export interface Insight {
  /** Cases as the tab shows them: what the server said last, with what is pending on it. */
  views(page: Page, ids: readonly string[]): Promise<(CaseItem | null)[]>
  details(page: Page, ids: readonly string[]): Promise<(CaseDetail | null)[]>
  /** The notes that stand on a case's screen, which is opened for it. */
  notesOnScreen(page: Page, url: string, caseId: string): Promise<string[]>
  /** Takes back the last command of the tab, where that can still be. */
  undo(page: Page): Promise<void>
  /** The user's answer to everything that is stuck, one way or another by `chance` in [0, 1). */
  answerStuck(page: Page, chance: number): Promise<number>
  /** Locks the workbench, in every tab. */
  lock(page: Page): Promise<void>
  /** The remains of a platform on the device: keys, and rows encrypted with them. */
  remains(page: Page, platform: string): Promise<string[]>
  books(page: Page, account: string): Promise<Books>
}

export interface Client {
  load(page: Page, url: string, isOffline: boolean): Promise<void>
  /** Takes operations in; answers those it confirmed as its own to deliver. */
  accept(page: Page, drafts: readonly OpDraft[]): Promise<Taken[]>
  /** How many it still has to deliver, as it says itself. */
  unsent(page: Page): Promise<number>
  /** Asks it to go on now. */
  nudge(page: Page): Promise<void>
  readonly insight: Insight
}
