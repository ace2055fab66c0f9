// The drawer 'ticket': what was written to the customer and what came back, and the reply.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import { useData } from '#src/data/data.ts'
import { useDraft } from '#src/data/user/drafts.ts'
import { ticketStateLabel } from '#src/format/record-labels.ts'
import { Choice } from '#src/ui/form/choice.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { DrawerButton } from './drawer-button.tsx'
import { useHelpdesk, type TicketAbout } from './helpdesk.ts'
import { MessageForm, type MessageFields } from './message-form.tsx'
import { messageKey, NO_MESSAGE, recipientOf, replyFault, senderOf } from './message.ts'
import { Unavailable } from './unavailable.tsx'
import { helpdeskQueries } from './queries.ts'
import { RecipientField } from './recipient-field.tsx'
import { Thread } from './thread.tsx'
import { useMessageOptions, useMessageTexts } from './use-message-options.ts'
import { ticketStatusLabel, ticketStatusTone } from './labels.ts'

/** The value of the drawer. */
export interface OpenTicket extends Omit<TicketAbout, 'on' | 'ruleIds' | 'words'> {
  ticketId: string
  subject: string
}

export function TicketDrawer({ value }: { value: OpenTicket }) {
  const { platform, customerId, ticketId } = value
  const { api, drafts } = useData()
  const { store } = useHelpdesk()
  const frame = useRef<HTMLDivElement>(null)
  const tickets = useQuery(helpdeskQueries.tickets(api, { platform, customerId }))
  const thread = useQuery(helpdeskQueries.threads(api, platform, ticketId))
  const { desk } = useMessageOptions(platform, customerId)
  const begun = useDraft(drafts, messageKey(`ticket ${ticketId}`))
  const [asked, setReplying] = useState<boolean>()
  // a draft is resumed
  const isReplying = asked ?? Boolean(begun)
  useEffect(() => {
    store.setState({ reply: () => setReplying(true) })
    return () => store.setState({ reply: null })
  }, [store])

  const ticket = tickets.data?.items.find(({ id }) => id === ticketId)
  if (!ticket || !thread.data) return <Unavailable noun="ticket" error={thread.error ?? tickets.error} />
  const team = desk?.teams.find(({ id }) => id === ticket.teamId)?.name ?? ticket.teamId
  return (
    <div ref={frame} className="grid max-w-[720px] gap-4">
      <p className="flex flex-wrap gap-x-3 text-list text-muted">
        <span>#{ticket.number}</span>
        <Tag tone={ticketStatusTone(ticket.status)}>{ticketStatusLabel(ticket.status)}</Tag>
        <span>{team}</span>
        {ticket.state > 0 && <span>{ticketStateLabel(ticket.state)}</span>}
        {ticket.transactionId && <span>Transaction {ticket.transactionId}</span>}
      </p>
      <Thread platform={platform} ticketId={ticketId} messages={thread.data.items} />
      {isReplying ? (
        <Reply
          value={value}
          messages={thread.data.items}
          onClose={() => {
            setReplying(false)
            frame.current?.parentElement?.focus()
          }}
        />
      ) : (
        <div>
          <DrawerButton command="ticket.reply" variant="primary" />
        </div>
      )}
    </div>
  )
}

interface ReplyProps {
  value: OpenTicket
  messages: Parameters<typeof recipientOf>[0]
  onClose: () => void
}

function Reply({ value, messages, onClose }: ReplyProps) {
  const { platform, customerId, ticketId, facts } = value
  const { api } = useData()
  const queries = useQueryClient()
  const { desk, error } = useMessageOptions(platform, customerId)
  const words = useMessageTexts(platform, customerId)
  if (!desk) return <Unavailable noun="helpdesk" error={error} />
  return (
    <MessageForm
      label={`Reply on ticket #${ticketId}`}
      about={`ticket ${ticketId}`}
      desk={desk}
      words={words}
      facts={facts}
      initial={{ ...NO_MESSAGE, to: recipientOf(messages, desk), from: senderOf(messages, desk) }}
      verb="Send reply"
      Fields={ReplyFields}
      faultOf={replyFault}
      send={({ from, to, text }, tippingOffReason) =>
        api.send(
          helpdesk.reply,
          { params: { platform, ticketId }, body: { fromEmail: from, to, content: text.trim(), tippingOffReason } },
          { platform },
        )
      }
      onSent={() => {
        void queries.invalidateQueries({ queryKey: ['helpdesk'] })
        onClose()
      }}
      onCancel={onClose}
    />
  )
}

function ReplyFields({ desk, letter, change }: MessageFields) {
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <RecipientField desk={desk} to={letter.to} onChange={(to) => change({ to })} />
      <Field label="From">
        <Choice
          value={letter.from}
          options={desk.addresses.map(({ email }) => ({ value: email, label: email }))}
          onChange={(from) => change({ from })}
        />
      </Field>
    </div>
  )
}
