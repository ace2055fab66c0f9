/**
 * Claims of templates against the facts of one alert. The check is loaded after the first rows, with the table of
 * facts; until then no claim is written.
 */
import type { EvaluatedClaim } from '#contract/model/facts/claims.ts'
import type { FactSheet } from '#contract/model/facts/facts.ts'
import type { SeenFacts, Stating } from '#contract/model/facts/seen-facts.ts'
import type { Template } from '#src/features/templates/defaults.ts'

type Variables = Readonly<Record<string, string>>

/** The policy for a template whose claims the facts contradict: refuse it, or require the analyst's reason. */
export type ClaimPolicy = 'refuse' | 'ask'

/** The subject of a note: variable values, and the facts of its alert as far as this device has them. */
export interface NoteAbout {
  variables: Variables
  sheet?: FactSheet | undefined
  /** None for a decision on the whole case. */
  alertId?: string | null
  policy?: ClaimPolicy | undefined
  /** A closing as monitored returns on a day. */
  comesBack?: boolean
  /** The type of the alert's rule, whose facts a closing speaks to. */
  ruleType?: string | undefined
  /** The reason why nothing may be closed on the facts: they are not read, or too old. */
  unread?: string | null
  /** When older facts were read, as a sentence of the note. */
  age?: string | null
}

export interface Proof {
  judged: readonly EvaluatedClaim[]
  /** The words of the claims: what is supported, what is not checked. */
  text: string
  /** The requested input: evidence of an unchecked claim, the reason against the facts. */
  asks: readonly string[]
  /** The reason why it cannot be written, with and without the fact's value; null if it can. */
  against: { full: string; short: string } | null
  isContradicted: boolean
  /** The request for the reason why procedure steps are outstanding; none where none is. */
  asksSteps?: string
  /** The facts are not read: they are, before a decision. */
  isUnread?: boolean
  /** The data for the deciding operation. */
  stating: NoteStating
}

/** The claims of a decision's note, with the facts they cite. */
export type NoteStating = Stating & { facts?: SeenFacts }

/** A note as it opens. */
export interface Filled {
  text: string
  /** The open slots. */
  slots: { prompt: string; start: number; end: number }[]
  /** The template's text with proven facts, which is not editable. Empty without claims. */
  made: string
  stating?: NoteStating
  /** The slots that ask for what the template passes over on this alert. */
  asks?: readonly string[]
  /** The separate text is the reason for closing with outstanding procedure steps. */
  asksSteps?: boolean
  /** The separate text is the reason to decide against the facts. */
  isOverride?: boolean
  against: string | null
}

type Provable = Pick<Template, 'id' | 'body' | 'claims'> & Partial<Pick<Template, 'use' | 'reason'>>
export type Prove = (template: Provable, about: NoteAbout) => Proof

export type Fill = (template: Template, about: NoteAbout) => Filled

let made: { prove: Prove; fill: Fill } | null = null

/** The question of a note about outstanding procedure steps. */
export const askForSteps = (steps: readonly string[]): string => `why not done: ${steps.join('; ')}`

/** Sets the check of claims and the filling of templates; once per window. */
export function connectClaims(how: { prove: Prove; fill: Fill }): void {
  made = how
}

/** True if a template asserts anything of the facts. */
export const makesClaims = ({ body, claims }: Provable): boolean =>
  (claims?.length ?? 0) > 0 || body.includes('{{claims}}')

const NONE: Proof = { judged: [], text: '', asks: [], against: null, isContradicted: false, stating: {} }
const NOT_READY = 'templates are not loaded yet: in a moment'

const MATCH_FIRST = 'decide the sanctions match first: it closes the alert'

/** Closing without a report rests on facts. */
const closes = ({ use, reason }: Provable): boolean =>
  (use === 'resolve' || use === 'account' || use === 'no-str') && reason !== 'STR_PROCEED'

/** An alert that rests on an open match is closed by deciding the match: a template gives no reason to release it. */
const restsOnMatch = ({ use, reason }: Provable, { sheet, alertId = null }: NoteAbout): boolean =>
  (use === 'resolve' || use === 'account') &&
  // a suspicious disposition confirms the match
  reason !== 'STR_PROCEED' &&
  sheet?.facts.some((fact) => fact.id === 'alert.match' && fact.alertId === alertId) === true

export function proofOf(template: Provable, about: NoteAbout): Proof {
  if (restsOnMatch(template, about)) return { ...NONE, against: { full: MATCH_FIRST, short: MATCH_FIRST } }
  const { unread = null } = about
  if (unread !== null && closes(template)) return { ...NONE, against: { full: unread, short: unread }, isUnread: true }
  if (!makesClaims(template) && !(closes(template) && about.ruleType)) return NONE
  return made?.prove(template, about) ?? { ...NONE, against: { full: NOT_READY, short: NOT_READY } }
}

export const fillTemplate: Fill = (template, about) =>
  made?.fill(template, about) ?? { text: '', slots: [], made: '', against: NOT_READY }
