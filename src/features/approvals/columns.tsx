import { APPROVAL_LABELS, type Approval } from '#contract/model/cases/approval.ts'
import { fromStamp } from '#contract/model/common.ts'
import { shortAge } from '#src/format/age.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Tag } from '#src/ui/tag.tsx'

const STATUS = { open: 'Pending', approved: 'Approved', returned: 'Returned' } as const
const TONES = { open: 'warn', approved: 'done', returned: 'stop' } as const

/** The state of an approval, also by shape. */
export const StatusTag = ({ status }: Pick<Approval, 'status'>) => <Tag tone={TONES[status]}>{STATUS[status]}</Tag>

/** The columns of the inbox at a moment. Widths are in pixels. */
export const columnsAt = (now: number): readonly ListColumn<Approval>[] => [
  { id: 'kind', header: 'Kind', width: 128, text: ({ kind }) => APPROVAL_LABELS[kind] },
  { id: 'title', header: 'Proposed change', width: 140, grow: 4, text: ({ title }) => title },
  { id: 'reason', header: 'Reason', width: 140, grow: 2, hideBelow: 1200, text: ({ reason }) => reason ?? '–' },
  { id: 'by', header: 'Requested by', width: 130, grow: 1, hideBelow: 600, text: ({ by }) => by.name },
  {
    id: 'status',
    header: 'Status',
    width: 110,
    hideBelow: 600,
    text: ({ status }) => STATUS[status],
    render: (row) => <StatusTag {...row} />,
  },
  { id: 'due', header: 'Due', width: 100, hideBelow: 600, text: ({ dueOn }) => dueOn ?? '–' },
  {
    id: 'age',
    header: 'Age',
    width: 64,
    align: 'end',
    text: ({ at }) => shortAge(now - fromStamp(at)),
  },
]
