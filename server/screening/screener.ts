/** The lists in force, ready to be asked who on them a party could be. */
import { BROUGHT_AT_MOST, weigh, type PartyFacts } from './facts.ts'
import type { ListEntry } from './lists/entry.ts'
import { NameIndex } from './name-index.ts'
import { inTimeSlices } from '#server/core/time-slices.ts'
import type { ScorePart } from '#contract/model/screening/screening.ts'

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
  /** The entry and name of an index item. */
  readonly #items: { of: Listed; name: string }[] = []

  /** `like`: a screener with the whole of the lists, where this one has a part: how rare a name is follows the whole. */
  constructor(
    listed: readonly Listed[],
    thresholdOf: ThresholdOf,
    { like, common }: { like?: Screener; common?: ReadonlySet<string> } = {},
  ) {
    this.#thresholdOf = thresholdOf
    this.#people = new NameIndex('person', like && like.#people, common)
    this.#companies = new NameIndex('company', like && like.#companies, common)
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
    const index = { individual: this.#people, entity: this.#companies }[each.entry.type as string]
    if (!index) return
    this.#lowest = Math.min(this.#lowest, this.#thresholdOf(each.source, each.entry.type))
    for (const { name } of each.entry.names) index.add(this.#items.push({ of: each, name }) - 1, name)
  }

  /** Less similar names are skipped: facts cannot make them a hit. */
  get #least(): number {
    return Math.max(0.4, this.#lowest - BROUGHT_AT_MOST)
  }

  get size(): number {
    return this.#people.size + this.#companies.size
  }

  /** A part of the lists alone: what is new on them. */
  only(isWanted: (listed: Listed) => boolean): Screener {
    return new Screener(this.#listed.filter(isWanted), this.#thresholdOf, { like: this })
  }

  /** The entries that the party could be, the likeliest first, each by the likest pair of names. */
  find(party: PartyFacts): Found[] {
    const best = new Map<Listed, Found>()
    for (const partyName of party.names) {
      for (const index of [this.#people, this.#companies]) {
        for (const { item, ...compared } of index.find(partyName, this.#least)) {
          const named = this.#items[item]
          if (!named) continue
          const weighed = weigh(compared, party, named.of.entry)
          if (weighed.score < this.#thresholdOf(named.of.source, named.of.entry.type)) continue
          if (weighed.score <= (best.get(named.of)?.score ?? 0)) continue
          best.set(named.of, { ...named.of, ...weighed, partyName, name: named.name })
        }
      }
    }
    return [...best.values()].toSorted((a, b) => b.score - a.score)
  }
}
