/** A list that can be narrowed: its filter, its address, and what its filter chooses from. */
import { defaultStringifySearch } from '@tanstack/react-router'
import { splitPrivate, type Choice, type FilterKind, type Lookups } from './filter.ts'
import type { PrivateFilters } from './private-filters.ts'

/** The options of filters: the same for every list of a window. */
export interface FilterChoices {
  words: PrivateFilters
  /** Never fails: a list to choose from that cannot be loaded is empty. */
  lookups: (platform: string) => Promise<Lookups>
  /** Values of fields with too many to load, by a part of a name. */
  suggest: Readonly<Record<string, (platform: string, term: string) => Promise<readonly Choice[]>>>
}

export interface Narrowing<F> extends FilterChoices {
  kind: FilterKind<F>
  /** The address of the list through a filter. */
  hrefOf: (platform: string, filter: F) => string
}

/** `pathOf`: where the list is on a platform. */
export function createNarrowing<F extends object>(
  parts: Omit<Narrowing<F>, 'hrefOf'> & { pathOf: (platform: string) => string },
): Narrowing<F> {
  const { kind, words, pathOf } = parts
  const addressOf = filterAddress({ pathOf, words, privates: kind.privates })
  return { ...parts, hrefOf: (platform, filter) => addressOf(platform, kind.differing(filter)) }
}

interface AddressParts {
  pathOf: (platform: string) => string
  words: PrivateFilters
  privates: readonly string[]
}

/** The address of a list through what differs from its default, as a saved view keeps it. */
export function filterAddress({ pathOf, words, privates }: AddressParts): (platform: string, filter: object) => string {
  return (platform, filter) => {
    const { open, typed } = splitPrivate(filter, privates)
    const search = { ...open, ...(Object.keys(typed).length > 0 && { q: words.keep(typed, platform) }) }
    return pathOf(platform) + defaultStringifySearch(search)
  }
}
