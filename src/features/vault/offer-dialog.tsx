// The offer of offline unlock: a dialog at the first sign-in, a link in the status line after that.
import { X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { StatusButton } from '#src/commands/parts/status-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { forgetSignIn, hasSignedIn } from '#src/features/session/public.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { canMakePasskey } from './passkey.ts'
import { securityScreen } from './security-acts.ts'

const LATER =
  'Without it, this page can be reloaded offline while the browser runs. After a browser restart or a lock, you need a connection to unlock Docket.'

export function Offer({ isRequired }: { isRequired: boolean }) {
  const { runner } = useCommandLayer()
  const [isAsking, setAsking] = useState(() => hasSignedIn() || isRequired)
  // the passphrase has its own dialog, on the security screen
  const { isWriting, isBusy } = useStore(securityScreen)
  const close = () => {
    if (isRequired) return
    forgetSignIn()
    setAsking(false)
    runner.execute('settings.putOffOffline', { source: 'pointer' })
  }
  if (isWriting) return null
  if (!isAsking) return <Reminder />
  return (
    <Dialog title="Unlock Docket without a connection" onClose={close}>
      <Choices isBusy={isBusy} isRequired={isRequired} onPutOff={close} />
    </Dialog>
  )
}

function Choices({ isBusy, isRequired, onPutOff }: { isBusy: boolean; isRequired: boolean; onPutOff: () => void }) {
  const { runner } = useCommandLayer()
  const hasPasskeys = canMakePasskey()
  const first = hasPasskeys ? 'settings.addPasskey' : 'settings.addPassphrase'
  return (
    <div className="grid gap-4">
      <p>
        {hasPasskeys
          ? 'A passkey opens what is on this device by fingerprint, face or PIN, also when you are offline.'
          : 'A passphrase opens what is on this device, also when you are offline.'}
      </p>
      <p className="text-muted">{isRequired ? 'Your organisation requires this on every device.' : LATER}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          keys={['↵']}
          autoFocus
          disabled={isBusy}
          onClick={() => runner.execute(first, { source: 'pointer' })}
        >
          {hasPasskeys ? 'Add a passkey' : 'Add a passphrase'}
        </Button>
        {hasPasskeys && <CommandButton command="settings.addPassphrase">Use a passphrase</CommandButton>}
        {!isRequired && (
          <Button variant="quiet" keys={['Esc']} onClick={onPutOff}>
            Not now
          </Button>
        )}
      </div>
    </div>
  )
}

function Reminder() {
  const { runner } = useCommandLayer()
  return (
    <span className="flex items-center">
      <StatusButton command="nav.security" isAsking>
        Set up offline unlock
      </StatusButton>
      <IconButton
        icon={X}
        label="Not now"
        onClick={() => runner.execute('settings.putOffOffline', { source: 'pointer' })}
      />
    </span>
  )
}
