/** Documents of a person or of a platform's team: named, with versions. */

/** `shared` is everybody's on the platform, and managers' and above to change. */
export const SETTING_SCOPES = ['mine', 'shared'] as const
export type SettingScope = (typeof SETTING_SCOPES)[number]

interface KindFacts {
  /** The scope: one platform, or all. */
  of: 'platform' | 'user'
  canShare: boolean
  /** The fate of a value that a later writer replaces without having seen it. */
  conflict: 'copy' | 'replace'
}

/**
 * The kinds of documents. Texts are kept as a copy if two devices changed them concurrently; an order, a date or a
 * switch takes the last value.
 */
export const SETTING_KINDS = {
  keymap: { of: 'user', canShare: false, conflict: 'copy' },
  keyboard: { of: 'user', canShare: false, conflict: 'replace' },
  security: { of: 'user', canShare: false, conflict: 'replace' },
  template: { of: 'platform', canShare: true, conflict: 'copy' },
  macro: { of: 'platform', canShare: true, conflict: 'replace' },
  view: { of: 'platform', canShare: true, conflict: 'copy' },
  layout: { of: 'platform', canShare: false, conflict: 'replace' },
  columns: { of: 'user', canShare: false, conflict: 'replace' },
  snooze: { of: 'platform', canShare: false, conflict: 'replace' },
} as const satisfies Record<string, KindFacts>
export type SettingKind = keyof typeof SETTING_KINDS

/** The maximum size of a value as JSON, in characters. */
export const SETTING_MAX = 32_768
/** The maximum number of documents of a person on a platform, and of a platform's team. */
export const SETTINGS_MAX = 500

/** True if two values are the same as JSON, whatever the order of their fields. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = present(a)
  const right = present(b)
  return left.length === right.length && left.every(([key, value]) => isSameValue(value, (b as never)[key]))
}

/** JSON knows no undefined. */
const present = (value: object) => Object.entries(value).filter(([, one]) => one !== undefined)
