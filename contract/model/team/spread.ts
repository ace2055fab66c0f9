/** Spreading cases over people: who gets which, decided before anything is written. Pure. */

export const SPREAD_WAYS = ['even', 'load', 'skill'] as const
/** `even`: equally many each. `load`: so that all have about equally much. `skill`: the same, weighed by skill. */
export type SpreadWay = (typeof SPREAD_WAYS)[number]

interface Receiver {
  id: string
  /** Open cases before the distribution, without the distributed ones. */
  open: number
  /** The maximum of additional cases; no limit without it. */
  room?: number
}
interface Spreadable {
  id: string
  /** The rule that the case was raised by; null without one. */
  ruleId: string | null
}

/** True if a person may have what is distributed, by their ids. */
type May = (personId: string, id: string) => boolean

/** A person's skill on a rule, from 0 to 1: the entered level, else the share of earlier decisions. */
export type Skill = (personId: string, ruleId: string) => number

/**
 * The receiver of each case, by case id; without cases that exceed everybody's capacity or that nobody may have.
 * Cases are assigned in order, each at the least cost: `even` by fewest received, `load` by least open work, `skill` by
 * the load divided by 1 + 3 × skill, so that the most skilled person takes up to four times as much. Ties go to the
 * lower load, then to the first in the list.
 */
export function spread(
  cases: readonly Spreadable[],
  people: readonly Receiver[],
  way: SpreadWay,
  { skill = () => 0, may = () => true }: { skill?: Skill | undefined; may?: May } = {},
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
    const [first, ...others] = people.filter(
      (one) => (given.get(one.id) ?? 0) < (one.room ?? Infinity) && may(one.id, id),
    )
    if (!first) continue
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
