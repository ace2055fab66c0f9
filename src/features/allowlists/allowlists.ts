/** The allowlists of this window: the list and its filter, and what is being written. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import type { RuleInfo } from '#contract/model/rules/rule.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'
import type { Data } from '#src/data/data.ts'
import type { Fault } from '#src/data/net/faults.ts'
import type { Chosen } from '#src/data/three-way-merge.ts'
import { createDrafts, type Drafts } from '#src/data/user/drafts.ts'
import type { Draft } from '#src/features/allowlists/editor/draft.ts'
import { useFeature } from '#src/features/states.ts'
import type { AllowlistFilter } from './filter.ts'

export const NO_FILTER: AllowlistFilter = { search: '', rule: '', customerId: '', from: '', to: '', expiry: '' }

/** The open editor, as screen or drawer. */
export interface OpenAllowlist {
  platform: string
  /** The key of its draft. */
  key: string
  /** The server's state; null for a new one. */
  saved: Allowlist | null
  /** The base version. */
  base: Draft
  /** The parameters of its rule's types. */
  types: readonly RuleInfo[]
  /** It is an earlier version, read-only. */
  isVersion: boolean
  onSaved(saved: Allowlist): void
}

type Side = 'covered' | 'versions'

interface AllowlistsView {
  opened: OpenAllowlist | null
  isSaving: boolean
  /** The server's faults of the last save. */
  faults: readonly Fault[]
  /** The chosen side of a merge conflict. */
  chosen: Chosen
  side: Side
  /** The text of the search field. */
  typed: string
  /** The filter of the list. */
  filter: AllowlistFilter
  /** Incremented with every save of this window, to rebuild the list. */
  writes: number
}

export interface Allowlists {
  readonly store: StoreApi<AllowlistsView>
  readonly drafts: Drafts<Draft>
  readonly list: ListState
}

/** The key of a draft; `id` is null for a new one. */
export const draftKey = ({ platform, id }: { platform: string; id: string | null }): string =>
  `${platform}/${id ?? 'new'}`

export function createAllowlists({ engine, user }: Pick<Data, 'engine' | 'user'>, platform: () => string): Allowlists {
  const store = createStore<AllowlistsView>(() => ({
    opened: null,
    isSaving: false,
    faults: [],
    chosen: {},
    side: 'covered',
    typed: '',
    filter: NO_FILTER,
    writes: 0,
  }))
  const drafts = createDrafts<Draft>({ engine, user, kind: 'allowlist', platform })
  return { store, drafts, list: createListState() }
}

/** The allowlists of this window. */
export const useAllowlists = (): Allowlists => useFeature('allowlists')
