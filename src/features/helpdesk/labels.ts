/** Labels and tones of the helpdesk's codes. */
import { TICKET_STATUSES, type TicketStatus } from '#contract/model/ticket.ts'
import { humanise } from '#src/format/label.ts'

const STATUS_LABELS: Record<TicketStatus, string> = {
  open: 'Awaiting reply',
  pending: 'Awaiting customer',
  closed: 'Closed',
}
const STATUS_TONES = { open: 'warn', pending: 'plain', closed: 'done' } as const

const known = (status: string): TicketStatus | undefined => TICKET_STATUSES.find((one) => one === status)

/** Whose turn it is; statuses of other ticket systems stay unchanged. */
export function ticketStatusLabel(status: string): string {
  const one = known(status)
  return one ? STATUS_LABELS[one] : humanise(status)
}

export function ticketStatusTone(status: string): 'warn' | 'plain' | 'done' {
  const one = known(status)
  return one ? STATUS_TONES[one] : 'plain'
}
