/** Reasons for a decision on a sanctions hit, each bound to what the screening compared. Pure. */
import type { SanctionMatch } from '#contract/model/customer.ts'
import type { ScorePart } from '#contract/model/screening/screening.ts'
import { whyNotDecide } from '#contract/model/screening/sanctions.ts'
import type { Role, SanctionOutcome } from '#contract/model/values.ts'
import { humanise } from '#src/format/label.ts'

export interface Disposition {
  id: string
  title: string
  outcome: SanctionOutcome
  /** The feature of the score that it rests on; without one the reason is for the analyst to write. */
  feature?: string
  /** The difference or agreement, as the note states it. */
  fact?: string
}

const DISPOSITIONS: readonly Disposition[] = [
  {
    id: 'birth-date',
    title: 'False match: date of birth differs',
    outcome: 'false_positive',
    feature: 'birth date other',
    fact: 'Date of birth differs',
  },
  {
    id: 'country',
    title: 'False match: country differs',
    outcome: 'false_positive',
    feature: 'country other',
    fact: 'Country differs',
  },
  {
    id: 'gender',
    title: 'False match: gender differs',
    outcome: 'false_positive',
    feature: 'gender other',
    fact: 'Gender differs',
  },
  {
    id: 'kind',
    title: 'False match: person and organisation',
    outcome: 'false_positive',
    feature: 'other kind',
    fact: 'One is a person, the other an organisation',
  },
  { id: 'other', title: 'False match: other reason…', outcome: 'false_positive' },
  { id: 'possible', title: 'Possible match: not sure yet…', outcome: 'potential_match' },
  {
    id: 'identifier',
    title: 'True match: identifier agrees',
    outcome: 'true_positive',
    feature: 'identifier same',
    fact: 'Identifier agrees',
  },
  { id: 'true', title: 'True match: other reason…', outcome: 'true_positive' },
  { id: 'keep', title: 'True match: relationship kept under a licence…', outcome: 'true_positive_approve' },
  { id: 'end', title: 'True match: relationship ended…', outcome: 'true_positive_reject' },
  { id: 'reopen', title: 'Potential match again…', outcome: 'potential_match' },
]
const OPEN_ONLY = 'possible'
const DECIDED_ONLY = 'reopen'

/** A disposition of one hit, with the note it writes or why the hit does not support it. */
export interface OfferedDisposition extends Disposition {
  note: string | null
  refusal: string | null
}

const noteOf = ({ fact }: Disposition, { party = 'unknown', entry = 'unknown' }: ScorePart, name: string) =>
  `${fact}: ${party} (party), ${entry} (list entry “${name}”).`

/** The recorded action, as text. */
export const recorded = (outcome: SanctionOutcome) =>
  outcome === 'false_positive' ? 'a false match' : outcome === 'potential_match' ? 'a possible match' : 'a true match'

type Known = Pick<SanctionMatch, 'parts' | 'name' | 'outcome' | 'details'>

/** The dispositions of the hit's state. An unavailable one, by role or missing fact, says why. */
export function dispositionsOf(hit: Known, by: { id: string; roles: readonly Role[] }): OfferedDisposition[] {
  const { decidedBy } = hit.details
  const state = { outcome: hit.outcome, decidedBy: typeof decidedBy === 'string' ? decidedBy : null }
  const isOpen = hit.outcome === 'potential_match'
  return DISPOSITIONS.flatMap((one): OfferedDisposition[] => {
    const why = whyNotDecide(by, state, one.outcome)
    if (why?.status === 409 || one.id === (isOpen ? DECIDED_ONLY : OPEN_ONLY)) return []
    const refusal = why?.message ?? null
    if (one.feature === undefined) return [{ ...one, note: null, refusal }]
    const part = hit.parts?.find(({ feature }) => feature === one.feature)
    if (!part) return [{ ...one, note: null, refusal: refusal ?? 'Screening did not compare this field' }]
    return [{ ...one, note: noteOf(one, part, hit.name), refusal }]
  })
}

/** An outcome for lists: an uncertain one is undecided. */
export function outcomeText({ outcome, details }: Pick<SanctionMatch, 'outcome' | 'details'>): string {
  return outcome === 'potential_match' && details['decidedBy'] !== undefined ? 'Possible match' : humanise(outcome)
}
