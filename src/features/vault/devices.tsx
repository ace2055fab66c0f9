// The user's own devices, as the server knows them; each can be wiped from here.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sync } from '#contract/calls/sync.ts'
import type { Api } from '#src/data/api.ts'
import { useData, useIsOnline } from '#src/data/data.ts'
import { shortAge } from '#src/format/age.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useVault } from './use-vault.ts'

const devicesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['devices'],
    queryFn: ({ signal }) => api.send(sync.devices, {}, { signal, platform: '', quiet: true }),
  })

interface Device {
  id: string
  label: string
}

export function Devices() {
  const { api, queries } = useData()
  const isOnline = useIsOnline()
  const { data, error } = useQuery(devicesQuery(api))
  const here = useVault()?.device
  const now = useNow()
  const [wiping, setWiping] = useState<Device | null>(null)
  if (error) return <p className="text-muted">The server does not tell of devices now.</p>
  const devices = (data?.items ?? []).filter(({ revoked }) => !revoked)

  const wipe = async ({ id }: Device): Promise<void> => {
    await api.send(sync.revokeDevice, { params: { device: id } }, { platform: '' })
    setWiping(null)
    await queries.invalidateQueries({ queryKey: ['devices'] })
  }

  return (
    <>
      <ul className="rounded-md border border-line" aria-label="Your devices">
        {devices.map((device) => (
          <li key={device.id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
            <span className="font-medium">{device.label}</span>
            {device.id === here ? (
              <Tag tone="done">This one</Tag>
            ) : (
              <span className="text-label text-muted">seen {shortAge(now - Date.parse(device.seenAt))} ago</span>
            )}
            <span className="grow" />
            <Button
              variant="danger"
              aria-label={`Wipe ${device.label}`}
              disabled={!isOnline}
              onClick={() => setWiping(device)}
            >
              Wipe
            </Button>
          </li>
        ))}
      </ul>
      {wiping && (
        <Dialog
          title={`Wipe ${wiping.label}?`}
          description="What it has not sent is lost. This cannot be undone."
          onClose={() => setWiping(null)}
          actions={
            <>
              <Button onClick={() => setWiping(null)}>Cancel</Button>
              <Button variant="danger" autoFocus onClick={() => void wipe(wiping)}>
                Wipe
              </Button>
            </>
          }
        >
          <p className="text-muted">
            {wiping.id === here
              ? 'It is this device: you are signed out.'
              : 'It is signed out and cleared when it next asks the server for anything.'}
          </p>
        </Dialog>
      )}
    </>
  )
}
