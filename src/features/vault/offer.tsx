// In the status line, until it is answered once: this device does not open without the network.
import { X } from 'lucide-react'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { StatusButton } from '#src/commands/status-button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useVault } from './use-vault.ts'

export function OfflineOffer() {
  const state = useVault()
  const { runner } = useCommandLayer()
  if (!state || state.phase !== 'open' || state.isPutOff) return null
  if (state.slots.some(({ type }) => type === 'pass' || type === 'prf')) return null
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
