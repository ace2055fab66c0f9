/** The lists in force, ready to be asked who on them a party could be. */
import { MAX_FACT_POINTS, scoreWithFacts, type PartyFacts } from './party-facts.ts'
import type { ListEntry } from './lists/entry.ts'
import { NameIndex } from './name-index.ts'
import { inTimeSlices } from '#server/core/time-slices.ts'
import type { ScorePart } from '#contract/model/screening/screening.ts'
import { WEAK_ALIASES_DEFAULT, type WeakAliases } from '#server/policies/data-policies.ts'

/** An entry with its list. */
export interface Listed {
  source: string
  /** The list's name, as shown. */
  list: string
  entry: ListEntry
  digest: string
}

/** An entry that a party could be. */
export interface Found extends Listed {
  /** The party's name and the entry's that are similar. */
  partyName: string
  name: string
  /** True if the list calls that name of the entry weak. */
  isWeak: boolean
  score: number
  parts: ScorePart[]
}

/** From which score a pair of this list and kind is a hit. */
export type ThresholdOf = (source: string, kind: string) => number

export class Screener {
  readonly #listed: Listed[] = []
  readonly #thresholdOf: ThresholdOf
  #lowest = 1
  readonly #people: NameIndex
  readonly #companies: NameIndex
  /** Ships and aircraft. */
  readonly #vessels: NameIndex
  /** The entry and name of an index item. */
  readonly #items: { of: Listed; name: string; isWeak: boolean }[] = []

  /** `like`: a screener with the whole of the lists, where this one has a part: how rare a name is follows the whole. */
  constructor(
    listed: readonly Listed[],
    thresholdOf: ThresholdOf,
    { like, common }: { like?: Screener; common?: ReadonlySet<string> } = {},
  ) {
    this.#thresholdOf = thresholdOf
    this.#people = new NameIndex('person', like && like.#people, common)
    this.#companies = new NameIndex('company', like && like.#companies, common)
    this.#vessels = new NameIndex('vessel', like && like.#vessels, common)
    for (const each of listed) this.#add(each)
  }

  /** The same, letting others in between: tens of thousands of names take seconds. */
  static async made(listed: readonly Listed[], thresholdOf: ThresholdOf): Promise<Screener> {
    const screener = new Screener([], thresholdOf)
    await inTimeSlices(listed, (each) => screener.#add(each))
    return screener
  }

  #add(each: Listed): void {
    this.#listed.push(each)
    const index = { individual: this.#people, entity: this.#companies, vessel: this.#vessels, aircraft: this.#vessels }[
      each.entry.type
    ]
    this.#lowest = Math.min(this.#lowest, this.#thresholdOf(each.source, each.entry.type))
    for (const { name, isWeak = false } of each.entry.names)
      index.add(this.#items.push({ of: each, name, isWeak }) - 1, name)
  }

  /** Less similar names are skipped: facts cannot make them a hit. */
  get #least(): number {
    return Math.max(0.4, this.#lowest - MAX_FACT_POINTS)
  }

  get size(): number {
    return this.#people.size + this.#companies.size + this.#vessels.size
  }

  /** A part of the lists alone: what is new on them. */
  only(isWanted: (listed: Listed) => boolean): Screener {
    return new Screener(this.#listed.filter(isWanted), this.#thresholdOf, { like: this })
  }

  /**
   * The entries that the party could be, the likeliest first, each by the likest pair of names. A party of unknown kind, as
   * payees are, could be a ship too.
   */
  find(party: PartyFacts, weakAliases: WeakAliases = WEAK_ALIASES_DEFAULT): Found[] {
    const best = new Map<Listed, Found>()
    const indexes = [this.#people, this.#companies, ...(party.kind === 'any' ? [this.#vessels] : [])]
    for (const partyName of party.names) {
      for (const index of indexes) {
        const asked = index === this.#vessels ? withoutSlash(partyName) : partyName
        for (const { item, ...compared } of index.find(asked, this.#least)) {
          const named = this.#items[item]
          if (!named) continue
          const weighed = scoreWithFacts(compared, party, named.of.entry)
          if (weighed.score < this.#thresholdOf(named.of.source, named.of.entry.type)) continue
          if (weighed.score <= (best.get(named.of)?.score ?? 0)) continue
          if (named.isWeak && !countsWeak(weakAliases, weighed.parts)) continue
          if (index === this.#vessels && !isShip(partyName, named.name, compared.score)) continue
          best.set(named.of, { ...named.of, ...weighed, partyName, name: named.name, isWeak: named.isWeak })
        }
      }
    }
    return [...best.values()].toSorted((a, b) => b.score - a.score)
  }
}

/** Facts that say by themselves who somebody is. */
const SUPPORTING: ReadonlySet<string> = new Set(['birth date same', 'identifier same'])

function countsWeak(weakAliases: WeakAliases, parts: readonly ScorePart[]): boolean {
  if (weakAliases === 'supported') return parts.some(({ feature }) => SUPPORTING.has(feature))
  return weakAliases === 'alone'
}

/** The kind of a ship before its name, `M/V` or `M.T.`, as one word. */
const withoutSlash = (name: string) => name.replace(/\b([mfs])\s?[/.]\s?([vtysr])\b\.?/i, '$1$2')

/** A ship of one word has the name of many people and firms: it counts where it is the whole name. */
const isShip = (partyName: string, name: string, score: number) =>
  score === 1 || Math.min(wordsOf(withoutSlash(partyName)), wordsOf(name)) > 1
const wordsOf = (name: string) => name.trim().split(/[\s.-]+/).length
