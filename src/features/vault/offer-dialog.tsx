// Offline unlock is offered in the status line; where it is required, a dialog asks for it.
import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { StatusButton } from '#src/commands/parts/status-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { canMakePasskey } from './passkey.ts'
import { securityScreen } from './security-acts.ts'

export function Offer({ isRequired }: { isRequired: boolean }) {
  // the passphrase has its own dialog, on the security screen
  const { isWriting, isBusy } = useStore(securityScreen)
  if (!isRequired) return <Reminder />
  if (isWriting) return null
  return (
    <Dialog title="Unlock Docket without a connection" onClose={stayOpen}>
      <Choices isBusy={isBusy} />
    </Dialog>
  )
}

/** The dialog ends when an unlock method exists. */
const stayOpen = (): void => undefined

function Choices({ isBusy }: { isBusy: boolean }) {
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
      <p className="text-muted">Your organisation requires this on every device.</p>
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
