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

const declared = new Map<HitKind, RecordKind>()

/** Declares kinds for this window. */
export function declareKinds(kinds: Partial<Record<HitKind, RecordKind>>): void {
  for (const [kind, one] of Object.entries(kinds)) declared.set(kind as HitKind, one)
}

const kindsWhere = (fits: (kind: RecordKind) => boolean): readonly HitKind[] =>
  [...declared].flatMap(([kind, one]) => (fits(one) ? [kind] : []))

export const kindsBehind = (prefix: string) => kindsWhere((kind) => kind.prefix === prefix)
/** The kinds that a search without a prefix finds. */
export const openKinds = () => kindsWhere(({ isPrefixed }) => !isPrefixed)
export const headingOf = (kind: HitKind): string => declared.get(kind)?.heading ?? kind
