/** Other libraries in the place of the palette's finder, over the same titles and keywords. */
import uFuzzy from '@leeoniya/ufuzzy'
import Fuse from 'fuse.js'
import { createCommandFinder, type CommandFinder, type Entry } from '#src/commands/palette/find-commands.ts'
import { fold } from '#src/commands/palette/rank.ts'

type Make = (commands: readonly Entry['command'][]) => CommandFinder

/** Titles and keywords as strings, each with its entry; of the same order for the same entries. */
const stringsOf = <E extends Entry>(entries: readonly E[]) =>
  entries.flatMap((entry) => [entry.title, ...entry.command.keywords].map((text) => ({ entry, text: fold(text) })))

/** Terms in any order with one error each, in the library's own order. */
const withUFuzzy: Make = () => {
  const matcher = new uFuzzy({ intraMode: 1 })
  return {
    find(entries, query) {
      const strings = stringsOf(entries.toSorted((a, b) => b.bonus - a.bonus))
      const texts = strings.map(({ text }) => text)
      const [found, , order] = matcher.search(texts, fold(query), 4, 1e5)
      const at = order && found ? order.map((index) => found[index]!) : (found ?? [])
      return { found: [...new Set(at.map((index) => strings[index]!.entry))], how: 'match' }
    },
  }
}

/** Its score with what the palette adds for the place. */
const withFuse: Make = () => ({
  find(entries, query) {
    const keys = [
      { name: 'title', weight: 2 },
      { name: 'command.keywords', weight: 1 },
    ]
    const fuse = new Fuse(entries, { keys, includeScore: true, ignoreLocation: true, threshold: 0.4 })
    const rated = fuse.search(fold(query)).map(({ item, score = 1 }) => ({ item, score: 1 - score + item.bonus }))
    return { found: rated.toSorted((a, b) => b.score - a.score).map(({ item }) => item), how: 'match' }
  },
})

/** The palette's own. */
export const KEPT = 'minisearch'
export const MATCHERS: Readonly<Record<string, Make>> = {
  [KEPT]: createCommandFinder,
  uFuzzy: withUFuzzy,
  'fuse.js': withFuse,
}
