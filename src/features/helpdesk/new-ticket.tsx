// The drawer 'add ticket': a new ticket with a customer, on a case or without one.
import { useQueryClient } from '@tanstack/react-query'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import { useData } from '#src/data/data.ts'
import { Choice } from '#src/ui/form/choice.tsx'
import { Field, TextInput } from '#src/ui/form/field.tsx'
import type { TicketAbout } from './helpdesk.ts'
import { MessageForm, type MessageFields } from './message-form.tsx'
import { NO_MESSAGE, ticketBodyOf, ticketFault } from './message.ts'
import { Unavailable } from './unavailable.tsx'
import { RecipientField } from './recipient-field.tsx'
import { useMessageOptions, useMessageTexts } from './use-message-options.ts'

export function NewTicketDrawer({ value, onClose }: { value: TicketAbout; onClose: () => void }) {
  const { platform, customerId, on, facts, ruleIds, words: begun } = value
  const { api } = useData()
  const queries = useQueryClient()
  const { desk, error } = useMessageOptions(platform, customerId)
  const words = useMessageTexts(platform, customerId, ruleIds)
  if (!desk) return <Unavailable noun="helpdesk" error={error} />
  return (
    <div className="grid max-w-[720px] gap-4">
      <p className="text-muted">
        {on ? `About case ${on.caseId}, transaction ${on.transactionId}.` : 'About the customer, on no case.'}
      </p>
      <MessageForm
        label={`New ticket for ${value.customerName}`}
        about={on ? `case ${on.caseId}` : `customer ${customerId}`}
        desk={desk}
        words={words}
        facts={facts}
        initial={{ ...NO_MESSAGE, team: desk.teams[0]?.id ?? '', to: desk.contacts[0]?.email ?? '', ...begun }}
        verb="Open ticket"
        Fields={TicketFields}
        faultOf={ticketFault}
        send={(letter, tippingOffReason) =>
          api.send(
            helpdesk.createTicket,
            { params: { platform }, body: { ...ticketBodyOf(letter, value), tippingOffReason } },
            { platform },
          )
        }
        onSent={() => {
          void queries.invalidateQueries({ queryKey: ['helpdesk'] })
          onClose()
        }}
        onCancel={onClose}
      />
    </div>
  )
}

function TicketFields({ desk, letter, change }: MessageFields) {
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-4">
        <RecipientField desk={desk} to={letter.to} onChange={(to) => change({ to })} />
        <Field label="Team">
          <Choice
            value={letter.team}
            options={desk.teams.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(team) => change({ team })}
          />
        </Field>
      </div>
      <Field label="Subject">
        <TextInput
          value={letter.subject}
          maxLength={255}
          onChange={({ target }) => change({ subject: target.value })}
        />
      </Field>
    </>
  )
}
