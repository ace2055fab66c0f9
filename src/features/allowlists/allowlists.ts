/** The allowlists of this window: the list and its filter, and what is being written. */
import { createContext, use } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Allowlist, AllowlistExpiry } from '#contract/model/rules/allowlist.ts'
import type { RuleInfo } from '#contract/model/rules/rule.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'
import type { Data } from '#src/data/data.ts'
import type { Fault } from '#src/data/net/faults.ts'
import type { Chosen } from '#src/data/three-way-merge.ts'
import { createDrafts, type Drafts } from '#src/data/user/drafts.ts'
import type { Draft } from '#src/features/allowlists/editor/draft.ts'

/** Empty where it does not narrow. */
export interface AllowlistFilter {
  /** What was typed: it stays in this window, since it may be a name (docs/design/specification.md#words-in-addresses). The others stand in the address. */
  search: string
  /** A rule's id. */
  rule: string
  customerId: string
  /** Days between which the period has to lie, at least in part. */
  from: string
  to: string
  /** How long it still holds. */
  expiry: AllowlistExpiry | ''
}

export const NO_FILTER: AllowlistFilter = { search: '', rule: '', customerId: '', from: '', to: '', expiry: '' }

/** The editor in front, in its screen or in the drawer. */
export interface OpenAllowlist {
  platform: string
  /** Under what name its draft is kept. */
  key: string
  /** As the server has it; null for a new one. */
  saved: Allowlist | null
  /** What it was begun on. */
  base: Draft
  /** What the rule types of its rule take. */
  types: readonly RuleInfo[]
  /** It is a version to be read. */
  isVersion: boolean
  onSaved(saved: Allowlist): void
}

type Side = 'covered' | 'versions'

interface AllowlistsView {
  opened: OpenAllowlist | null
  isSaving: boolean
  /** What the server had against saving it. */
  faults: readonly Fault[]
  /** Whose stands, where two people changed the same place. */
  chosen: Chosen
  side: Side
  /** What is typed into the search. */
  typed: string
  /** What the list is narrowed to. */
  filter: AllowlistFilter
  /** Grows with every write of this window: the list is made anew. */
  writes: number
}

export interface Allowlists {
  readonly store: StoreApi<AllowlistsView>
  readonly drafts: Drafts<Draft>
  readonly list: ListState
}

/** Under what name a draft is kept; `id` is null for a new one. */
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

const Context = createContext<Allowlists | null>(null)

/** Hands the allowlists down to their screens. */
export const AllowlistsProvider = Context.Provider

/** The allowlists of this window. Throws outside its provider. */
export function useAllowlists(): Allowlists {
  const allowlists = use(Context)
  if (!allowlists) throw new Error('useAllowlists outside AllowlistsProvider')
  return allowlists
}
