/**
 * Typed filter text under an opaque key: the address has the key, and the text is encrypted on this device
 * (docs/design/specification.md#words-in-addresses).
 */
import type { SnapshotStore } from '#src/data/engine-client/snapshot-store.ts'

/** Fields of a filter with what was typed in them. */
type Words = object

export interface PrivateFilters {
  /** The key of these words; the same words have the same key while the window is open. */
  keep: (words: Words, platform: string) => string
  /** The text of a key: from this window at once, else from the device; null if unknown. */
  recall: (key: string) => Words | Promise<Words | null>
}

/** Private words over the encrypted store of this device. */
export function createPrivateFilters(snapshots: SnapshotStore, now: () => number = Date.now): PrivateFilters {
  const known = new Map<string, Words>()
  return {
    keep(words, platform) {
      const same = [...known].find(([, other]) => JSON.stringify(other) === JSON.stringify(words))
      if (same) return same[0]
      const key = crypto.randomUUID()
      known.set(key, words)
      void snapshots.put(`words:${key}`, platform, words, now())
      return key
    },
    recall(key) {
      const words = known.get(key)
      if (words) return words
      return snapshots.get(`words:${key}`).then((found) => (found?.value as Words | undefined) ?? null)
    },
  }
}
