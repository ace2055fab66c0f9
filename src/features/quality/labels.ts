/** Labels and texts of quality reviews. Pure. */
import {
  OUTCOME_LABELS,
  type Accuracy,
  type Finding,
  type PolicyScope,
  type QualityReview,
} from '#contract/model/quality/quality.ts'
import { toCsv } from '#src/format/csv.ts'

export const SCOPE_LABELS: Record<PolicyScope, string> = {
  all: 'All decisions',
  rule: 'Decisions on a rule',
  person: 'Decisions of a person',
  risk: 'Decisions on customers of a risk',
  golden: 'Items with a known answer, of what is read',
  tolerance: 'Tolerated errors',
}
export const FINDING_LABELS: Record<Finding, string> = {
  open: 'To answer',
  answered: 'Answered',
  upheld: 'Upheld',
  dismissed: 'Dismissed',
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
/** The error rate is nothing without how sure it is. */
export const intervalOf = ({ share }: Pick<Accuracy, 'share'>): string =>
  `${percent(share.low)} to ${percent(share.high)}`

export const comparedText = ({ first, outcome, agrees }: QualityReview): string =>
  agrees ? OUTCOME_LABELS[outcome] : `${OUTCOME_LABELS[first.outcome]}, then ${OUTCOME_LABELS[outcome].toLowerCase()}`

/** The table of people as it is downloaded. */
export const peopleCsv = (items: readonly Accuracy[]): string =>
  toCsv([
    [
      'Person',
      'Looked at',
      'Differing',
      'Waiting',
      'Upheld',
      'Known',
      'Known wrong',
      'Judged',
      'Errors',
      'Rate',
      'Low',
      'High',
    ],
    ...items.map(({ person, reviews, differing, waiting, upheld, golden, goldenWrong, judged, errors, share }) => [
      person.name,
      reviews,
      differing,
      waiting,
      upheld,
      golden,
      goldenWrong,
      judged,
      errors,
      ...[share.value, share.low, share.high].map((value) => value.toFixed(4)),
    ]),
  ])
