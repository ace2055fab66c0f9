// The user's own devices, as the server knows them; each can be wiped from here.
import { useQuery } from '@tanstack/react-query'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { agoText } from '#src/format/age.ts'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { devicesQuery } from './devices-query.ts'
import { useVault } from './use-vault.ts'

export function Devices() {
  const { api } = useData()
  const { data, error } = useQuery(devicesQuery(api))
  const here = useVault()?.device
  const now = useNow()
  if (error) return <p className="text-muted">The server does not list devices now.</p>
  const devices = (data?.items ?? []).filter(({ revoked }) => !revoked)

  return (
    <ul className="rounded-md border border-line" aria-label="Your devices">
      {devices.map((device) => (
        <li key={device.id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
          <span className="font-medium">{device.label}</span>
          {device.id === here ? (
            <Tag tone="done">This one</Tag>
          ) : (
            <span className="text-label text-muted">seen {agoText(now - Date.parse(device.seenAt))}</span>
          )}
          <span className="grow" />
          <CommandButton command="settings.wipeDevice" args={{ device: device.id }} variant="danger">
            Wipe<span className="sr-only"> {device.label}</span>
          </CommandButton>
        </li>
      ))}
    </ul>
  )
}
