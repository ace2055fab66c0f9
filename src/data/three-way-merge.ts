/** Two people changed one thing: what each did, place by place, and one out of both. Pure. */
import { differencesOf } from '#contract/model/rules/difference.ts'

/** Which side wins at a path that both changed. */
export type MergeSide = 'theirs' | 'yours'
export type Chosen = Readonly<Record<string, MergeSide>>

export interface MergeConflict {
  place: string
  before: unknown
  theirs: unknown
  yours: unknown
  /** Only they changed it, only you did, or both: then it has to be chosen. */
  by: 'them' | 'you' | 'both'
}

const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}.`)
const overlap = (a: string, b: string) => isWithin(a, b) || isWithin(b, a)

/** Every place in which either side differs from what both began on; of places in each other the outer one. */
export function mergeConflictsOf(base: object, theirs: object, yours: object): MergeConflict[] {
  const [they, you] = [theirs, yours].map((side) => differencesOf(base, side).map(({ place }) => place))
  const every = [...new Set([...they!, ...you!])]
  const outer = every.filter((place) => !every.some((other) => other !== place && isWithin(place, other)))
  return outer.map((place) => {
    const [byThem, byYou] = [they, you].map((all) => all!.some((one) => overlap(one, place)))
    const values = { before: at(base, place), theirs: at(theirs, place), yours: at(yours, place) }
    const isAgreed = differencesOf(values.theirs, values.yours).length === 0
    return { place, ...values, by: byThem && byYou && !isAgreed ? 'both' : byThem ? 'them' : 'you' }
  })
}

/** Theirs with what you changed on it; where both did, whose was chosen, and yours where nothing was. */
export function mergedInto<C extends object>(theirs: C, contests: readonly MergeConflict[], chosen: Chosen): C {
  return contests.reduce<C>((all, { place, by, yours }) => {
    const isYours = by === 'you' || (by === 'both' && chosen[place] !== 'theirs')
    return isYours ? (put(all, place.split('.'), yours) as C) : all
  }, theirs)
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function at(content: object, place: string): unknown {
  let value: unknown = content
  for (const name of place.split('.')) value = isMap(value) ? value[name] : undefined
  return value
}

function put(value: unknown, [name, ...rest]: readonly string[], next: unknown): unknown {
  if (name === undefined) return next
  const { [name]: inner, ...others } = isMap(value) ? value : {}
  const made = put(inner, rest, next)
  return made === undefined ? others : { ...others, [name]: made }
}
