// Asked before a message that may tip its customer off goes out: what was found, and why it is sent all the same.
import { useRef, useState, type FormEvent } from 'react'
import type { TippingOff } from '#contract/model/tipping-off.ts'
import { useFormActions, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import { Button } from '#src/ui/button.tsx'
import { Field, TextArea } from '#src/ui/form/field.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'

const FORM = 'tipping-off'
const SHORTEST = 5

interface TippingOffDialogProps {
  found: TippingOff
  onClose: () => void
  onReason: (reason: string) => void
}

export function TippingOffDialog({ found: { words, isReported }, onClose, onReason }: TippingOffDialogProps) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const submit = () => {
    if (reason.trim().length < SHORTEST) return setFault('Give a reason of at least five characters.')
    return onReason(reason.trim())
  }
  useFormActions(form, { submit })
  const keys = useKeysOf('dialog.submit')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // it is inside the message's own form
    event.stopPropagation()
    submit()
  }
  return (
    <Dialog
      title="This message may tip the customer off"
      description="Nothing was sent. Telling a customer of a suspicion or of a report is an offence in many countries."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back to the message</Button>
          <Button type="submit" form={FORM} variant="danger" keys={keys}>
            Send with this reason
          </Button>
        </>
      }
    >
      <form ref={form} id={FORM} className="grid gap-3" onSubmit={handleSubmit}>
        <ul className="list-disc ps-4">
          {words.length > 0 && (
            <li>
              The message contains: <strong>{words.join(', ')}</strong>
            </li>
          )}
          {isReported && <li>A report on this customer is open, or was filed in the last twelve months.</li>}
        </ul>
        <Field label="Reason for sending it" hint="It is kept in the audit log." error={fault}>
          <TextArea rows={3} maxLength={2000} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
