/** The kinds of records that the palette finds, as their owners declare them. */
import type { HitKind } from '#src/commands/names.ts'

export interface RecordKind {
  /** Above its results: "Customers". */
  heading: string
  /** The character that limits a search to the kinds that share it. */
  prefix: string
  /** Searched behind its prefix alone. */
  isPrefixed?: boolean
}

const declared: Partial<Record<HitKind, RecordKind>> = {}

/** Declares kinds for this window. */
export const declareKinds = (kinds: Partial<Record<HitKind, RecordKind>> | undefined): void =>
  void Object.assign(declared, kinds)

/** The kinds behind a prefix; without one, those that a search finds by itself. */
export const kindsBehind = (prefix?: string): readonly HitKind[] =>
  (Object.keys(declared) as HitKind[]).filter((kind) =>
    prefix === undefined ? !declared[kind]?.isPrefixed : declared[kind]?.prefix === prefix,
  )

export const headingOf = (kind: HitKind): string => declared[kind]?.heading ?? kind
