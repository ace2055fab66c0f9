/** The model settings of this window: what is being written, and which of them is open. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ConfigSet } from '#contract/model/config-set.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'
import type { Data } from '#src/data/data.ts'
import type { Fault } from '#src/data/net/faults.ts'
import type { Chosen } from '#src/data/three-way-merge.ts'
import { createDrafts, type Drafts } from '#src/data/user/drafts.ts'
import { useFeature } from '#src/features/states.ts'
import type { SettingDraft } from './draft.ts'

/** The open editor. */
export interface OpenSetting {
  platform: string
  /** Null for a new one. */
  id: string | null
  /** The server's state; null for a new one, and while loading. */
  base: ConfigSet | null
}

interface ModelSettingsView {
  opened: OpenSetting | null
  isSaving: boolean
  /** The server's faults of the last save. */
  faults: readonly Fault[]
  /** The chosen side of a merge conflict. */
  chosen: Chosen
  /** The filter of the list. */
  search: string
}

export interface ModelSettings {
  readonly store: StoreApi<ModelSettingsView>
  readonly drafts: Drafts<SettingDraft>
  readonly list: ListState
}

/** The key of a draft. */
export const draftKey = ({ platform, id }: Pick<OpenSetting, 'platform' | 'id'>): string => `${platform}/${id ?? 'new'}`

export function createModelSettings(
  { engine, user }: Pick<Data, 'engine' | 'user'>,
  platform: () => string,
): ModelSettings {
  const store = createStore<ModelSettingsView>(() => ({
    opened: null,
    isSaving: false,
    faults: [],
    chosen: {},
    search: '',
  }))
  const drafts = createDrafts<SettingDraft>({ engine, user, kind: 'model setting', platform })
  return { store, drafts, list: createListState() }
}

/** The model settings of this window. */
export const useModelSettings = (): ModelSettings => useFeature('modelSettings')
