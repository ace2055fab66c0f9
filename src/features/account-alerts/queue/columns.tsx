import { accountAlertKey, type AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { isOld, isOverdue } from '#contract/model/cases/case.ts'
import { fromStamp } from '#contract/model/common.ts'
import { bySort, dueColumn, riskColumn } from '#src/features/lists/public.ts'
import { shortAge } from '#src/format/age.ts'
import { alertStatusLabel } from '#src/format/label.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { TonedMark } from '#src/ui/tag.tsx'

type Column = ListColumn<AccountAlertItem>

/** The customer of a row; in a list by customer and rule only on the first row of each, with the count. */
export interface Grouping {
  /** The number of similar rows from this one on; null unless it is the first. */
  countFrom: (row: AccountAlertItem) => number | null
}

/** A square for a hard stop, a clock for what is overdue, a check for what is decided: shape first, colour second. */
const mark = (now: number): Column => ({
  id: 'mark',
  header: 'Marks',
  isHeaderHidden: true,
  ...bySort('level'),
  width: 50,
  text: () => '',
  spoken: (row) =>
    [row.alertLevel === 'hardstop' && 'hard stop', isOverdue(row, now) && 'overdue'].filter(Boolean).join(', '),
  render: (row) => (
    <>
      {!isOpenAlert(row.status) && <TonedMark tone="done" />}
      {isOpenAlert(row.status) && row.alertLevel === 'hardstop' && <TonedMark tone="stop" />}
      {isOverdue(row, now) && <TonedMark tone="late" />}
    </>
  ),
})

const rest = (now: number): readonly Column[] => [
  { id: 'text', header: 'Why', width: 140, grow: 4, text: (row) => row.text },
  {
    id: 'status',
    header: 'Status',
    ...bySort('status'),
    width: 140,
    hideBelow: 820,
    text: (row) => alertStatusLabel(accountAlertKey(row)),
  },
  {
    id: 'age',
    header: 'Age',
    sort: { rising: 'newest', falling: 'oldest' },
    width: 68,
    align: 'end',
    text: (row) => shortAge(now - fromStamp(row.createAt)),
    spoken: (row) => {
      const age = shortAge(now - fromStamp(row.createAt))
      return `${age} old${isOld(row.createAt, now) ? ', over a month' : ''}`
    },
  },
  {
    id: 'who',
    header: 'Who',
    ...bySort('manager'),
    width: 120,
    hideBelow: 820,
    text: (row) => row.manager?.name ?? '–',
    spoken: (row) => row.manager?.name ?? 'nobody',
  },
]

/** The columns of the queue. Widths are in pixels; why it fired takes what is left. */
export function alertColumns(now: number, grouping?: Grouping): readonly Column[] {
  const isHead = (row: AccountAlertItem) => grouping?.countFrom(row) !== null
  const ruleText = (row: AccountAlertItem) => {
    const count = grouping?.countFrom(row) ?? 1
    return count > 1 ? `${count} × ${row.ruleName}` : row.ruleName
  }
  return [
    mark(now),
    {
      id: 'customer',
      header: 'Customer',
      ...bySort('customer'),
      width: 140,
      grow: 2,
      text: (row) => (isHead(row) ? row.customerName : ''),
      spoken: (row) => row.customerName,
    },
    {
      id: 'type',
      header: 'Type',
      ...bySort('type'),
      width: 84,
      hideBelow: 900,
      text: (row) => (isHead(row) ? (row.customerType === 'business' ? 'Business' : 'Personal') : ''),
      spoken: (row) => row.customerType,
    },
    {
      id: 'rule',
      header: 'Rule',
      ...bySort('rule'),
      width: 150,
      grow: 2,
      text: (row) => (isHead(row) ? ruleText(row) : ''),
      spoken: ruleText,
    },
    riskColumn,
    dueColumn(now),
    ...rest(now),
  ]
}

/** The columns where the customer is known already. */
export const alertColumnsOfCustomer = (now: number): readonly Column[] => [
  mark(now),
  { id: 'rule', header: 'Rule', width: 170, grow: 2, text: (row) => row.ruleName },
  ...rest(now),
]
