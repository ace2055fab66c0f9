/** What the record holds of the facts that a decision rested on. */
import { FACTS } from './facts.ts'
import type { DecidedAs } from './precedent.ts'
import type { StatedPrecedent, Verdict } from './seen-facts.ts'

/** A fact in the record: its sentence is of now, and says what was seen exactly where the versions are the same. */
export interface Sealed {
  id: string
  seen: string | null
  now: string | null
  sentence: string | null
}

/** A claim of the note in the record: what was stated of it, and what the server's own facts say. */
export interface SealedClaim {
  sentence: string
  fact: string
  /** Null where the window stated nothing of it. */
  stated: Verdict | null
  now: Verdict
  /** The fact is what it was when the decision was made; where not, a verdict that differs is one of time. */
  isSame: boolean
  evidence: string | null
}

export interface Seal {
  /** Version of the sheet that was on screen, and when it was read. */
  sheet: string
  asOf: string
  readAgain: string
  ruleRevision: string | null
  /** Nothing that was on screen is otherwise now. */
  isCurrent: boolean
  facts: Sealed[]
  claims?: SealedClaim[]
  /** Why it was decided against the facts. */
  override?: string
  precedent?: SealedPrecedent
}

/** A decision against precedent in the record, or one that was asked about as such. */
export interface SealedPrecedent {
  /** What the server's own facts say against it; null where by now they agree with it. */
  sentence: string | null
  seen: StatedPrecedent['seen'] | null
  now: NonNullable<StatedPrecedent['seen']>
  /** What was known of them where it was made is so now. */
  isCurrent: boolean
  /** Null where it was not asked for one, as precedents have changed since, or a plain call has no room for it. */
  answer: string | null
}

/** The decision: on one alert of a case, on the case, or on an account alert. */
export interface Decided {
  platform: string
  caseId: string | null
  alertId: string | null
  /** How it closes what it is on; null where it closes nothing that is open. */
  as: DecidedAs | null
}

/** What the answer to a decision adds where it was made on an older state; empty otherwise. */
export function staleWords(seal: Seal | undefined): string {
  const changed = seal?.facts.filter((fact) => fact.seen !== fact.now) ?? []
  if (changed.length === 0) return ''
  const names = changed.map(({ id }) => FACTS[id as keyof typeof FACTS]?.label ?? id)
  const told = names.slice(0, 3).join(', ')
  return ` Decided on facts as of ${seal?.asOf} UTC; changed since: ${told}${names.length > 3 ? ` and ${names.length - 3} more` : ''}.`
}
