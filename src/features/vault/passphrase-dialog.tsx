import { useState, type FormEvent } from 'react'
import { PASSPHRASE_LENGTH } from '#src/data/engine-client/vault-client.ts'
import { Button } from '#src/ui/button.tsx'
import { Field, TextInput } from '#src/ui/form/field.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'

const FORM = 'passphrase'

export interface PassphraseDialogProps {
  onClose: () => void
  /** Closes when it resolves; what it rejects with is shown. */
  onChosen: (passphrase: string) => Promise<void>
}

/** Asks for a new passphrase, twice. */
export function PassphraseDialog({ onClose, onChosen }: PassphraseDialogProps) {
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [fault, setFault] = useState<{ field: 'first' | 'second'; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if ([...first].length < PASSPHRASE_LENGTH)
      return setFault({ field: 'first', text: `At least ${PASSPHRASE_LENGTH} characters.` })
    if (first !== second) return setFault({ field: 'second', text: 'The passphrases differ.' })
    setBusy(true)
    onChosen(first).then(onClose, (error: unknown) => {
      setBusy(false)
      setFault({ field: 'first', text: error instanceof Error ? error.message : String(error) })
    })
    return undefined
  }
  const faultOf = (field: 'first' | 'second') => (fault?.field === field ? fault.text : undefined)

  return (
    <Dialog
      title="Add a passphrase"
      description="It opens this device offline. It is not stored and cannot be recovered."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary" keys={['↵']} disabled={isBusy}>
            Add
          </Button>
        </>
      }
    >
      <form id={FORM} className="grid gap-3" onSubmit={handleSubmit}>
        <Field
          label="Passphrase"
          hint={`At least ${PASSPHRASE_LENGTH} characters: a few words are best.`}
          error={faultOf('first')}
        >
          <TextInput
            type="password"
            autoComplete="new-password"
            value={first}
            onChange={(event) => setFirst(event.target.value)}
          />
        </Field>
        <Field label="Repeat passphrase" error={faultOf('second')}>
          <TextInput
            type="password"
            autoComplete="new-password"
            value={second}
            onChange={(event) => setSecond(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
