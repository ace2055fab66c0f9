// Replaces everything while the vault is locked: the reason, and the unlock methods.
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useData, useIsOnline } from '#src/data/data.ts'
import type { Secret, SlotInfo, VaultState } from '#src/data/engine-client/vault-client.ts'
import { Page, signInUrl } from '#src/features/sign-in/public.ts'
import { Button } from '#src/ui/button.tsx'
import { Field, TextInput } from '#src/ui/form/field.tsx'
import { askPasskey, passkeyFailure } from './passkey.ts'
import { lockText, refusalText } from './lock-text.ts'

/** Lock reasons that a new sign-in resolves. */
const SIGN_IN: ReadonlySet<VaultState['why']> = new Set(['locked', 'idle', 'sleep', 'signed-out'])

export function LockScreen({ state }: { state: VaultState }) {
  const { engine } = useData()
  const isOnline = useIsOnline()
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const passkeys = state.slots.filter(({ type }) => type === 'prf')
  const hasPassphrase = state.slots.some(({ type }) => type === 'pass')
  const { title, text } = lockText(state)

  const unlock = async (ask: () => Promise<Secret>, failure: (error: unknown) => string): Promise<void> => {
    setBusy(true)
    setFault('')
    try {
      const result = await engine.vault.unlock(await ask())
      if (!result.ok) setFault(refusalText(result.why, result.triesLeft))
    } catch (error) {
      setFault(failure(error))
    } finally {
      setBusy(false)
    }
  }
  const byPasskey = (slot: SlotInfo) => void unlock(() => askPasskey(slot), passkeyFailure)
  const byPassphrase = (passphrase: string) => unlock(async () => ({ type: 'pass', passphrase }), String)

  const first = hasPassphrase ? 'passphrase' : passkeys.length > 0 ? 'passkey' : 'sign-in'
  return (
    <Page title={title}>
      <p className="text-muted" role={state.phase === 'opening' ? 'status' : undefined}>
        {text}
      </p>
      {hasPassphrase && <Passphrase isBusy={isBusy} fault={fault} onSubmit={byPassphrase} />}
      {!hasPassphrase && fault && (
        <p role="alert" className="text-stop">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {passkeys.map((slot, i) => (
          <Button
            key={slot.id}
            variant={first === 'passkey' && i === 0 ? 'primary' : 'plain'}
            keys={first === 'passkey' && i === 0 ? ['↵'] : undefined}
            autoFocus={first === 'passkey' && i === 0}
            disabled={isBusy}
            onClick={() => byPasskey(slot)}
          >
            {passkeys.length > 1 ? `Use ${slot.label}` : 'Use your passkey'}
          </Button>
        ))}
        {SIGN_IN.has(state.why) && isOnline && (
          <Button
            variant={first === 'sign-in' ? 'primary' : 'plain'}
            keys={first === 'sign-in' ? ['↵'] : undefined}
            autoFocus={first === 'sign-in'}
            onClick={() => location.assign(signInUrl(true))}
          >
            Sign in again
          </Button>
        )}
      </div>
      {state.phase !== 'opening' && !SIGN_IN.has(state.why) && (
        <p className="text-label text-muted">It opens by itself when the server can be reached.</p>
      )}
    </Page>
  )
}

interface PassphraseProps {
  isBusy: boolean
  fault: string
  onSubmit: (passphrase: string) => Promise<void>
}

function Passphrase({ isBusy, fault, onSubmit }: PassphraseProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const { current } = input
    if (!current || current.value === '' || isBusy) return
    void onSubmit(current.value).then(() => current.select())
  }
  return (
    <form className="grid w-full gap-3" onSubmit={handleSubmit}>
      <Field label="Passphrase" error={fault || undefined}>
        <TextInput ref={input} type="password" autoComplete="current-password" autoFocus />
      </Field>
      <div>
        <Button type="submit" variant="primary" keys={['↵']} disabled={isBusy}>
          {isBusy ? 'Opening' : 'Open'}
        </Button>
      </div>
    </form>
  )
}
