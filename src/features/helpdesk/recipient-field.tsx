import { Choice } from '#src/ui/form/choice.tsx'
import { Field } from '#src/ui/form/field.tsx'
import type { MessageOptions } from './message.ts'

/** The customer's address that it is sent to. */
export function RecipientField({
  desk,
  to,
  onChange,
}: {
  desk: MessageOptions
  to: string
  onChange: (to: string) => void
}) {
  const none = desk.contacts.length === 0
  return (
    <Field label="To" error={none ? 'This customer has no e-mail address here: nothing can be sent.' : undefined}>
      <Choice
        value={to}
        options={[
          ...(to === '' ? [{ value: '', label: none ? 'Nobody' : 'Choose…' }] : []),
          ...desk.contacts.map(({ name, email }) => ({ value: email, label: `${name} · ${email}` })),
        ]}
        onChange={onChange}
      />
    </Field>
  )
}
