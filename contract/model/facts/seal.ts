/** The record of the facts behind a decision. */
import { FACTS, type FactAccount } from './facts.ts'
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
  /** The account that the facts are about. */
  account: FactAccount
  asOf: string
  readAgain: string
  ruleRevision: string | null
  /** No fact that was on screen has changed. */
  isCurrent: boolean
  facts: Sealed[]
  claims?: SealedClaim[]
  /** The reason for deciding against the facts. */
  override?: string
  /** The analyst's explanation of the facts that the template omits. */
  explained?: string
  /** The procedure steps that were outstanding, and the reason for closing without them. */
  stepsPassed?: { steps: readonly string[]; reason: string }
  precedent?: SealedPrecedent
}

/** The record of a decision for which nobody read facts: an allowlist, or a call of the catalogue, which names none. */
export interface Unsealed {
  without: 'allowlist' | 'catalogue' | 'unread'
  /** Of a decision of a person: precedent is judged anyway. */
  precedent?: SealedPrecedent
}
export type Evidence = Seal | Unsealed

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
  /** The type of the alert's rule; null for a decision on the case. */
  ruleType: string | null
  /** Its disposition; null if it closes nothing open. */
  as: DecidedAs | null
}

/** An addition to the answer for a decision on an older state; else empty. */
export function staleText(evidence: Evidence | undefined): string {
  if (!evidence || 'without' in evidence) return ''
  const changed = evidence.facts.filter((fact) => fact.seen !== fact.now)
  if (changed.length === 0) return ''
  const names = changed.map(({ id }) => FACTS[id as keyof typeof FACTS]?.label ?? id)
  const told = names.slice(0, 3).join(', ')
  return ` Decided on facts as of ${evidence.asOf} UTC; changed since: ${told}${names.length > 3 ? ` and ${names.length - 3} more` : ''}.`
}
