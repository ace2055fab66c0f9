import { CASE_LABELS, isOld, isOverdue, type CaseItem } from '#contract/model/case.ts'
import { fromStamp } from '#contract/model/common.ts'
import { isOpenAlert } from '#contract/model/alert.ts'
import { shortAge } from '#src/format/age.ts'
import { formatAmount } from '#src/format/amount.ts'
import { serviceShort } from '#src/format/name.ts'
import type { Names } from '#src/data/names.ts'
import type { ListColumn } from '#src/ui/list.tsx'
import { ToneMark } from '#src/ui/tag.tsx'

const parties = ({ data }: CaseItem) =>
  data.transactionDirection === 'outgoing'
    ? `${data.clientName} › ${data.counterpartyName}`
    : `${data.counterpartyName} › ${data.clientName}`

const rules = ({ alerts }: CaseItem) => {
  const first = alerts.find((alert) => isOpenAlert(alert.status)) ?? alerts[0]
  if (!first) return ''
  return alerts.length > 1 ? `${first.ruleName} +${alerts.length - 1}` : first.ruleName
}

/** A square for a hard stop, a triangle for what is overdue: shape first, colour second. */
function Mark({ row, now }: { row: CaseItem; now: number }) {
  if (row.activeHardStop > 0) return <Toned tone="stop" />
  if (isOverdue(row, now)) return <Toned tone="warn" />
  if (row.complete) return <Toned tone="done" />
  return null
}

const Toned = ({ tone }: { tone: 'stop' | 'warn' | 'done' }) => (
  <span className={{ stop: 'text-stop', warn: 'text-warn', done: 'text-done' }[tone]}>
    <ToneMark tone={tone} />
  </span>
)

const spokenMark = (row: CaseItem, now: number) =>
  [row.activeHardStop > 0 && 'hard stop', isOverdue(row, now) && 'overdue'].filter(Boolean).join(', ')

/** The columns of the case queue. Widths are in pixels; the party takes what is left. */
export const caseColumns = (names: Names, now: number): readonly ListColumn<CaseItem>[] => [
  {
    id: 'mark',
    header: 'Marks',
    isHeaderHidden: true,
    width: 26,
    text: () => '',
    spoken: (row) => spokenMark(row, now),
    render: (row) => <Mark row={row} now={now} />,
  },
  { id: 'id', header: 'ID', width: 104, text: (row) => row.id },
  {
    id: 'service',
    header: 'Service',
    width: 126,
    hideBelow: 820,
    text: ({ data }) =>
      `${serviceShort(data.transactionType, names.services)} ${data.transactionDirection === 'incoming' ? 'in' : 'out'}`.trim(),
  },
  {
    id: 'usd',
    header: 'Amount USD',
    width: 100,
    align: 'end',
    text: ({ data }) => formatAmount(data.transactionUsdAmount),
    spoken: ({ data }) => `${formatAmount(data.transactionUsdAmount)} USD`,
  },
  { id: 'party', header: 'Party', width: 140, grow: 4, text: parties },
  { id: 'rule', header: 'Rule', width: 120, grow: 2, text: rules },
  {
    id: 'status',
    header: 'Status',
    width: 92,
    grow: 1,
    hideBelow: 900,
    text: (row) => CASE_LABELS[row.statusCases],
  },
  {
    id: 'age',
    header: 'Age',
    width: 68,
    align: 'end',
    text: (row) => shortAge(now - fromStamp(row.createAt)),
    spoken: (row) =>
      `${shortAge(now - fromStamp(row.createAt))} old${isOld(row.createAt, now) ? ', over a month' : ''}`,
  },
  {
    id: 'who',
    header: 'Who',
    width: 112,
    hideBelow: 820,
    text: (row) => row.manager?.name ?? '–',
    spoken: (row) => row.manager?.name ?? 'nobody',
  },
]
