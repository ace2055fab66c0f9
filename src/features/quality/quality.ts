/** The state of the page Quality, and the cursors of its lists, which outlive the screen. */
import { createStore } from 'zustand/vanilla'
import type { GoldenItem, PolicyEntry } from '#contract/model/quality/quality.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'

/** The tabs in their order; a digit leads to each. */
export const QUALITY_TABS = [
  { value: 'people', label: 'People' },
  { value: 'findings', label: 'Findings' },
  { value: 'read', label: 'Quality reviews' },
  { value: 'policy', label: 'Policy' },
] as const
export type QualityTab = (typeof QUALITY_TABS)[number]['value']

export const qualityStore = createStore<{ tab: QualityTab }>(() => ({ tab: 'people' }))

export const qualityLists: Record<QualityTab, ListState> = {
  people: createListState(),
  findings: createListState(),
  read: createListState(),
  policy: createListState(),
}

/** A rate of the policy, or an item whose answer is known. */
export type PolicyRow = { kind: 'rate'; entry: PolicyEntry } | { kind: 'golden'; item: GoldenItem }
export const policyKeyOf = (row: PolicyRow): string =>
  row.kind === 'rate' ? `rate ${row.entry.id}` : `golden ${row.item.id}`
