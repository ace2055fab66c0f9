/** Screening: the lists in force, what their versions changed, why a pair is similar, and the thresholds (ours). */
import * as z from 'zod/mini'
import { flat, noteText, oneLine, person, stamp, madeOn } from '#contract/model/common.ts'

/** One reason for the score of a hit. */
export const scorePart = z.object({
  /** The compared property: `letters`, `nickname`, `birth date same`, … */
  feature: z.string(),
  /** The party's value, if any. */
  party: z.optional(z.string()),
  /** The entry's value. */
  entry: z.optional(z.string()),
  /** The change of the score. */
  points: z.number(),
})
export type ScorePart = z.infer<typeof scorePart>

/** The values before and now, by field, of both sides. */
export const fieldChanges = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))

/** The reason why a decided hit reopens, or the change of one that stays decided. */
export const reopening = z.object({
  changed: fieldChanges,
  before: z.optional(
    z.object({
      outcome: z.string(),
      by: z.nullable(z.string()),
      at: z.nullable(z.string()),
      note: z.nullable(z.string()),
    }),
  ),
})

/** The counts of a list's file: read equals kept plus left out. */
export const listSummary = z.object({
  read: z.number(),
  kept: z.number(),
  leftOut: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** Kept entries by type. Ships and aircraft are compared with payees alone. */
  types: z.object({ individual: z.number(), entity: z.number(), vessel: z.number(), aircraft: z.number() }),
  /** Aliases that the list itself calls weak. */
  weakAliases: z.number(),
  /** People without a date of birth, and entries without a country. */
  withoutBirth: z.number(),
  withoutCountry: z.number(),
  /** Columns, elements and attributes of the file that nothing was made of, with their number. */
  unread: z.array(z.string()),
  /** How the text was decoded. */
  encoding: z.string(),
})
export type ListSummary = z.infer<typeof listSummary>

export const screeningList = z.object({
  source: z.string(),
  name: z.string(),
  version: z.number(),
  /** The beginning of the SHA-256 of its files. */
  digest: z.string(),
  entries: z.number(),
  names: z.number(),
  importedAt: stamp,
  /** Null until everybody has been compared with it. */
  screenedAt: z.nullable(stamp),
  /** Entries that cannot be used, the first of them with the reason. */
  unusable: z.object({ count: z.number(), entries: z.array(z.object({ id: z.string(), reason: z.string() })) }),
  /** Null of lists that are kept in the window, and of versions read before it was counted. */
  summary: z.nullable(listSummary),
})
export type ScreeningList = z.infer<typeof screeningList>

/** A list that the settings name and that could not be read the last time; where it was in force before it still is. */
export const brokenList = z.object({
  /** Its file or folder. */
  place: z.string(),
  /** The list that stays in force; null where there is none. */
  source: z.nullable(z.string()),
  message: z.string(),
  at: stamp,
})
export type BrokenList = z.infer<typeof brokenList>

/** Hits with an entry, on the platform of the request. */
export const touchedHits = z.object({ open: z.number(), decided: z.number() })

export const screeningChanges = z.object({
  source: z.string(),
  name: z.string(),
  version: z.number(),
  importedAt: stamp,
  /** The compared version; null for the first one, which has no entry-by-entry report. */
  before: z.nullable(z.object({ version: z.number(), importedAt: stamp })),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  /** With all changed and removed entries. */
  hits: touchedHits,
  items: z.array(
    z.object({
      entry: z.string(),
      kind: z.enum(['added', 'changed', 'removed']),
      name: z.string(),
      fields: fieldChanges,
      hits: touchedHits,
    }),
  ),
})
export type ScreeningChanges = z.infer<typeof screeningChanges>

export const screeningThreshold = z.object({
  source: z.string(),
  /** The list by its name. */
  list: z.string(),
  kind: z.enum(['individual', 'entity']),
  threshold: z.number(),
  /** Grows with every change; 0 where the usual threshold counts. */
  version: z.number(),
  /** A pending higher threshold, on whichever platform it was requested. */
  pending: z.nullable(z.object({ threshold: z.number(), by: person, at: stamp, platform: z.string() })),
})
export type ScreeningThreshold = z.infer<typeof screeningThreshold>

const wanted = {
  source: z.string().check(z.maxLength(100)),
  kind: z.enum(['individual', 'entity']),
  threshold: z.number(),
}
export const thresholdToTry = z.object(wanted)
export const thresholdToSet = z.object({
  ...wanted,
  version: madeOn,
  reason: noteText,
})

/** The maximum length of an added name, in characters. */
export const ADVERSE_NAME_MAX = 400
/** The maximum number of its aliases. */
export const ADVERSE_ALIASES_MAX = 20
const ownName = oneLine(ADVERSE_NAME_MAX)

/** A name of one's own that everybody is screened for. */
export const adverseNameToAdd = z.object({
  name: ownName,
  aliases: z.array(ownName).check(z.maxLength(ADVERSE_ALIASES_MAX)),
  kind: z.enum(['individual', 'entity']),
  /** `1970-03-14`, `1970-03` or `1970`. */
  birth: z.nullable(z.string().check(flat, z.maxLength(40))),
  /** By name or two-letter code. */
  country: z.nullable(z.string().check(flat, z.maxLength(60))),
  reason: noteText,
})
export type AdverseNameToAdd = z.infer<typeof adverseNameToAdd>

export const adverseName = z.object({
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  kind: z.enum(['individual', 'entity']),
  birth: z.nullable(z.string()),
  country: z.nullable(z.string()),
  reason: z.string(),
  addedBy: person,
  addedAt: stamp,
})
export type AdverseName = z.infer<typeof adverseName>

/** The effect of another threshold, on the platform of the request. */
export const thresholdPreview = z.object({
  /** Open hits of this list and kind, and how many of them would end. */
  open: z.number(),
  ended: z.number(),
  /** A sample of customers: the number tested, and their additional hits. */
  tried: z.number(),
  appearing: z.number(),
  /** True if it would wait for a second person. */
  waits: z.boolean(),
})
export type ThresholdPreview = z.infer<typeof thresholdPreview>
