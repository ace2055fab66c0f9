// Communication with the customer: tickets, and requested forms.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { fromStamp, type Stamp } from '#contract/model/common.ts'
import { countForms } from '#contract/model/forms/document-form.ts'
import { CUSTOMER_FORM_TYPES, type CustomerForm, type CustomerFormType, type Ticket } from '#contract/model/ticket.ts'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { useOpenRow } from '#src/features/customers/customers.ts'
import type { Who } from '#src/features/customers/queries.ts'
import { helpdeskQueries, ticketStatusLabel, ticketStatusTone } from '#src/features/helpdesk/public.ts'
import { shortAge } from '#src/format/age.ts'
import { countOf } from '#src/format/count.ts'
import { humanise } from '#src/format/label.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { markColumn } from '#src/ui/list/mark-column.tsx'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { useNow } from '#src/ui/use-now.ts'
import { SectionPart } from './section.tsx'

/** A ticket or a form, in one list by age. */
interface Row {
  id: string
  what: string
  title: string
  state: string
  tone: 'warn' | 'plain' | 'done'
  about: string
  createAt: Stamp
  ticket: Ticket | null
  form: CustomerForm | null
}

const keyOf = (row: Row) => row.id
const noun = ['entry', 'entries'] as const

const ticketRow = (ticket: Ticket): Row => ({
  id: `ticket:${ticket.id}`,
  what: `Ticket #${ticket.number}`,
  title: ticket.subject,
  state: ticketStatusLabel(ticket.status),
  tone: ticketStatusTone(ticket.status),
  about: ticket.transactionId ? `Transaction ${ticket.transactionId}` : '',
  createAt: ticket.createAt,
  ticket,
  form: null,
})

const formRow = (form: CustomerForm): Row => ({
  id: `form:${form.id}`,
  what: 'Form',
  title: form.title,
  state: humanise(form.status),
  tone: form.status === 'submitted' ? 'done' : 'plain',
  about: '',
  createAt: form.createAt,
  ticket: null,
  form,
})

const columnsAt = (now: number): readonly ListColumn<Row>[] => [
  markColumn({ toneOf: ({ tone }) => tone }),
  { id: 'what', header: 'What', width: 96, text: (row) => row.what },
  { id: 'title', header: 'Subject', width: 180, grow: 3, text: (row) => row.title },
  { id: 'state', header: 'Status', width: 170, text: (row) => row.state },
  { id: 'about', header: 'About', width: 140, grow: 1, hideBelow: 820, text: (row) => row.about },
  { id: 'age', header: 'Age', width: 68, align: 'end', text: (row) => shortAge(now - fromStamp(row.createAt)) },
]

export function Helpdesk({ who, name }: { who: Who; name: string }) {
  const { api } = useData()
  const now = useNow()
  const tickets = useQuery(helpdeskQueries.tickets(api, who))
  const forms = useQuery(helpdeskQueries.forms(api, who))
  const columns = useMemo(() => columnsAt(now), [now])
  const rows = useMemo(
    () =>
      [...(tickets.data?.items.map(ticketRow) ?? []), ...(forms.data?.items.map(formRow) ?? [])].toSorted(
        (a, b) => fromStamp(b.createAt) - fromStamp(a.createAt) || a.id.localeCompare(b.id),
      ),
    [tickets.data, forms.data],
  )
  const { platform, customerId } = who
  const open = useOpenRow<Row>(
    useCallback(
      ({ ticket, form }) => {
        const about = { platform, customerId, customerName: name, facts: { 'customer.name': name } }
        if (ticket) openDrawer('ticket', { ...about, ticketId: ticket.id, subject: ticket.subject })
        if (form) openDrawer('customer form', { ...about, form })
      },
      [platform, customerId, name],
    ),
  )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <p className="min-w-0 grow text-list text-muted">
          {summaryOf(tickets.data?.items, forms.data?.items)}
          {forms.isError && !forms.data && ' · The forms could not be read'}
        </p>
        <CommandButton command="ticket.askForm" />
        <CommandButton command="ticket.new" variant="primary" />
      </div>
      <div className="min-h-0 grow">
        <SectionPart
          noun="tickets"
          query={tickets}
          isEmpty={() => rows.length === 0}
          empty={<Empty title="No ticket">No ticket and no form request for this customer.</Empty>}
        >
          {() => (
            <ArrayList
              label="Tickets and forms"
              noun={noun}
              rows={rows}
              keyOf={keyOf}
              columns={columns}
              onOpen={open}
              context="customer list"
            />
          )}
        </SectionPart>
      </div>
    </div>
  )
}

/** "3 tickets, 1 waits for us · Source of funds: 1 submitted, 1 not". */
function summaryOf(tickets: readonly Ticket[] | undefined, forms: readonly CustomerForm[] | undefined): string {
  if (!tickets) return ''
  const open = tickets.filter(({ status }) => status === 'open').length
  const titleOf = (type: string) => CUSTOMER_FORM_TYPES[type as CustomerFormType] ?? type
  return [
    `${countOf(tickets.length, 'ticket')}${open > 0 ? `, ${open} waiting for us` : ''}`,
    ...[...countForms((forms ?? []).filter(({ status }) => status !== 'withdrawn'))].map(
      ([type, { submitted, notSubmitted }]) => `${titleOf(type)}: ${submitted} submitted, ${notSubmitted} not`,
    ),
  ].join(' · ')
}
