/** The rules of this window: what is being written, which rule is open, and what the list is narrowed to. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Rule } from '#contract/model/rules/rule.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'
import type { Data } from '#src/data/data.ts'
import type { Fault } from '#src/data/net/faults.ts'
import type { Chosen } from '#src/data/three-way-merge.ts'
import { createDrafts, type Drafts } from '#src/data/user/drafts.ts'
import type { Draft } from '#src/features/rules/editor/draft.ts'
import type { RulesFilter } from '#src/features/rules/list/filter.ts'
import type { RuleSort } from '#src/features/rules/list/sort.ts'
import { useFeature } from '#src/features/states.ts'
import type { Risk } from './save-risk.ts'

/** The open editor. */
export interface OpenRule {
  platform: string
  /** Null for a new one. */
  id: string | null
  /** The server's state; undefined for a new one, and while loading. */
  now: Rule | undefined
}

/** The panel beside the form. */
export type Panel = 'backtest' | 'shadow'

/** A draft that is saved once a reason is given. */
export interface Saving {
  risk: Risk
  isNew: boolean
  proceed(reason: string): void
}

interface RulesView {
  opened: OpenRule | null
  isSaving: boolean
  saving: Saving | null
  /** The faults of the open draft. */
  faults: readonly Fault[]
  /** The chosen side of a merge conflict. */
  chosen: Chosen
  panel: Panel | null
  /** The backtest that was begun last, by draft. */
  backtests: Readonly<Record<string, string>>
  /** The current list's. */
  filter: RulesFilter | null
  /** The search text; typed, and so never in the address. */
  search: string
  /** The revision under the cursor is compared with the rule as it is, in place of the one before. */
  isAgainstNow: boolean
  isPreviewOpen: boolean
  sort: RuleSort
  /** The condition that has or had the focus: the indexes that lead to it. */
  conditionAt?: readonly number[]
}

export interface Rules {
  readonly store: StoreApi<RulesView>
  readonly drafts: Drafts<Draft>
  readonly list: ListState
  readonly revisions: ListState
  /** The signed-in user; empty before it is known. */
  me(): string
  /** True if the server tries a rule before it counts: on the past, and in shadow. */
  hasTrials(): boolean
  /** The server holds conditions. */
  hasConditions(): boolean
  /** True if what is done to rules waits for a second person. */
  isReviewed(): boolean
}

/** The key of a draft. */
export const draftKey = ({ platform, id }: Pick<OpenRule, 'platform' | 'id'>): string => `${platform}/${id ?? 'new'}`

export function createRules(
  { engine, user, capabilities }: Pick<Data, 'engine' | 'user' | 'capabilities'>,
  { platform, me }: Pick<Rules, 'me'> & { platform: () => string },
): Rules {
  const store = createStore<RulesView>(() => ({
    opened: null,
    isSaving: false,
    saving: null,
    faults: [],
    chosen: {},
    panel: null,
    backtests: {},
    filter: null,
    search: '',
    isAgainstNow: false,
    isPreviewOpen: true,
    sort: 'name',
  }))
  return {
    store,
    drafts: createDrafts<Draft>({ engine, user, kind: 'rule', platform }),
    list: createListState(),
    revisions: createListState(),
    me,
    hasTrials: () => capabilities().trials === true,
    hasConditions: () => capabilities().conditions === true,
    isReviewed: () => capabilities().fourEyes.includes('rules'),
  }
}

/** The rules of this window. */
export const useRules = (): Rules => useFeature('rules')
