/** The state of the approvals inbox with its cursor, which outlives the screen. */
import { createStore } from 'zustand/vanilla'
import type { Approval } from '#contract/model/cases/approval.ts'
import type { ApprovalKind } from '#contract/model/values.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'

/** The shown ones. */
export const SHOWN = {
  open: 'All pending',
  toApprove: 'Mine to approve',
  asked: 'Asked for by me',
  decided: 'Decided',
} as const
export type Shown = keyof typeof SHOWN

interface ApprovalsView {
  platform: string
  shown: Shown
  kind: ApprovalKind | ''
}

export const approvalsStore = createStore<ApprovalsView>(() => ({ platform: '', shown: 'open', kind: '' }))

export const approvalList: ListState = createListState()

/** True if one is shown. */
export function isShown({ kind, by, refusal }: Approval, view: Pick<ApprovalsView, 'shown' | 'kind'>, me: string) {
  if (view.kind !== '' && view.kind !== kind) return false
  if (view.shown === 'toApprove') return refusal === null
  return view.shown !== 'asked' || by.id === me
}
