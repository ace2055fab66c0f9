// The user's settings, in the store of user documents.
import type { UserSettings } from '#src/commands/ports.ts'
import type { UserStore } from '#src/data/user/user-store.ts'

/** Kinds of documents of which everybody has one. */
const NAMES = ['keymap', 'keyboard'] as const
type Name = (typeof NAMES)[number]

export function createUserSettings(store: UserStore): UserSettings {
  const all = () => NAMES.map((name) => store.get(name, '', name))
  return {
    get: (name) => store.get(name as Name, '', name),
    set: (name, value) => store.save({ scope: 'mine', kind: name as Name, platform: '', id: name }, value),
    subscribe(listener) {
      let known = all()
      return store.subscribe(() => {
        const now = all()
        const isChanged = now.some((value, index) => value !== known[index])
        known = now
        if (isChanged) listener()
      })
    },
  }
}
