/** Spreading cases over people: who gets which, decided before anything is written. Pure. */

export const SPREAD_WAYS = ['even', 'load', 'skill'] as const
/** `even`: equally many each. `load`: so that all have about equally much. `skill`: the same, weighed by skill. */
export type SpreadWay = (typeof SPREAD_WAYS)[number]

interface Receiver {
  id: string
  /** Open cases before anything is given, without those that are spread. */
  open: number
  /** How many more there may be given; without it there is no limit. */
  room?: number
}
interface Spreadable {
  id: string
  /** The rule it is about; null where there is none. */
  ruleId: string | null
}

/** How good somebody is at a rule, from 0 to 1: the level that was entered, or else the share of its earlier decisions. */
export type Skill = (personId: string, ruleId: string) => number

/**
 * Who gets each case, by case id; empty without receivers, and without those for whom nobody has room. Cases are given in their order, each to whoever costs least: by
 * `even` whoever got fewest, by `load` whoever has least open, by `skill` the load divided by 1 + 3 × skill, so that
 * somebody who is best at the rule carries up to four times as much before somebody else is asked.
 * Among equals it is whoever has least, then the first in the list.
 */
export function spread(
  cases: readonly Spreadable[],
  people: readonly Receiver[],
  way: SpreadWay,
  skill: Skill = () => 0,
): Map<string, string> {
  const given = new Map(people.map(({ id }) => [id, 0]))
  const loadOf = ({ id, open }: Receiver) => open + (given.get(id) ?? 0)
  const costOf = (person: Receiver, ruleId: string | null) => {
    if (way === 'even') return given.get(person.id) ?? 0
    if (way === 'load' || ruleId === null) return loadOf(person)
    return (loadOf(person) + 1) / (1 + 3 * skill(person.id, ruleId))
  }
  const result = new Map<string, string>()
  for (const { id, ruleId } of cases) {
    const [first, ...others] = people.filter((one) => (given.get(one.id) ?? 0) < (one.room ?? Infinity))
    if (!first) break
    let best = first
    for (const other of others) {
      const difference = costOf(other, ruleId) - costOf(best, ruleId)
      if (difference < 0 || (difference === 0 && loadOf(other) < loadOf(best))) best = other
    }
    given.set(best.id, (given.get(best.id) ?? 0) + 1)
    result.set(id, best.id)
  }
  return result
}
