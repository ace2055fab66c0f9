import type { Contract } from '#contract/model/contract.ts'
import type { ContractStatus } from '#contract/model/values.ts'
import { humanise } from '#src/format/label.ts'
import { contractStatusLabel } from '#src/format/record-labels.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Tag, type Tone } from '#src/ui/tag.tsx'

const TONES: Partial<Record<ContractStatus, Tone>> = {
  ACTIVE: 'done',
  APPROVED: 'done',
  REJECTED: 'stop',
  CANCELLED: 'stop',
  TERMINATED: 'stop',
  UNSIGNED: 'warn',
  REVIEW: 'warn',
}

/** A contract's status with a shape, independent of colour. */
export const ContractStatusTag = ({ status }: { status: ContractStatus }) => (
  <Tag tone={TONES[status] ?? 'plain'}>{contractStatusLabel(status)}</Tag>
)

const day = (stamp: Contract['createAt'] | null) => stamp?.date.slice(0, 10) ?? '–'

/** The columns of the list of contracts. Widths are in pixels. */
export const contractColumns: readonly ListColumn<Contract>[] = [
  { id: 'id', header: 'ID', width: 110, hideBelow: 400, text: ({ id }) => id },
  { id: 'client', header: 'Client', width: 130, grow: 3, text: ({ customerName }) => customerName },
  { id: 'clientId', header: 'Client ID', width: 92, hideBelow: 900, text: ({ customerId }) => customerId },
  { id: 'type', header: 'Type', width: 140, grow: 1, hideBelow: 600, text: ({ type }) => humanise(type) },
  {
    id: 'status',
    header: 'Status',
    width: 150,
    text: ({ status }) => contractStatusLabel(status),
    render: ({ status }) => <ContractStatusTag status={status} />,
  },
  { id: 'created', header: 'Created', width: 96, text: ({ createAt }) => day(createAt) },
  { id: 'signed', header: 'Signed', width: 96, hideBelow: 820, text: ({ signedAt }) => day(signedAt) },
  { id: 'ends', header: 'Ends', width: 96, hideBelow: 820, text: ({ endsAt }) => day(endsAt) },
]
