/** Usage by frequency and recency: a count with a half-life of five days. */
import type { FrecencyEntry, FrecencyPort } from '#src/commands/ports.ts'

const halfLife = 5 * 24 * 3600 * 1000

export const decayed = ({ score, at }: FrecencyEntry, now: number) => score * 0.5 ** (Math.max(0, now - at) / halfLife)

export interface Frecency {
  /** The weight of a key, more if it was used in this context. */
  weight(key: string, context?: string): number
  use(key: string, context?: string): void
  /** Of the keys with a prefix, the remainder of the last used ones, latest first. */
  latest(prefix: string, count: number): readonly string[]
}

const contextWeight = 2
const inContext = (key: string, context: string) => `${key}@${context}`

export function createFrecency(port: FrecencyPort, now: () => number): Frecency {
  const entries = new Map<string, FrecencyEntry>()
  const at = (key: string) => {
    const entry = entries.get(key)
    return entry ? decayed(entry, now()) : 0
  }
  const bump = (key: string) => {
    const entry = { score: at(key) + 1, at: now() }
    entries.set(key, entry)
    port.put(key, entry)
  }
  // uses from before the history was loaded are added
  void port.get().then((stored) => {
    for (const [key, entry] of Object.entries(stored)) {
      const before = entries.get(key)
      const sum = before ? { score: decayed(entry, before.at) + before.score, at: before.at } : entry
      entries.set(key, sum)
    }
    return entries
  })
  return {
    weight: (key, context) => at(key) + (context ? contextWeight * at(inContext(key, context)) : 0),
    latest: (prefix, count) =>
      [...entries]
        .filter(([key]) => key.startsWith(prefix))
        .toSorted(([, a], [, b]) => b.at - a.at)
        .slice(0, count)
        .map(([key]) => key.slice(prefix.length)),
    use(key, context) {
      bump(key)
      if (context) bump(inContext(key, context))
    },
  }
}
