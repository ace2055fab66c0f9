/** Model configuration sets: named lists of values that rules refer to. */
import * as z from 'zod/mini'
import { COMMENT_MAX, flat, NAME_MAX, oneLine, pendingApproval, person, stamp } from './common.ts'

export const configSet = z.object({
  id: z.number(),
  platform: z.string(),
  name: z.string(),
  comment: z.string(),
  createdAt: stamp,
  updatedAt: stamp,
  value: z.array(z.string()),
  /** Counts the changes (ours). */
  version: z.optional(z.number()),
  /** The rules whose lists its values count in, those that only propose to name it too (ours). */
  rules: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
  /** A change of its values that waits for a second person (ours). */
  pending: z.optional(z.nullable(pendingApproval)),
})
export type ConfigSet = z.infer<typeof configSet>

/** The differences of a version to the previous one; the first contains everything (ours). */
export const configSetChange = z.object({
  version: z.number(),
  at: stamp,
  by: person,
  /** Null where they stayed. */
  name: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  added: z.array(z.string()),
  removed: z.array(z.string()),
})
export type ConfigSetChange = z.infer<typeof configSetChange>

/** A rule goes through all of them for every payment. */
const VALUES_MAX = 10_000

export const configSetBody = z.object({
  name: oneLine(NAME_MAX),
  value: z.array(z.string().check(flat, z.maxLength(NAME_MAX))).check(z.maxLength(VALUES_MAX)),
  comment: z.string().check(z.maxLength(COMMENT_MAX)),
  platform: z.string(),
  /** The base version of the change; 409 if there is a newer one (ours). */
  version: z.optional(z.number()),
})
export type ConfigSetBody = z.infer<typeof configSetBody>

/** Sets in the order in which they are listed: the newest id first. */
export function sortConfigSets<T extends Pick<ConfigSet, 'id'>>(sets: readonly T[]): T[] {
  return sets.toSorted((a, b) => b.id - a.id)
}
