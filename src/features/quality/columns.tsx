import { OUTCOME_LABELS, type Accuracy, type QualityReview } from '#contract/model/quality/quality.ts'
import { formatCount } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { PolicyRow } from './quality.ts'
import { comparedText, FINDING_LABELS, intervalOf, percent, SCOPE_LABELS } from './labels.ts'

const count = (
  id: string,
  header: string,
  of: (row: Accuracy) => number,
  hideBelow?: 600 | 820,
): ListColumn<Accuracy> => ({
  id,
  header,
  width: 88,
  align: 'end',
  ...(hideBelow && { hideBelow }),
  text: (row) => formatCount(of(row)),
})

export const PEOPLE_COLUMNS: readonly ListColumn<Accuracy>[] = [
  { id: 'person', header: 'Person', width: 140, grow: 2, text: ({ person }) => person.name },
  count('reviews', 'Looked at', ({ reviews }) => reviews, 600),
  count('differing', 'Differing', ({ differing }) => differing, 820),
  count('waiting', 'Waiting', ({ waiting }) => waiting, 820),
  count('golden', 'Known', ({ golden }) => golden, 600),
  count('judged', 'Judged', ({ judged }) => judged, 820),
  count('errors', 'Errors', ({ errors }) => errors),
  {
    id: 'rate',
    header: 'Error rate',
    width: 110,
    align: 'end',
    text: ({ judged, share }) => (judged === 0 ? '–' : percent(share.value)),
    render: ({ judged, share, isAbove }) =>
      isAbove ? <Tag tone="stop">{percent(share.value)}</Tag> : judged === 0 ? '–' : percent(share.value),
  },
  { id: 'interval', header: '95 % interval', width: 140, align: 'end', text: intervalOf },
]

const findingTone = { open: 'warn', answered: 'warn', upheld: 'stop', dismissed: 'done' } as const

export const REVIEW_COLUMNS: readonly ListColumn<QualityReview>[] = [
  { id: 'case', header: 'Case', width: 110, text: ({ caseId }) => caseId },
  { id: 'rule', header: 'Rule', width: 140, grow: 2, hideBelow: 820, text: ({ rule }) => rule },
  { id: 'concerned', header: 'Concerns', width: 120, grow: 1, text: ({ concerned }) => concerned.name },
  { id: 'compared', header: 'Decided', width: 160, grow: 2, hideBelow: 600, text: comparedText },
  {
    id: 'finding',
    header: 'Finding',
    width: 120,
    text: ({ finding }) => (finding ? FINDING_LABELS[finding] : 'Both the same'),
    render: ({ finding }) =>
      finding ? <Tag tone={findingTone[finding]}>{FINDING_LABELS[finding]}</Tag> : 'Both the same',
  },
]

export const POLICY_COLUMNS: readonly ListColumn<PolicyRow>[] = [
  {
    id: 'what',
    header: 'What',
    width: 200,
    grow: 2,
    text: (row) => (row.kind === 'rate' ? SCOPE_LABELS[row.entry.scope] : `Known answer on ${row.item.caseId}`),
  },
  {
    id: 'of',
    header: 'Of',
    width: 140,
    grow: 1,
    hideBelow: 600,
    text: (row) => (row.kind === 'rate' ? row.entry.label : row.item.rule),
  },
  {
    id: 'rate',
    header: 'Rate',
    width: 170,
    align: 'end',
    text: (row) => (row.kind === 'rate' ? `${row.entry.rate} %` : OUTCOME_LABELS[row.item.truth]),
  },
  {
    id: 'state',
    header: 'State',
    width: 110,
    text: (row) => (row.kind === 'golden' || row.entry.isInForce ? 'In force' : 'Replaced'),
    render: (row) =>
      row.kind === 'golden' || row.entry.isInForce ? <Tag tone="done">In force</Tag> : <Tag>Replaced</Tag>,
  },
  {
    id: 'by',
    header: 'By',
    width: 130,
    grow: 1,
    hideBelow: 820,
    text: (row) => (row.kind === 'rate' ? row.entry.by.name : row.item.by.name),
  },
  {
    id: 'at',
    header: 'At',
    width: 150,
    hideBelow: 1200,
    text: (row) => formatDateTime(row.kind === 'rate' ? row.entry.at : row.item.at),
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 160,
    grow: 2,
    hideBelow: 600,
    text: (row) => (row.kind === 'rate' ? row.entry.reason : row.item.reason),
  },
]
