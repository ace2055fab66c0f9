/** Pieces that several calls share. */
import * as z from 'zod/mini'
import { APPROVAL_KINDS } from './values.ts'

/** A moment as the back office writes it: UTC, to the second. */
export const stamp = z.object({ date: z.string(), timezone: z.string() })
export type Stamp = z.infer<typeof stamp>

/** `YYYY-MM-DD HH:mm:ss` in UTC. */
export function toStamp(at: Date): Stamp {
  return { date: at.toISOString().slice(0, 19).replace('T', ' '), timezone: 'UTC' }
}

/** Milliseconds since the epoch; NaN where the text is not a date. */
export function fromStamp(value: Stamp): number {
  return Date.parse(`${value.date.replace(' ', 'T')}Z`)
}

/** A staff member, as shown beside work. */
export const person = z.object({ id: z.string(), name: z.string() })
export type Person = z.infer<typeof person>

/** On a row: what of it waits for a second person. */
export const pendingApproval = z.object({ id: z.string(), kind: z.enum(APPROVAL_KINDS), by: person, at: stamp })
export type PendingApproval = z.infer<typeof pendingApproval>

/** Approver, time and note, on revisions, versions and decisions. */
export const approvedBy = z.object({ by: person, at: stamp, note: z.nullable(z.string()) })
export type ApprovedBy = z.infer<typeof approvedBy>

export const flag = z.union([z.literal(0), z.literal(1)])
/** A flag in a query string. */
export const queryFlag = z.optional(z.enum(['0', '1']))
export const list = z.optional(z.array(z.string()))
export const text = z.optional(z.string())
/** First and last of a range, either of which may be empty: see `readDates`. */
export const dates = z.optional(z.array(z.string()).check(z.length(2)))
/** Least and most, either of which may be empty, both included: see `readRange`. */
export const range = z.optional(z.array(z.string()).check(z.length(2)))
/** A maximum for which the largest page number times it is still a safe integer. */
const PAGES_MAX = 100_000_000
export const pageNumber = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGES_MAX)))
export const pageSize = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000_000)))

/** A page of a list. `capped` means that `total` is a lower bound (ours; absent on a catalogue-only server). */
export function page<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), total: z.number(), capped: z.optional(z.boolean()) })
}

/** The reply of a write: the object's current state. `version` is ours. */
export const done = z.object({
  message: z.string(),
  version: z.optional(z.number()),
  /** It was kept for a second person, and nothing is other than it was (ours). */
  pending: z.optional(z.boolean()),
})

/** The maximum of a list without pages, latest first; a screen at this length says that there may be more. */
export const LISTED_MAX = 500

/** The maximum length of names, and of descriptions. */
export const NAME_MAX = 200
export const COMMENT_MAX = 4000

/** A text on one line: control characters and ends of lines become spaces. */
export const flatText = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** Flattens a text to one line. */
export const flat = z.overwrite(flatText)

/** A text of one line, such as a name, a title or a subject: not blank, of at most this many characters. */
export const oneLine = (max: number) => z.string().check(flat, z.trim(), z.minLength(1), z.maxLength(max))

/** A note's text: something that is not blank, at most 20,000 characters (the narrative's limit of FinCEN form 111). */
export const noteText = z.string().check(z.trim(), z.minLength(1), z.maxLength(20_000))

/** Everything that is refused comes as this (RFC 9457), with a message fit to be shown. */
export const problem = z.object({
  status: z.number(),
  title: z.string(),
  message: z.string(),
  /** The state that stood in the way, for 409 and 412. */
  current: z.optional(z.unknown()),
  code: z.optional(z.string()),
})
export type Problem = z.infer<typeof problem>

/** The version that a change was made on: another one in the meantime is refused. No row is changed more often than that. */
export const madeOn = z.number().check(z.int(), z.minimum(0), z.maximum(2 ** 31 - 1))
