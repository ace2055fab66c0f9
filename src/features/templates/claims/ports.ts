/**
 * What a template asserts, against the facts of one alert. The judging comes after the first rows, with the table of facts;
 * until then nothing that makes claims is written.
 */
import type { JudgedClaim } from '#contract/model/facts/claims.ts'
import type { FactSheet } from '#contract/model/facts/facts.ts'
import type { SeenFacts, Stating } from '#contract/model/facts/seen-facts.ts'
import type { Template } from '#src/features/templates/defaults.ts'

type Variables = Readonly<Record<string, string>>

/** The policy for a template whose claims the facts contradict: refuse it, or require the analyst's reason. */
export type ClaimPolicy = 'refuse' | 'ask'

/** What a note is about: what variables stand for, and the facts of its alert as far as they are on this device. */
export interface NoteAbout {
  variables: Variables
  sheet?: FactSheet | undefined
  /** None for a decision on the whole case. */
  alertId?: string | null
  policy?: ClaimPolicy | undefined
}

export interface Proof {
  judged: readonly JudgedClaim[]
  /** The words of the claims: what is supported, what is not checked. */
  text: string
  /** What the analyst is asked for: what shows a claim that is not checked, why it is written against the facts. */
  asks: readonly string[]
  /** Why it cannot be written, with what the fact says, and without; null where it can. */
  against: { full: string; short: string } | null
  isContradicted: boolean
  /** What the operation that decides carries of it. */
  stating: NoteStating
}

/** What a decision carries of the claims its note makes, and of the facts they cite. */
export type NoteStating = Stating & { facts?: SeenFacts }

/** A note as it opens. */
export interface Filled {
  text: string
  /** Where words are missing. */
  slots: { prompt: string; start: number; end: number }[]
  /** What the template says and the facts prove: it is not written on. Empty where the template makes no claims. */
  made: string
  stating?: NoteStating
  /** What is written apart from that is the reason to decide against the facts. */
  isOverride?: boolean
  against: string | null
}

type Provable = Pick<Template, 'id' | 'body' | 'claims'> & Partial<Pick<Template, 'use' | 'reason'>>
export type Prove = (template: Provable, about: NoteAbout) => Proof

export type Fill = (template: Template, about: NoteAbout) => Filled

let made: { prove: Prove; fill: Fill } | null = null

/** Says how claims are judged and templates filled; once for the window. */
export function judgeWith(how: { prove: Prove; fill: Fill }): void {
  made = how
}

/** Whether a template asserts anything of the facts. */
export const makesClaims = ({ body, claims }: Provable): boolean =>
  (claims?.length ?? 0) > 0 || body.includes('{{claims}}')

const NONE: Proof = { judged: [], text: '', asks: [], against: null, isContradicted: false, stating: {} }
const NOT_READY = 'templates are not loaded yet: in a moment'

const MATCH_FIRST = 'decide the sanctions match first: it closes the alert'

/** An alert that rests on an open match is closed by deciding the match: a template gives no reason to release it. */
const restsOnMatch = ({ use, reason }: Provable, { sheet, alertId = null }: NoteAbout): boolean =>
  (use === 'resolve' || use === 'account') &&
  // as suspicious it takes the match for true
  reason !== 'STR_PROCEED' &&
  sheet?.facts.some((fact) => fact.id === 'alert.match' && fact.alertId === alertId) === true

export function proofOf(template: Provable, about: NoteAbout): Proof {
  if (restsOnMatch(template, about)) return { ...NONE, against: { full: MATCH_FIRST, short: MATCH_FIRST } }
  if (!makesClaims(template)) return NONE
  return made?.prove(template, about) ?? { ...NONE, against: { full: NOT_READY, short: NOT_READY } }
}

export const fillTemplate: Fill = (template, about) =>
  made?.fill(template, about) ?? { text: '', slots: [], made: '', against: NOT_READY }
