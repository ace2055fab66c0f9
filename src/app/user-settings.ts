// What the user has set for themselves, in the store of their own documents.
import type { SettingKind } from '#contract/model/settings.ts'
import type { UserSettings } from '#src/commands/ports.ts'
import type { UserStore } from '#src/data/user-store.ts'

/** Names are kinds of documents of which everybody has one. */
export function createUserSettings(store: UserStore): UserSettings {
  return {
    get: (name) => store.get(name as SettingKind, '', name),
    set: (name, value) => store.save({ scope: 'mine', kind: name as SettingKind, platform: '', id: name }, value),
    subscribe: store.subscribe,
  }
}
