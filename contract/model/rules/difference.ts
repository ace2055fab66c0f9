/** Differences between two states of an object, path by path: for conflicts, proposals and histories. */
import * as z from 'zod/mini'
import { isSameValue } from '#contract/model/settings.ts'

/** A place is a path of names joined by dots; what is not there is left out. Lists and conditions are compared whole. */
export const difference = z.object({
  place: z.string(),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
})
export type Difference = z.infer<typeof difference>

/** Expressions: half of one and half of another is none. */
const WHOLE = 'options.conditions'

/** Every place in which two states differ, in the order of the first and then of what is only in the second. */
export function differencesOf(before: unknown, after: unknown, place = ''): Difference[] {
  if (isSameValue(before, after)) return []
  if (!isMap(before) || !isMap(after) || place === WHOLE) {
    return [{ place, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }]
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) =>
    differencesOf(before[name], after[name], place === '' ? name : `${place}.${name}`),
  )
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
