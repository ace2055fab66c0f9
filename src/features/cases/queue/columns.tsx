import { leadAlert } from '#contract/model/cases/alert.ts'
import { isOld, isOverdue, type CaseItem } from '#contract/model/cases/case.ts'
import { fromStamp } from '#contract/model/common.ts'
import type { Names } from '#src/data/names.ts'
import { progressOf, waitsForStr } from '#src/features/cases/progress.ts'
import { bySort, dueColumn, riskColumn } from '#src/features/lists/public.ts'
import { shortAge } from '#src/format/age.ts'
import { formatAmount } from '#src/format/amount.ts'
import { serviceShort } from '#src/format/name.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { TonedMark } from '#src/ui/tag.tsx'

/** The client first, whichever way the money goes: what is cut off is the counterparty. */
const parties = ({ data }: CaseItem) =>
  `${data.clientName} ${data.transactionDirection === 'incoming' ? '‹' : '›'} ${data.counterpartyName}`
const spokenParties = ({ data }: CaseItem) =>
  `${data.clientName} ${data.transactionDirection === 'incoming' ? 'from' : 'to'} ${data.counterpartyName}`

const rules = ({ alerts }: CaseItem) => {
  const first = leadAlert(alerts)
  if (!first) return ''
  return alerts.length > 1 ? `${first.ruleName} +${alerts.length - 1}` : first.ruleName
}

const isPending = ({ approval, strProposal }: CaseItem) => Boolean(approval ?? strProposal)

/** A square for a hard stop, a clock for what is overdue, a dot for what waits for approval, a check where every alert is decided: shape first, colour second. */
function Mark({ row, now }: { row: CaseItem; now: number }) {
  return (
    <>
      {row.activeHardStop > 0 && <TonedMark tone="stop" />}
      {isOverdue(row, now) && <TonedMark tone="late" />}
      {isPending(row) && <TonedMark tone="accent" />}
      {(row.complete || waitsForStr(row)) && <TonedMark tone="done" />}
    </>
  )
}

const spokenMark = (row: CaseItem, now: number) =>
  [row.activeHardStop > 0 && 'hard stop', isOverdue(row, now) && 'overdue', isPending(row) && 'pending approval']
    .filter(Boolean)
    .join(', ')

/** The columns of the case queue. Widths are in pixels; the party takes what is left. */
export const caseColumns = (names: Names, now: number): readonly ListColumn<CaseItem>[] => [
  {
    id: 'mark',
    header: 'Marks',
    isHeaderHidden: true,
    ...bySort('level'),
    width: 44,
    text: () => '',
    spoken: (row) => spokenMark(row, now),
    render: (row) => <Mark row={row} now={now} />,
  },
  { id: 'id', header: 'ID', ...bySort('id'), width: 96, text: (row) => row.id },
  {
    id: 'service',
    header: 'Service',
    ...bySort('service'),
    width: 118,
    hideBelow: 820,
    text: ({ data }) =>
      `${serviceShort(data.transactionType, names.services)} ${data.transactionDirection === 'incoming' ? 'in' : 'out'}`.trim(),
  },
  {
    id: 'usd',
    header: 'Amount USD',
    ...bySort('amount'),
    width: 100,
    align: 'end',
    text: ({ data }) => formatAmount(data.transactionUsdAmount),
    spoken: ({ data }) => `${formatAmount(data.transactionUsdAmount)} USD`,
  },
  {
    id: 'party',
    header: 'Client and counterparty',
    ...bySort('customer'),
    width: 160,
    grow: 4,
    text: parties,
    spoken: spokenParties,
  },
  { id: 'rule', header: 'Rule', ...bySort('rule'), width: 110, grow: 2, text: rules },
  {
    id: 'status',
    header: 'Status',
    ...bySort('status'),
    width: 84,
    grow: 1,
    hideBelow: 900,
    text: progressOf,
  },
  riskColumn,
  dueColumn(now),
  {
    id: 'age',
    header: 'Age',
    // the youngest is the one created last
    sort: { rising: '-created', falling: 'created' },
    width: 66,
    align: 'end',
    text: (row) => shortAge(now - fromStamp(row.createAt)),
    render: (row) =>
      isOld(row.createAt, now) ? <span className="text-warn">{shortAge(now - fromStamp(row.createAt))}</span> : null,
    spoken: (row) =>
      `${shortAge(now - fromStamp(row.createAt))} old${isOld(row.createAt, now) ? ', over a month' : ''}`,
  },
  {
    id: 'who',
    header: 'Who',
    ...bySort('manager'),
    width: 104,
    hideBelow: 820,
    text: (row) => row.manager?.name ?? '–',
    spoken: (row) => row.manager?.name ?? 'nobody',
  },
]
