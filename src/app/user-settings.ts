// What the user has set for themselves, on this device.
import type { UserSettings } from '#src/commands/ports.ts'

const PREFIX = 'docket.settings.'

export function createUserSettings(): UserSettings {
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  addEventListener('storage', ({ key }) => key?.startsWith(PREFIX) && tell())
  return {
    get(name) {
      const stored = localStorage.getItem(PREFIX + name)
      return stored === null ? undefined : (JSON.parse(stored) as unknown)
    },
    set(name, value) {
      localStorage.setItem(PREFIX + name, JSON.stringify(value))
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
