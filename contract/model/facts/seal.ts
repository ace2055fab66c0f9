/** The record of the facts behind a decision. */
import { FACTS } from './facts.ts'
import type { DecidedAs } from './precedent.ts'
import type { StatedPrecedent, Verdict } from './seen-facts.ts'

/** A fact in the record: its current sentence, which is what was seen exactly if the versions are equal. */
export interface Sealed {
  id: string
  seen: string | null
  now: string | null
  sentence: string | null
}

/** A claim in the record: its stated result, and the result on the server's own facts. */
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
  /** No fact that was on screen has changed. */
  isCurrent: boolean
  facts: Sealed[]
  claims?: SealedClaim[]
  /** The reason for deciding against the facts. */
  override?: string
  precedent?: SealedPrecedent
}

/** A decision against precedent in the record, or one that was asked about as such. */
export interface SealedPrecedent {
  /** The precedent against it on the server's own facts; null if they agree with it by now. */
  sentence: string | null
  seen: StatedPrecedent['seen'] | null
  now: NonNullable<StatedPrecedent['seen']>
  /** The precedents known in the window are current. */
  isCurrent: boolean
  /** Null if none was requested, since precedents have changed since, or a catalogue call has no field for it. */
  answer: string | null
}

/** The decision: on one alert of a case, on the case, or on an account alert. */
export interface Decided {
  platform: string
  caseId: string | null
  alertId: string | null
  /** Its disposition; null if it closes nothing open. */
  as: DecidedAs | null
}

/** An addition to the answer for a decision on an older state; else empty. */
export function staleWords(seal: Seal | undefined): string {
  const changed = seal?.facts.filter((fact) => fact.seen !== fact.now) ?? []
  if (changed.length === 0) return ''
  const names = changed.map(({ id }) => FACTS[id as keyof typeof FACTS]?.label ?? id)
  const told = names.slice(0, 3).join(', ')
  return ` Decided on facts as of ${seal?.asOf} UTC; changed since: ${told}${names.length > 3 ? ` and ${names.length - 3} more` : ''}.`
}
