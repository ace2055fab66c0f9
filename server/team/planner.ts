/** Who would get what: the one definition behind spreading by hand and auto-assignment. */
import type { WorkQueue } from '#contract/model/values.ts'
import type { Person } from '#contract/model/common.ts'
import { exclusionFrom, type Exclusion } from '#contract/model/team/exclusion.ts'
import { spread, type SpreadWay } from '#contract/model/team/spread.ts'
import type { PlannedReceiver } from '#contract/model/team/team.ts'
import type { Db } from '#server/store/sql.ts'
import { skillsOf } from './skills.ts'

/** A case or an account alert that is given to somebody. */
export interface Work {
  id: string
  from: Person | null
  rule_id: string | null
  customer_id: string
  rule_types: string[]
}

export interface Receiver {
  person: Person
  /** Open work of the queue. */
  open: number
  exclusions: readonly Exclusion[]
}

export interface PlannedAssignment<W extends Work> {
  work: W
  to: Person
}

interface About {
  platform: string
  queue: WorkQueue
  now: Date
  way: SpreadWay
  /** The most that may be open with a person; without it there is no limit. */
  most?: number
}

/** Gives work to people in its order; what they have already, and what finds nobody, is left out. */
export async function planWork<W extends Work>(
  db: Db,
  works: readonly W[],
  receivers: readonly Receiver[],
  { platform, queue, now, way, most }: About,
): Promise<{ given: PlannedAssignment<W>[]; receivers: PlannedReceiver[]; excluded: number }> {
  const ids = receivers.map(({ person }) => person.id)
  const skills = way === 'skill' ? await skillsOf(db, { platform, now, people: ids }) : undefined
  const heldOf = (id: string) => works.filter(({ from }) => from?.id === id).length
  const people = receivers.map(({ person, open }) => ({
    id: person.id,
    open: open - heldOf(person.id),
    ...(most !== undefined && { room: Math.max(0, most - open) }),
  }))
  const spreadable = works.map(({ id, rule_id: ruleId }) => ({ id, ruleId }))
  const workOf = new Map(works.map((work) => [work.id, work]))
  const exclusionsOf = new Map(receivers.map(({ person, exclusions }) => [person.id, exclusions]))
  const may = (personId: string, workId: string) => {
    const work = workOf.get(workId)
    if (!work) return false
    const dealt = { queue, customerId: work.customer_id, ruleTypes: work.rule_types }
    return exclusionFrom(exclusionsOf.get(personId) ?? [], dealt) === undefined
  }
  const toOf = spread(spreadable, people, way, { skill: skills?.of, may })
  const personOfId = new Map(receivers.map(({ person }) => [person.id, person]))
  const given = works.flatMap((work): PlannedAssignment<W>[] => {
    const to = personOfId.get(toOf.get(work.id) ?? '')
    return to && to.id !== work.from?.id ? [{ work, to }] : []
  })
  const basisOf = ({ work, to }: PlannedAssignment<W>) =>
    work.rule_id === null ? null : (skills?.basisOf(to.id, work.rule_id) ?? null)
  const excluded = works.filter(({ id }) => ids.every((personId) => !may(personId, id))).length
  return { given, receivers: receivers.map((receiver) => plannedOf(receiver, given, basisOf)), excluded }
}

function plannedOf<W extends Work>(
  { person, open }: Receiver,
  given: readonly PlannedAssignment<W>[],
  basisOf: (one: PlannedAssignment<W>) => 'entered' | 'practice' | null,
): PlannedReceiver {
  const gets = given.filter(({ to }) => to.id === person.id)
  const loses = given.filter(({ work }) => work.from?.id === person.id).length
  const sources = new Map<string, { person: Person | null; count: number }>()
  const bySkill = { entered: 0, practice: 0 }
  for (const one of gets) {
    const { from } = one.work
    const source = sources.get(from?.id ?? '') ?? { person: from, count: 0 }
    sources.set(from?.id ?? '', { ...source, count: source.count + 1 })
    const basis = basisOf(one)
    if (basis) bySkill[basis] += 1
  }
  const from = [...sources.values()].toSorted((a, b) => b.count - a.count)
  return { person, before: open, after: open - loses + gets.length, gets: gets.length, from, bySkill }
}
